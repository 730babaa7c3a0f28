//===- ProgramTest.cpp - Tests of Program.h -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime/Program/Program.h"

#include "Runtime/Program/Dependencies.h"

#include "DeferredFixture.h"

using namespace qdc;
using namespace runtime_test;

using Dependencies = std::vector<std::vector<uint32_t>>;

namespace {
struct Setup : KernelFixture {
  const qdrt::loader::Variant &variant() {
    load();
    return kernel("k").get()->kernel->general();
  }
  const qdrt::loader::Program &program() { return variant().program; }
  /// Of the tasks of a graph without control, by their positions.
  Dependencies plan() {
    const qdrt::loader::Variant &planned = variant();
    qdrt::loader::DependencyPlanner planner(*planned.description);
    Dependencies found;
    for (const Node &node : planned.description->graph) {
      const qdrt::loader::TaskCode &code = planned.tasks[node.task];
      const qdrt::loader::ProgramTask task = {code.description,
                                              std::span(planned.slots).subspan(code.firstSlot, code.slotCount)};
      found.push_back(planner.add(static_cast<uint32_t>(found.size()), {&task, 1}, planned.tasksMayFail));
    }
    return found;
  }
  /// A line for each step: its number, kind, segment or target, and what it is about.
  std::vector<std::string> text() { return text(program()); }
  static std::vector<std::string> text(const qdrt::loader::Program &program);
};

std::vector<std::string> Setup::text(const qdrt::loader::Program &program) {
  static constexpr const char *names[] = {"task",         "clearCounts", "decide",       "checkSizes",  "publish",
                                          "beginDoWhile", "endDoWhile",  "beginWhileDo", "testWhileDo", "endWhileDo",
                                          "beginRepeat",  "endRepeat",   "readCounts",   "beginBranch", "beginElse",
                                          "endBranch",    "sizeRegions"};
  std::vector<std::string> lines;
  for (const qdrt::loader::Step &step : program.steps) {
    std::string line = std::to_string(lines.size()) + " " + names[static_cast<size_t>(step.kind)];
    if (qdrt::loader::isControl(step.kind)) {
      line += " loop " + std::to_string(step.loop) + " depth " + std::to_string(step.depth) + " to " +
              std::to_string(step.target);
      if (step.kind == qdrt::loader::StepKind::sizeRegions)
        line += " after " + std::to_string(step.sizedAfter) + ", " + std::to_string(step.bytes) + " bytes at " +
                std::to_string(step.offset);
    } else {
      line += " " + std::to_string(step.task) + " of " + std::to_string(step.segment) + " after";
      for (uint32_t other : step.dependencies)
        line += " " + std::to_string(other);
      if (step.parent != qdrt::loader::kNoStep)
        line += std::string(step.isElse ? " else" : "") + " in " + std::to_string(step.parent);
      if (step.kind == qdrt::loader::StepKind::checkSizes)
        line += ", check " + std::to_string(step.check) + " after " + std::to_string(step.sizedAfter);
      if (step.kind == qdrt::loader::StepKind::clearCounts)
        line += ", " + std::to_string(step.bytes) + " bytes at " + std::to_string(step.offset);
    }
    lines.push_back(line);
  }
  return lines;
}
} // namespace

TEST_CASE_METHOD(Setup, "control becomes steps, and what stands between it segments") {
  uint32_t a = k.array("a", ElementType::i64, {}), b = k.array("b", ElementType::i64, {}),
           one = k.scalar("one", ElementType::i64);
  uint32_t outer = package.site(SiteKind::loop, 1, "outer"), inner = package.site(SiteKind::loop, 2, "inner"),
           last = package.site(SiteKind::loop, 3, "last");
  k.result(ElementType::i64, 0);
  auto add = [&](uint32_t to) { return k.task("add", {array(to), scalar(one)}); };
  Node assertion = k.task("report_maximum", {source(SlotKind::errorRecord), scalar(one)}); // 0
  k.graph(
      {add(a), add(b), assertion,
       doWhile(outer, {FlagKind::argument, a},
               {add(a), whileDo(inner, {add(a)}, 64, {add(b), branch(64, {add(a)}, {add(b)})}), branch(64, {add(a)})}),
       repeat(last, SizeExpr::constant(0), SizeExpr::constant(3), SizeExpr::constant(1), {add(a), add(a)})});
  CHECK(text() == std::vector<std::string>{
                      "0 task 1 of 0 after",
                      "1 task 2 of 0 after 0",
                      "2 task 0 of 0 after 0",
                      "3 beginDoWhile loop 0 depth 0 to 0",
                      "4 task 3 of 1 after",
                      "5 beginWhileDo loop 1 depth 1 to 0",
                      "6 task 4 of 2 after",
                      "7 testWhileDo loop 1 depth 1 to 15",
                      "8 task 5 of 3 after",
                      "9 beginBranch loop 0 depth 2 to 12",
                      "10 task 6 of 4 after",
                      "11 beginElse loop 0 depth 2 to 13",
                      "12 task 7 of 5 after",
                      "13 endBranch loop 0 depth 2 to 0",
                      "14 endWhileDo loop 1 depth 1 to 6",
                      "15 beginBranch loop 0 depth 1 to 17",
                      "16 task 8 of 6 after",
                      "17 endBranch loop 0 depth 1 to 0",
                      "18 endDoWhile loop 0 depth 0 to 4",
                      "19 beginRepeat loop 2 depth 0 to 23",
                      "20 task 9 of 7 after",
                      "21 task 10 of 7 after 20",
                      "22 endRepeat loop 2 depth 0 to 20",
                      "23 publish 0 of 8 after",
                  });
  const qdrt::loader::Program &planned = kernel("k").get()->kernel->general().program;
  std::vector<std::array<uint32_t, 4>> loops;
  for (const qdrt::loader::ProgramLoop &loop : planned.loops)
    loops.push_back({loop.node->site, loop.number, loop.end, loop.task});
  constexpr uint32_t host = qdrt::loader::kNoTask;
  CHECK(loops == std::vector<std::array<uint32_t, 4>>{{outer, 3, 2, host}, {inner, 5, 2, host}, {last, 13, 3, host}});
  CHECK(planned.depth == 2);
  CHECK(planned.publishes);
  CHECK(planned.nodes == 16);
  CHECK(planned.hasControl);
}

/// The program of "k" with the loops of these numbers run as the tasks that are their code, in order.
static qdrt::loader::Program planWith(const qdrt::loader::Variant &variant, std::vector<uint32_t> loops) {
  std::vector<uint32_t> tasks(variant.program.loops.size(), qdrt::loader::kNoTask);
  for (size_t index = 0; index < loops.size(); ++index)
    tasks[loops[index]] = variant.loopCodes[index].task;
  return variant.planWith(tasks);
}

TEST_CASE_METHOD(Setup, "a loop as a task is one step of a segment, ordered by what it uses") {
  package.addLoopCode();
  uint32_t a = k.array("a", ElementType::i64, {}), b = k.array("b", ElementType::i64, {}, Access::read),
           c = k.array("c", ElementType::i64, {}), one = k.scalar("one", ElementType::i64);
  uint32_t site = package.site(SiteKind::loop, 1, "");
  auto add = [&](uint32_t to) { return k.task("add", {array(to), scalar(one)}); };
  Node inner = repeat(site, SizeExpr(), SizeExpr::constant(3), SizeExpr::constant(1), {add(a)});
  Node loop = doWhile(site, {FlagKind::argument, b}, {branch(64, {inner})});
  loop.countWord = 8;
  k.graph({add(c), add(a), loop, add(c), add(a)});
  k.loopCode(2, LoopStrategy::grid, "loop_down", {array(a), array(b), word(8)});
  const qdrt::loader::Program whole = planWith(variant(), {0});
  CHECK(text(whole) == std::vector<std::string>{
                           "0 task 1 of 0 after",
                           "1 task 2 of 0 after 0",
                           "2 task 5 of 0 after 1",
                           "3 task 3 of 0 after 0",
                           "4 task 4 of 0 after 2",
                           "5 publish 0 of 0 after 3 4",
                       });
  CHECK_FALSE(whole.hasControl);
  CHECK(whole.readsBack);
  CHECK(whole.nodes == variant().program.nodes);
  CHECK(whole.segments.size() == 1);
  CHECK(whole.segments[0].tasks == 5);
  CHECK(whole.digest != variant().program.digest);
  REQUIRE(whole.loops.size() == 2);
  CHECK(whole.loops[1].task == 5);
  CHECK(whole.loops[0].end == 2);
  CHECK_FALSE(variant().program.readsBack);
}

TEST_CASE_METHOD(Setup, "beside control, what a loop counted is read after it") {
  package.addLoopCode();
  uint32_t a = k.array("a", ElementType::i64, {}), one = k.scalar("one", ElementType::i64);
  uint32_t site = package.site(SiteKind::loop, 1, "");
  auto add = [&](uint32_t to) { return k.task("add", {array(to), scalar(one)}); };
  Node counted = doWhile(site, {FlagKind::argument, a}, {add(a)}), silent = counted;
  counted.countWord = 8;
  k.graph({repeat(site, SizeExpr(), SizeExpr::constant(3), SizeExpr::constant(1), {counted, silent, add(a)})});
  for (uint32_t node : {1, 3})
    k.loopCode(node, LoopStrategy::block, "loop_down", {array(a), array(a), word(8)});
  const qdrt::loader::Program mixed = planWith(variant(), {1, 2});
  CHECK(text(mixed) == std::vector<std::string>{
                           "0 beginRepeat loop 0 depth 0 to 6",
                           "1 task 2 of 0 after",
                           "2 readCounts loop 1 depth 1 to 0",
                           "3 task 3 of 1 after",
                           "4 task 1 of 1 after 3",
                           "5 endRepeat loop 0 depth 0 to 1",
                       });
  CHECK(mixed.hasControl);
  CHECK_FALSE(mixed.readsBack);
  CHECK_FALSE(mixed.publishes);
}

TEST_CASE_METHOD(Setup, "what writes known words is no step, but where a device decides by one of them") {
  package.addLoopCode();
  uint32_t a = k.array("a", ElementType::i64, {}), one = k.scalar("one", ElementType::i64);
  uint32_t site = package.site(SiteKind::loop, 1, "");
  Node less = k.task("less", {word(72), word(64), scalar(one)}), bound = k.task("copy_word", {word(80), word(64)}),
       add = k.task("add", {array(a), scalar(one)});
  k.knownWord(72, SizeExpr::scalar(one), less);
  k.knownWord(80, SizeExpr::word(64), bound);
  Node inner = repeat(site, SizeExpr(), SizeExpr::word(80), SizeExpr::constant(1), {add});
  k.graph({repeat(site, SizeExpr(), SizeExpr::constant(3), SizeExpr::constant(1),
                  {less, bound, branch(72, {add}), inner}, 64)});
  k.loopCode(5, LoopStrategy::block, "loop_down", {array(a), array(a), word(8)});
  CHECK(text() == std::vector<std::string>{
                      "0 beginRepeat loop 0 depth 0 to 8",
                      "1 beginBranch loop 0 depth 1 to 3",
                      "2 task 2 of 0 after",
                      "3 endBranch loop 0 depth 1 to 0",
                      "4 beginRepeat loop 1 depth 1 to 7",
                      "5 task 2 of 1 after",
                      "6 endRepeat loop 1 depth 1 to 5",
                      "7 endRepeat loop 0 depth 0 to 1",
                  });
  const qdrt::loader::Program &planned = kernel("k").get()->kernel->general().program;
  const qdrt::loader::HostWord *condition = planned.findHostWord(72), *counter = planned.findHostWord(64);
  REQUIRE((condition && counter));
  CHECK((condition->value && condition->task == 0));
  CHECK((!counter->value && counter->depth == 0));
  CHECK(!planned.findHostWord(8));
  const qdrt::loader::Program mixed = planWith(variant(), {1});
  CHECK(text(mixed) == std::vector<std::string>{
                           "0 beginRepeat loop 0 depth 0 to 7",
                           "1 task 1 of 0 after",
                           "2 beginBranch loop 0 depth 1 to 4",
                           "3 task 2 of 1 after",
                           "4 endBranch loop 0 depth 1 to 0",
                           "5 task 3 of 2 after",
                           "6 endRepeat loop 0 depth 0 to 1",
                       });
  CHECK(mixed.findHostWord(80)->task == qdrt::loader::kNoTask);
}

TEST_CASE_METHOD(Setup, "readers of an array wait for its writer, and the next writer for them") {
  uint32_t a = k.array("a", ElementType::i64, {}, Access::readWrite),
           b = k.array("b", ElementType::i64, {}, Access::read), c = k.array("c", ElementType::i64, {}, Access::write),
           one = k.scalar("one", ElementType::i64);
  k.graph({
      k.task("store", {array(a), scalar(one)}),
      k.task("store", {array(c), array(b)}),
      k.task("add", {array(c), array(a)}),
      k.task("add", {array(b), array(b)}),
      k.task("store", {array(a), scalar(one)}),
  });
  CHECK(plan() == Dependencies{{}, {}, {0, 1}, {}, {2}});
}

TEST_CASE_METHOD(Setup, "two that only read have no order, and arrays that may alias count as one") {
  uint32_t in = k.array("in", ElementType::i64, {}, Access::read),
           x = k.array("x", ElementType::i64, {}, Access::write, true),
           y = k.array("y", ElementType::i64, {}, Access::read, true),
           z = k.array("z", ElementType::i64, {}, Access::write);
  k.graph({k.task("add", {array(x), array(in)}), k.task("add", {array(z), array(in)}),
           k.task("add", {array(z), array(y)}), k.task("add", {array(in), array(in)})});
  CHECK(plan() == Dependencies{{}, {}, {0, 1}, {}});
}

TEST_CASE_METHOD(Setup, "tasks that use different regions of the workspace have no order") {
  uint32_t s = k.scalar("s", ElementType::i64);
  WorkspaceRegion region{"first", 8, RegionLifetime::instance, {.bytes = SizeExpr::constant(64)}};
  uint32_t first = k.region(region);
  region.name = "second";
  uint32_t second = k.region(region);
  k.graph({k.task("store", {inRegion(first, 0), scalar(s)}), k.task("store", {inRegion(second, 0), scalar(s)}),
           k.task("store", {word(0), scalar(s)}), k.task("add_word", {inRegion(first, 8), inRegion(second, 8)})});
  CHECK(plan() == Dependencies{{}, {}, {}, {0, 1}});
}

TEST_CASE("tasks that only read a temporary have no order, and one that writes it comes after them") {
  Kernel kernel;
  Task writer, reader, unlisted;
  writer.writtenRegions = {1};
  reader.readRegions = {1};
  const std::vector<SlotSource> slots = {inRegion(1, 0)};
  const qdrt::loader::ProgramTask writes = {&writer, slots}, reads = {&reader, slots}, uses = {&unlisted, slots};
  qdrt::loader::DependencyPlanner planner(kernel);
  Dependencies found;
  for (const qdrt::loader::ProgramTask *task : {&writes, &reads, &reads, &writes, &uses, &uses})
    found.push_back(planner.add(static_cast<uint32_t>(found.size()), {task, 1}, /*mayFail=*/true));
  CHECK(found == Dependencies{{}, {0}, {0}, {0, 1, 2}, {3}, {4}});
}

TEST_CASE_METHOD(Setup, "globals, words, assertions and lines order tasks") {
  // Where nothing in the module asserts, tasks only look at the record of errors.
  const bool asserts = GENERATE(true, false);
  if (asserts)
    package.site(SiteKind::assertion, 1, "");
  uint32_t g = package.global(zeroGlobal("g", ElementType::i64, {})),
           h = package.global(zeroGlobal("h", ElementType::i64, {}));
  uint32_t a = k.array("a", ElementType::i64, {}, Access::read), s = k.scalar("s", ElementType::i64);
  k.graph({k.task("add", {global(g), array(a)}), k.task("add", {global(h), array(a)}),
           k.task("add", {global(g), array(a)}), k.task("store", {word(0), scalar(s)}),
           k.task("store", {word(8), scalar(s)}), k.task("report_maximum", {source(SlotKind::errorRecord), scalar(s)}),
           k.task("report_maximum", {source(SlotKind::errorRecord), scalar(s)}),
           k.task("print_pair", {source(SlotKind::printBuffer), scalar(s)}),
           k.task("print_pair", {source(SlotKind::printBuffer), word(8)})});
  const std::vector<uint32_t> second = asserts ? std::vector<uint32_t>{5} : std::vector<uint32_t>{};
  CHECK(plan() == Dependencies{{}, {}, {0}, {}, {3}, {}, second, {}, {4, 7}});
}

TEST_CASE_METHOD(Setup, "a task that comes twice waits for itself") {
  uint32_t a = k.array("a", ElementType::i64, {});
  Node twice = k.task("down_i64", {array(a)});
  k.graph({twice, twice});
  CHECK(plan() == Dependencies{{}, {0}});
}

static Dependencies builtDependencies(bool asserts) {
  KernelFixture fixture;
  uint32_t site = fixture.package.site(SiteKind::assertion, 1, "");
  KernelBuilder &k = fixture.k;
  uint32_t a = k.array("a", ElementType::i64, {kDynamicDimension}),
           b = k.array("b", ElementType::i64, {kDynamicDimension}), n = k.scalar("n", ElementType::i64),
           s = k.scalar("site", ElementType::i64);
  k.result(ElementType::i64, 0);
  std::vector<Node> tasks = {k.task("add_index", {array(a)}, SizeExpr::dim(a, 0)),
                             k.task("add_index", {array(b)}, SizeExpr::dim(b, 0))};
  if (asserts)
    tasks.push_back(k.task("assert_below", {source(SlotKind::errorRecord), scalar(n), scalar(s)}, SizeExpr::scalar(n)));
  tasks.push_back(k.task("add_index", {array(a)}, SizeExpr::dim(a, 0)));
  k.graph(tasks);
  fixture.load();
  qdrt::Array<int64_t> x(fixture.device(), {10}), y(fixture.device(), {10});
  fixture.kernel("k")(x, y, int64_t{10}, int64_t{site});
  fixture.device().synchronize();
  Dependencies dependencies;
  for (const qdrt::loader::GraphNode &node : fixture.state.nodes)
    dependencies.push_back(node.dependencies);
  return dependencies;
}

TEST_CASE("tasks that depend on nothing come after the first one, and what publishes the outcome after all") {
  CHECK(builtDependencies(true) == Dependencies{{}, {0}, {0}, {0}, {1, 2, 3}});
  CHECK(builtDependencies(false) == Dependencies{{}, {0}, {0}, {1, 2}});
}

TEST_CASE_METHOD(Setup, "tasks of a body that cannot fail are ordered by what they share, and by decisions") {
  uint32_t a = k.array("a", ElementType::i64, {}), b = k.array("b", ElementType::i64, {}),
           flag = k.array("flag", ElementType::i64, {});
  uint32_t site = package.site(SiteKind::loop, 1, "");
  const bool mayFail = GENERATE(false, true);
  if (mayFail)
    package.site(SiteKind::check, 1, "");
  auto add = [&](uint32_t to) { return k.task("add", {array(to), source(SlotKind::errorRecord)}); };
  Node inner = doWhile(site, {FlagKind::argument, flag}, {add(a)});
  k.graph({doWhile(site, {FlagKind::argument, flag}, {add(a), add(b), inner, add(b)})});
  const qdrt::loader::Program program = variant().planWith(std::vector<uint32_t>{qdrt::loader::kInGraph, 0});
  std::vector<std::string> lines = text(program);
  CHECK(lines == std::vector<std::string>{
                     "0 decide 0 of 0 after",
                     "1 task 1 of 0 after in 0",
                     mayFail ? "2 task 2 of 0 after 1 in 0" : "2 task 2 of 0 after in 0",
                     "3 decide 0 of 0 after 1 2 in 0",
                     "4 task 0 of 0 after in 3",
                     "5 task 3 of 0 after 2 3 in 0",
                     "6 publish 0 of 0 after 0",
                 });
}

TEST_CASE_METHOD(Setup, "a loop that a graph decides about is a step, and what it holds are steps in its body") {
  uint32_t a = k.array("a", ElementType::i64, {}), b = k.array("b", ElementType::i64, {}),
           c = k.array("c", ElementType::i64, {}), one = k.scalar("one", ElementType::i64);
  uint32_t site = package.site(SiteKind::loop, 1, "");
  auto add = [&](uint32_t to) { return k.task("add", {array(to), scalar(one)}); };
  // The condition of the outer loop holds a loop; one branch decides nothing.
  Node condition = doWhile(site, {FlagKind::argument, a}, {add(a)});
  Node inner = repeat(site, SizeExpr(), SizeExpr::constant(3), SizeExpr::constant(1), {add(b), add(c), add(b)});
  Node outer = whileDo(site, {condition}, 64, {branch(72, {inner}, {add(a)}), branch(80, {branch(88, {})}), add(c)});
  outer.countWord = 8;
  outer.before[0].countWord = 24;
  outer.body[0].body[0].countWord = 16;
  k.graph({add(b), add(a), outer, add(c), add(b)});
  const qdrt::loader::Program program = variant().planWith(std::vector<uint32_t>{qdrt::loader::kInGraph, 0, 0});
  CHECK(text(program) == std::vector<std::string>{
                             "0 task 6 of 0 after",
                             "1 task 7 of 0 after 0",
                             "2 clearCounts 0 of 0 after 0, 24 bytes at 8",
                             "3 decide 0 of 0 after 1 2",
                             "4 task 0 of 0 after in 3",
                             "5 decide 0 of 0 after 0 3",
                             "6 decide 0 of 0 after in 5",
                             "7 decide 0 of 0 after in 6",
                             "8 task 1 of 0 after in 7",
                             "9 task 2 of 0 after in 7",
                             "10 task 3 of 0 after 8 in 7",
                             "11 task 4 of 0 after else in 6",
                             "12 task 5 of 0 after 6 in 5",
                             "13 decide 0 of 0 after 6 in 5",
                             "14 task 0 of 0 after in 13",
                             "15 task 8 of 0 after 5",
                             "16 task 9 of 0 after 5",
                             "17 publish 0 of 0 after 15 16",
                         });
  CHECK(program.steps[3].loop == 1);
  CHECK(program.steps[5].loop == 0);
  CHECK(program.steps[7].loop == 2);
  CHECK(program.steps[13].loop == 1);
  CHECK(!program.hasControl);
  CHECK(program.decides);
  REQUIRE(program.segments.size() == 1);
  CHECK(program.segments[0].tasks == 5);
  CHECK(program.segments[0].sourceLoops == 10);
  CHECK(qdrt::loader::countGraphSteps(variant().description->graph[2], 100) == 14);
  CHECK(qdrt::loader::countGraphSteps(variant().description->graph[2], 7) == 7);
}

TEST_CASE_METHOD(Setup,
                 "a task that ends the iterations of a loop is the one step of its body that others come before") {
  package.addLoopCode();
  uint32_t a = k.array("a", ElementType::i64, {}), b = k.array("b", ElementType::i64, {}),
           flag = k.array("flag", ElementType::i64, {}), one = k.scalar("one", ElementType::i64);
  uint32_t site = package.site(SiteKind::loop, 1, "");
  auto add = [&](uint32_t to) { return k.task("add", {array(to), scalar(one)}); };
  auto end = [&](uint32_t node) {
    k.loopCode(node, LoopStrategy::graph, "end_down",
               {source(SlotKind::errorRecord),
                source(SlotKind::stopWord),
                array(flag),
                word(8),
                source(SlotKind::maximumIterations),
                {.kind = SlotKind::loopState, .index = node},
                {.kind = SlotKind::conditionHandle, .index = node}});
  };
  const std::vector<uint32_t> inGraph = {qdrt::loader::kInGraph};
  SECTION("the last of its body") {
    Node loop = doWhile(site, {FlagKind::argument, flag}, {add(a), add(b), k.task("down_i64", {array(flag)})});
    k.graph({loop, add(a)});
    end(0);
    const qdrt::loader::Program program = variant().planWith(inGraph);
    CHECK(text(program) == std::vector<std::string>{
                               "0 decide 0 of 0 after",
                               "1 task 0 of 0 after in 0",
                               "2 task 1 of 0 after in 0",
                               "3 task 4 of 0 after 1 2 in 0",
                               "4 task 3 of 0 after 0",
                               "5 publish 0 of 0 after 4",
                           });
    CHECK(program.steps[3].decides);
    CHECK(!program.steps[2].decides);
    // The host runs the tasks themselves.
    CHECK(text()[3] == "3 task 2 of 0 after 1");
  }
  SECTION("the last of what computes a condition, but ahead of the loop") {
    Node loop = whileDo(site, {add(b), k.task("less", {word(64), array(a), scalar(one)})}, 64, {add(a)});
    k.graph({loop});
    end(0);
    const qdrt::loader::Program program = variant().planWith(inGraph);
    CHECK(text(program) == std::vector<std::string>{
                               "0 task 0 of 0 after",
                               "1 task 1 of 0 after 0",
                               "2 decide 0 of 0 after 0 1",
                               "3 task 2 of 0 after in 2",
                               "4 task 0 of 0 after in 2",
                               "5 task 3 of 0 after 3 4 in 2",
                               "6 publish 0 of 0 after 2",
                           });
    CHECK(program.steps[5].decides);
    CHECK(!program.steps[1].decides);
  }
  SECTION("but not the only one") {
    // A branch that decides nothing is no step.
    Node loop = doWhile(site, {FlagKind::argument, flag}, {branch(64, {}), k.task("down_i64", {array(flag)})});
    k.graph({loop});
    end(0);
    const qdrt::loader::Program program = variant().planWith(inGraph);
    CHECK(text(program) == std::vector<std::string>{
                               "0 decide 0 of 0 after",
                               "1 task 0 of 0 after in 0",
                               "2 publish 0 of 0 after 0",
                           });
    CHECK(!program.steps[1].decides);
  }
}

TEST_CASE_METHOD(Setup, "regions get their sizes after the nodes that they name, where segments end") {
  uint32_t a = k.array("a", ElementType::i64, {}), n = k.scalar("n", ElementType::i64);
  uint32_t site = package.site(SiteKind::loop, 1, "");
  const SizeExpr low = SizeExpr::word(64), high = SizeExpr::word(72);
  uint32_t first = k.temporary(ElementType::i64, {low, SizeExpr::scalar(n)}, 0);
  uint32_t second = k.temporary(ElementType::i64, {SizeExpr::binary(SizeExprKind::min, high, low)}, 2);
  uint32_t third = k.temporary(ElementType::i64, {high}, 2);
  auto add = [&](SlotSource to) { return k.task("add", {to, scalar(n)}); };
  // The host knows the word, but a size reads it.
  Node writes = add(word(64));
  k.knownWord(64, SizeExpr::scalar(n), writes);
  k.graph({writes, add(inRegion(first, 0)),
           repeat(site, SizeExpr(), SizeExpr::scalar(n), SizeExpr::constant(1), {add(array(a))}),
           add(inRegion(second, 0)), add(inRegion(third, 0))});
  CHECK(text() == std::vector<std::string>{
                      "0 task 0 of 0 after",
                      "1 sizeRegions loop 0 depth 0 to 0 after 0, 8 bytes at 64",
                      "2 task 1 of 1 after",
                      "3 beginRepeat loop 0 depth 0 to 6",
                      "4 task 2 of 2 after",
                      "5 endRepeat loop 0 depth 0 to 4",
                      "6 sizeRegions loop 0 depth 0 to 0 after 2, 16 bytes at 64",
                      "7 task 3 of 3 after",
                      "8 task 4 of 3 after 7",
                  });
  CHECK(program().hasControl);
  CHECK(program().sizesRegions);
}

TEST_CASE_METHOD(Setup, "where the device checks sizes, all tasks after a check wait for it, and nothing is control") {
  uint32_t a = k.array("a", ElementType::i64, {}), n = k.scalar("n", ElementType::i64);
  uint32_t first = k.temporary(ElementType::i64, {SizeExpr::word(64), SizeExpr::scalar(n)}, 0);
  uint32_t second = k.temporary(ElementType::i64, {SizeExpr::word(72)}, 2);
  auto add = [&](SlotSource to) { return k.task("add_in_record", {to, scalar(n), source(SlotKind::errorRecord)}); };
  k.graph(
      {add(word(64)), add(word(72)), add(array(a)), add(inRegion(first, 0)), add(inRegion(second, 0)), add(array(a))});
  const Kernel &kernel = k.describe();
  std::vector<std::vector<SlotSource>> slots = {
      {word(64)}, {word(72)}, {array(a)}, {inRegion(first, 0)}, {inRegion(second, 0)}, {array(a)}};
  std::vector<qdrt::loader::ProgramTask> tasks;
  for (size_t task = 0; task < slots.size(); ++task) {
    slots[task].push_back(source(SlotKind::errorRecord));
    tasks.push_back({&kernel.tasks[task], slots[task]});
  }
  CHECK(qdrt::loader::canCheckSizes(kernel, tasks));
  const qdrt::loader::Program program =
      qdrt::loader::planProgram(kernel, tasks, false, {}, {}, qdrt::loader::SizeSteps::device);
  CHECK(text(program) == std::vector<std::string>{
                             "0 task 0 of 0 after",
                             "1 checkSizes 0 of 0 after 0, check 0 after 0",
                             "2 task 1 of 0 after 1",
                             "3 task 2 of 0 after 1",
                             "4 checkSizes 0 of 0 after 1 2 3, check 1 after 2",
                             "5 task 3 of 0 after 4",
                             "6 task 4 of 0 after 4",
                             "7 task 5 of 0 after 3 4",
                             "8 publish 0 of 0 after 5 6 7",
                         });
  CHECK_FALSE(program.hasControl);
  CHECK_FALSE(program.sizesRegions);
  CHECK(program.sizeChecks == 2);
  // One task that does not look would run where the others don't.
  slots.back().pop_back();
  tasks.back().slots = slots.back();
  CHECK_FALSE(qdrt::loader::canCheckSizes(kernel, tasks));
}

TEST_CASE_METHOD(Setup, "the device checks sizes that are products of words and of what arguments tell") {
  k.scalar("n", ElementType::i64);
  k.temporary(ElementType::i64, {SizeExpr::word(64), SizeExpr::scalar(0), SizeExpr::word(72)}, 0);
  CHECK(qdrt::loader::canCheckSizes(k.describe(), {}));
  k.temporary(ElementType::i64, {SizeExpr::binary(SizeExprKind::min, SizeExpr::word(64), SizeExpr::scalar(0))}, 0);
  CHECK_FALSE(qdrt::loader::canCheckSizes(k.describe(), {}));
}
