//===- LoopTest.cpp - How loops of a graph are run ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "qdc/ABI/KernelABI.h"

#include <cstdlib>
#include <optional>

using namespace qdc;
using namespace runtime_test;

namespace {
/// A kernel "k" whose loop "solve" adds 1 to `out` and takes 1 from `flag` until that is 0; another task of the loop
/// has `size` iterations of 4096 operations. Its code for a GPU runs by a block and by a grid too.
struct Setup {
  PackageBuilder package;
  uint32_t site = package.site(SiteKind::loop, 10, "solve"), inner = package.site(SiteKind::loop, 20, "");
  KernelBuilder &k = package.kernel("k");
  uint32_t out = k.array("out", ElementType::i64, {}), flag = k.array("flag", ElementType::i64, {}),
           size = k.scalar("size", ElementType::i64), one = k.scalar("one", ElementType::i64);
  static constexpr uint64_t count = 8; // where the loop's iterations are counted
  std::optional<qdrt::Device> device;
  std::optional<qdrt::Package> loaded;
  std::optional<LoopStrategy> asked; // what the source asks for

  ~Setup() { unsetenv("QDRT_LOOP"); }

  Node loop(const SizeExpr &extent) {
    Node node = doWhile(site, {FlagKind::argument, flag},
                        {k.task("add", {array(out), scalar(one)}),
                         k.task("store", {word(64), scalar(one)}, extent, 1 << 12), k.task("down_i64", {array(flag)})});
    node.countWord = count;
    node.strategy = asked;
    return node;
  }
  Node loop() { return loop(SizeExpr::scalar(size)); }
  void code(LoopStrategy strategy, uint32_t node = 0) {
    k.loopCode(node, strategy, "loop_down", {array(out), array(flag), word(count)});
  }
  /// The kernel is the loop alone.
  void loopAlone() {
    k.graph({loop()});
    code(LoopStrategy::block);
    code(LoopStrategy::grid);
  }
  /// What the kernel adds to `out`, with a flag of `times`.
  int64_t run(const qdrt::LaunchOptions &options = {}, int64_t largest = 3, int64_t times = 5) {
    if (!device)
      device.emplace(openDevice());
    if (!loaded)
      loaded.emplace(*device, package.bytes());
    qdrt::Array<int64_t> sum(*device, {}, std::vector<int64_t>{0}), left(*device, {}, std::vector<int64_t>{times});
    loaded->kernel("k").launch(options, sum, left, largest, int64_t{1});
    device->synchronize();
    return sum.read()[0];
  }
  void reload(const char *environment) {
    loaded.reset();
    device.reset();
    environment ? setenv("QDRT_LOOP", environment, 1) : unsetenv("QDRT_LOOP");
  }
  qdrt_loop_info info(uint32_t index = 0) {
    auto info = sized<qdrt_loop_info>();
    REQUIRE(qdrt_kernel_loop(loaded->kernel("k").get(), index, &info) == QDRT_OK);
    return info;
  }
  /// "strategy: reason".
  std::string how(uint32_t index = 0) { return std::string(info(index).strategy) + ": " + info(index).reason; }
};
} // namespace

static const std::string onlyHost = "host: the host leads all loops of this device";

TEST_CASE_METHOD(Setup, "a loop runs as a launch asks for, to the same end", "[results]") {
  loopAlone();
  for (const char *strategy : {"host", "graph", "replay", "block", "grid", "auto"}) {
    CAPTURE(strategy);
    if (!isCPU() && !runsLoopsBy(strategy))
      continue;
    const bool isDevice = strategy != std::string("host") && strategy != std::string("auto");
    if (isCPU() && isDevice) {
      CHECK_THROWS_STATUS(run({.loops = strategy}), QDRT_UNSUPPORTED,
                          "test.qir:10:5: loop 'solve' of kernel 'k' can't be run by '" + std::string(strategy) +
                              "' (the launch asks for it): the host leads all loops of this device; it takes 'auto', "
                              "'host'");
      continue;
    }
    for (int64_t times : {5, 1, 3, 300}) {
      CHECK(run({.loops = strategy}, 3, times) == times);
      CHECK(info().iterations == static_cast<uint64_t>(times));
    }
    if (strategy == std::string("auto") && isCPU())
      CHECK(how() == onlyHost);
    else if (strategy == std::string("auto"))
      CHECK_THAT(how(), Catch::Matchers::StartsWith(hasBlocks()      ? "block: it is estimated to be the fastest"
                                                    : replaysLoops() ? "replay: "
                                                                     : "host: "));
    else
      CHECK(how() == strategy + std::string(": the launch asks for it"));
  }
}

TEST_CASE_METHOD(Setup, "the option wins over QDRT_LOOP, that over the source, that over the loader", "[results]") {
  if (!isCPU() && !hasBlocks())
    return;
  asked = hasGrids() ? LoopStrategy::grid : LoopStrategy::block;
  const std::string bySource = std::string(hasGrids() ? "grid" : "block") + ": the source asks for it";
  loopAlone();
  CHECK(run() == 5);
  CHECK(how() == (isCPU() ? onlyHost : bySource));
  reload("host");
  CHECK(run() == 5);
  CHECK(how() == "host: QDRT_LOOP asks for it");
  reload("auto");
  CHECK(run() == 5);
  CHECK(how() == (isCPU() ? onlyHost : "block: it is estimated to be the fastest"));
  reload("block");
  if (isCPU())
    CHECK_THROWS_STATUS(run(), QDRT_UNSUPPORTED, "can't be run by 'block' (QDRT_LOOP asks for it): the host leads all");
  CHECK(run({.loops = "host"}) == 5);
  CHECK(how() == "host: the launch asks for it");
  CHECK(run({.loops = "auto"}) == 5);
  CHECK(how() == (isCPU() ? onlyHost : "block: it is estimated to be the fastest"));
  reload("");
  CHECK(run() == 5);
  CHECK(how() == (isCPU() ? onlyHost : bySource));
}

TEST_CASE_METHOD(Setup, "a strategy that there is not is refused by name") {
  const char *names = "it takes one of 'auto', 'host', 'graph', 'replay', 'block', 'grid'";
  loopAlone();
  CHECK_THROWS_STATUS(run({.loops = "blocks"}), QDRT_INVALID_ARGUMENT,
                      std::string("qdrt_launch_options.loops is 'blocks'; ") + names);
  reload("gird");
  CHECK_THROWS_STATUS(run(), QDRT_INVALID_ARGUMENT,
                      std::string("environment variable 'QDRT_LOOP' is 'gird'; ") + names);
}

TEST_CASE_METHOD(Setup, "a flag of another type, or in a buffer that was destroyed, is refused before the launch",
                 "[results]") {
  loopAlone();
  device.emplace(openDevice());
  loaded.emplace(*device, package.bytes());
  qdrt::Kernel kernel = loaded->kernel("k");
  qdrt::Array<int64_t> sum(*device, {}, std::vector<int64_t>{0});
  std::optional<qdrt::Array<int64_t>> left(std::in_place, *device, qdrt::Shape{}, std::vector<int64_t>{1});
  qdrt::Array<int32_t> narrow(*device, {}, std::vector<int32_t>{1});
  CHECK_THROWS_STATUS(kernel(sum, narrow, int64_t{3}, int64_t{1}), QDRT_INVALID_ARGUMENT,
                      "argument 'flag' of kernel 'k' is given as 'i32'; it takes 'i64'");
  qdrt_argument arguments[4] = {};
  for (qdrt_argument &each : arguments)
    each.type = QDRT_I64;
  arguments[0].data = qdrt_buffer_address(sum.get());
  arguments[1].data = qdrt_buffer_address(left->get());
  arguments[2].value.i64 = 3;
  arguments[3].value.i64 = 1;
  const auto options = sized<qdrt_launch_options>();
  auto launch = [&] { return qdrt_kernel_launch(kernel.get(), arguments, nullptr, &options); };
  for (int time = 0; time < 2; ++time) {
    left->write(std::vector<int64_t>{1});
    CHECK(launch() == QDRT_OK);
    device->synchronize();
  }
  left.reset();
  for (int time = 0; time < 2; ++time)
    CHECK_FAILS(launch(), QDRT_INVALID_ARGUMENT,
                "argument 'flag' of kernel 'k' lies in a buffer that was destroyed since the last launch");
  qdrt::Array<int64_t> other(*device, {}, std::vector<int64_t>{1});
  arguments[1].data = qdrt_buffer_address(other.get());
  CHECK(launch() == QDRT_OK);
  device->synchronize();
}

TEST_CASE_METHOD(Setup, "what a GPU, its image or the library lacks is refused with the reason", "[results]") {
  if (!hasGrids())
    return;
  asked = LoopStrategy::block;
  k.graph({loop()});
  code(LoopStrategy::grid);
  CHECK_THROWS_STATUS(run(), QDRT_UNSUPPORTED,
                      "test.qir:10:5: loop 'solve' of kernel 'k' can't be run by 'block' (the source asks for it): the "
                      "image has no code for it; it takes 'auto', 'host', " +
                          std::string(decidesInGraphs() ? "'graph', " : "") + "'grid'");
  CHECK_THROWS_STATUS(run({.loops = "replay"}), QDRT_UNSUPPORTED,
                      "can't be run by 'replay' (the launch asks for it): this device does not run loops in batches");
  CHECK(run({.loops = "auto"}) == 5);
  CHECK(how() == "grid: the image has no code for it");
}

TEST_CASE_METHOD(Setup, "without code for the whole loop a graph decides about it, else the host leads it",
                 "[results]") {
  const bool isCounted = GENERATE(true, false);
  Node whole = loop();
  if (isCounted)
    whole = repeat(site, SizeExpr(), SizeExpr::constant(5), SizeExpr::constant(1), whole.body);
  whole.countWord = count;
  k.graph({whole});
  CHECK(run() == 5);
  CHECK(how() == (isCPU() ? onlyHost
                          : (isCounted || graphStrategy().empty() ? "host" : graphStrategy()) +
                                ": the image has no code for it"));
  CHECK(info().iterations == 5);
}

TEST_CASE_METHOD(Setup, "what a graph can't decide about is refused with the reason", "[results]") {
  const std::string strategy = graphStrategy();
  if (strategy.empty())
    return;
  std::string reason;
  SECTION("no count") {
    Node silent = loop();
    silent.countWord.reset();
    k.graph({silent});
    reason = "the package has no words in which its iterations are counted";
  }
  SECTION("a computed bound") {
    Node inside =
        repeat(inner, SizeExpr(), SizeExpr::binary(SizeExprKind::add, SizeExpr::word(64), SizeExpr::constant(1)),
               SizeExpr::constant(1), {k.task("add", {array(out), scalar(one)})});
    inside.countWord = 16;
    Node outer = loop();
    outer.body.push_back(inside);
    k.graph({outer});
    reason = "a bound or maximum in it is computed from words, and a graph only reads one";
  }
  SECTION("failures that nobody looks at") {
    Node failing = loop();
    failing.maximum = SizeExpr::constant(3);
    failing.maximumIsError = true;
    k.graph({failing});
    reason = "it may fail, and the tasks of the kernel do not look at an error record";
  }
  SECTION("conditions of conditions") {
    Node condition = k.task("add", {array(out), scalar(one)});
    for (uint64_t depth = 0; depth < 20; ++depth) {
      condition = whileDo(inner, {condition}, 64, {});
      condition.countWord = 16;
    }
    Node outer = loop();
    outer.body.push_back(condition);
    k.graph({outer});
    reason = "its graph would have more than 65536 nodes";
  }
  SECTION("no graphs") {
    k.graph({loop()}, GraphMode::never);
    const char *graphs = std::getenv("QDRT_GRAPH"); // 1 wins
    if (graphs)
      return;
    reason = "its tasks run one by one, as QDRT_GRAPH=0 or graph = \"never\" of the kernel asks for";
  }
  CHECK_THROWS_STATUS(run({.loops = strategy.c_str()}), QDRT_UNSUPPORTED,
                      "can't be run by '" + strategy + "' (the launch asks for it): " + reason +
                          "; it takes 'auto', 'host'");
}

TEST_CASE_METHOD(Setup, "a launch that bounds loops is not for a graph whose tasks look at no error record",
                 "[results]") {
  const std::string strategy = graphStrategy();
  if (strategy.empty())
    return;
  k.graph({loop()});
  CHECK(run({.loops = strategy.c_str()}) == 5);
  CHECK_THROWS_STATUS(run({.maximumIterations = 7, .loops = strategy.c_str()}), QDRT_UNSUPPORTED,
                      "it may fail, and the tasks");
  CHECK(run({.maximumIterations = 7}) == 5);
  CHECK(how() == "host: the image has no code for it");
  CHECK(run({.loops = strategy.c_str()}) == 5);
}

TEST_CASE_METHOD(Setup, "a graph has a loop as a node, with what it holds in its body", "[results]") {
  const std::string strategy = graphStrategy();
  if (strategy.empty())
    return;
  Node whole = loop();
  Node choice = branch(128, {k.task("add", {array(out), scalar(one)})}, {k.task("store", {word(72), scalar(one)})});
  whole.body.insert(whole.body.begin(), choice);
  k.graph({k.task("store", {word(128), scalar(one)}), whole},
          replaysLoops() ? GraphMode::automatic : GraphMode::always);
  CHECK(run({.loops = strategy.c_str()}) == 10);
  CHECK(loaded->kernel("k").counters().tasks == 2);
  std::vector<std::string> nodes;
  for (const qdrt_graph_node_info &node : loaded->kernel("k").graph()) {
    static const char *kinds[] = {"task", "fill", "read", "loop", "branch"};
    std::string text = kinds[node.kind];
    if (node.parent != UINT32_MAX)
      text += " in " + std::to_string(node.parent) + (node.is_else ? " else" : "");
    for (uint32_t at = 0; at < node.dependency_count; ++at)
      text += (at == 0 ? " after " : " ") + std::to_string(node.dependencies[at]);
    nodes.push_back(text);
  }
  CHECK(nodes == std::vector<std::string>{"task", "fill after 0", "loop after 1", "branch in 2", "task in 3",
                                          "task in 3 else", "task in 2 after 3", "task in 2 after 3", "task in 2",
                                          "read after 2"});
  const char *dot = nullptr;
  REQUIRE(qdrt_graph_dot(loaded->kernel("k").get(), nullptr, &dot) == QDRT_OK);
  CHECK_THAT(dot, Catch::Matchers::Contains("  subgraph cluster_n2 {\n  n2 [label=\"doWhile\"];\n") &&
                      Catch::Matchers::Contains("  subgraph cluster_n3 {\n  n3 [label=\"branch\"];\n") &&
                      Catch::Matchers::Contains("  n5 [label=\"else k_"));
}

TEST_CASE_METHOD(Setup, "in a graph the last task of a loop decides, where the image has code for that", "[results]") {
  if (!decidesInGraphs())
    return;
  // A task that nothing in the loop depends on, and one that makes every entry point look at the record.
  Node whole = loop();
  whole.body.insert(whole.body.begin(), k.task("add", {word(72), scalar(one)}));
  Node never = k.task("assert_below", {source(SlotKind::errorRecord), scalar(one), scalar(one)}, SizeExpr());
  k.graph({never, whole}, GraphMode::always);
  const SlotSource state = {.kind = SlotKind::loopState, .index = 1};
  const SlotSource handle = {.kind = SlotKind::conditionHandle, .index = 1};
  k.loopCode(1, LoopStrategy::graph, "end_down",
             {source(SlotKind::errorRecord), source(SlotKind::stopWord), array(flag), word(count),
              source(SlotKind::maximumIterations), state, handle});
  for (int64_t times : {5, 1, 3}) {
    CHECK(run({.loops = "graph"}, 3, times) == times);
    CHECK(info().iterations == static_cast<uint64_t>(times));
  }
  CHECK(how() == "graph: the launch asks for it");
  CHECK(loaded->kernel("k").counters().tasks == 2);
  // It comes after all others, the first of which is ahead of the third.
  std::vector<uint32_t> before;
  uint32_t loopNode = UINT32_MAX, last = 0;
  const std::vector<qdrt_graph_node_info> nodes = loaded->kernel("k").graph();
  for (uint32_t at = 0; at < nodes.size(); ++at) {
    if (nodes[at].kind == QDRT_GRAPH_LOOP)
      loopNode = at;
    if (nodes[at].parent == loopNode)
      last = at;
  }
  before.assign(nodes[last].dependencies, nodes[last].dependencies + nodes[last].dependency_count);
  CHECK(before == std::vector<uint32_t>{last - 2, last - 1});
  CHECK_THROWS_STATUS(run({.maximumIterations = 4, .loops = "graph"}), QDRT_LOOP_MAXIMUM,
                      "test.qir:10:5: loop 'solve' reached the launch's maximum of 4 iterations");
  CHECK(run({.maximumIterations = 5, .loops = "graph"}) == 5);
  CHECK(run({.loops = "graph"}, 1000, 2) == 2);
}

TEST_CASE_METHOD(Setup, "a loop that holds nothing goes on as its flag and its maximum say, whoever decides",
                 "[results]") {
  // The task that makes every entry point look at the record.
  Node never = k.task("assert_below", {source(SlotKind::errorRecord), scalar(one), scalar(one)}, SizeExpr());
  Node empty = doWhile(inner, {FlagKind::argument, flag}, {});
  empty.countWord = 16;
  empty.maximum = SizeExpr::scalar(size);
  uint32_t loops = 1;
  SECTION("alone") { k.graph({never, empty}); }
  SECTION("with empty branches") {
    empty.body = {branch(64, {branch(64, {})})};
    k.graph({never, empty});
  }
  SECTION("in another loop") {
    loops = 2;
    Node around = repeat(site, SizeExpr(), SizeExpr::scalar(one), SizeExpr::constant(1), {empty});
    around.countWord = count;
    k.graph({never, around});
  }
  for (const char *strategy : {"host", "graph", "replay"}) {
    if (!runsLoopsBy(strategy))
      continue;
    CAPTURE(strategy);
    auto iterations = [&](int64_t maximum, int64_t set) {
      CHECK(run({.loops = strategy}, maximum, set) == 0);
      return info(loops - 1).iterations;
    };
    CHECK(iterations(4, 0) == 1);
    CHECK(iterations(4, 1) == 4);
    CHECK(iterations(0, 1) == 1);
    CHECK_THROWS_STATUS(run({.maximumIterations = 3, .loops = strategy}, 4, 1), QDRT_LOOP_MAXIMUM,
                        "test.qir:20:5: the loop reached the launch's maximum of 3 iterations");
    CHECK(iterations(2, 7) == 2);
    CHECK(how(loops - 1) == (loops == 1 || strategy == std::string("host")
                                 ? std::string(strategy) + ": the launch asks for it"
                                 : strategy + std::string(": the loop around it is run so")));
  }
}

TEST_CASE_METHOD(Setup, "small loops run by a block, larger ones by a grid, large ones by a graph", "[results]") {
  loopAlone();
  if (!hasGrids())
    return;
  auto estimates = [&] {
    const qdrt_loop_info found = info();
    return std::vector<double>(found.estimates,
                               found.estimates + QDRT_LOOP_STRATEGIES); // host, graph, replay, block, grid
  };
  for (int64_t largest : {0, 1, 8}) {
    CHECK(run({}, largest) == 5);
    CHECK(how() == "block: it is estimated to be the fastest");
    CHECK((estimates()[3] > 0 && estimates()[3] < estimates()[4] && estimates()[4] < estimates()[0]));
    CHECK((estimates()[1] > 0) == decidesInGraphs());
    CHECK(estimates()[2] == 0);
  }
  CHECK(run({}, 400) == 5);
  CHECK(how() == "grid: it is estimated to be the fastest");
  CHECK(estimates()[4] < estimates()[3]);
  CHECK(run({}, 1 << 18) == 5);
  CHECK_THAT(how(),
             Catch::Matchers::StartsWith(decidesInGraphs() ? "graph: it is estimated to be the fastest" : "grid: "));
  CHECK(run({.loops = "block"}, 1 << 16) == 5);
  CHECK(run({.loops = "grid"}, 0) == 5);
  CHECK(estimates()[3] < estimates()[4]);
}

TEST_CASE_METHOD(Setup, "a loop with a size that the device computes runs by a grid", "[results]") {
  k.graph({k.task("store", {word(128), scalar(size)}), loop(SizeExpr::word(128))});
  code(LoopStrategy::block, 1);
  code(LoopStrategy::grid, 1);
  CHECK(run() == 5);
  if (hasGrids())
    CHECK(how() == "grid: the sizes of its tasks are not known ahead");
  if (replaysLoops())
    CHECK(how() == "replay: the image has no code for it");
}

TEST_CASE_METHOD(Setup, "a counted loop of long iterations is led by the host, which knows its end ahead",
                 "[results]") {
  const bool isHuge = GENERATE(true, false), knowsEnd = GENERATE(true, false);
  Node store = k.task("store", {word(64), scalar(one)});
  Node counted = repeat(
      site, SizeExpr::constant(0), knowsEnd ? SizeExpr::constant(5) : SizeExpr::word(64), SizeExpr::constant(1),
      {k.task("add", {array(out), scalar(one)}, SizeExpr::constant(isHuge ? 1 : 1 << 14), isHuge ? 1u << 26 : 8)});
  counted.countWord = count;
  k.graph({store, counted});
  code(LoopStrategy::grid, 1);
  (void)run();
  if (!hasGrids())
    return;
  CAPTURE(isHuge, knowsEnd);
  CHECK_THAT(how(), Catch::Matchers::StartsWith(isHuge && knowsEnd            ? "host: "
                                                : isHuge && decidesInGraphs() ? "graph: "
                                                                              : "grid: "));
}

TEST_CASE_METHOD(Setup, "loops too large for a block whose image has no code for a grid are run by a graph or the host",
                 "[results]") {
  if (!isCPU() && !hasBlocks())
    return;
  k.graph({loop()});
  code(LoopStrategy::block);
  CHECK(run({}, decidesInGraphs() ? 400 : 1 << 16) == 5);
  const std::string strategy = graphStrategy();
  CHECK_THAT(how(), Catch::Matchers::StartsWith(isCPU()            ? onlyHost
                                                : strategy.empty() ? "host: "
                                                                   : strategy + ": the image has no code for it"));
  CHECK(run({}, 1) == 5);
  CHECK(how() == (isCPU() ? onlyHost : "block: it is estimated to be the fastest"));
}

TEST_CASE_METHOD(Setup, "loops inside of one that the device runs are run with it", "[results]") {
  if (!isCPU() && !hasBlocks())
    return;
  Node outer = loop();
  Node inside = repeat(inner, SizeExpr(), SizeExpr::constant(2), SizeExpr::constant(1), {outer.body[1]});
  const bool isContrary = GENERATE(false, true);
  if (isContrary)
    inside.strategy = LoopStrategy::host;
  outer.body.push_back(inside);
  std::swap(outer.body[2], outer.body[3]);
  k.graph({outer});
  code(LoopStrategy::block);
  code(LoopStrategy::grid);
  CHECK(run() == 5);
  if (isCPU()) {
    CHECK(how(0) == onlyHost);
    CHECK(info(1).iterations == 10);
  } else if (isContrary) {
    CHECK(how(0) == "host: the source asks for another strategy for a loop inside of it");
    CHECK(how(1) == "host: the source asks for it");
    // Who asks for all loops is asked no more.
    const std::string other = hasGrids() ? "grid" : "block";
    CHECK(run({.loops = other.c_str()}) == 5);
    CHECK(how(1) == other + ": the loop around it is run so");
  } else {
    CHECK(how(0) == "block: it is estimated to be the fastest");
    CHECK(how(1) == "block: the loop around it is run so");
  }
}

TEST_CASE_METHOD(Setup, "a kernel is a graph always where the device runs all its loops", "[results]") {
  if (!isCPU() && !hasBlocks())
    return;
  k.graph({loop()}, GraphMode::always);
  code(LoopStrategy::block);
  code(LoopStrategy::grid);
  CHECK(run() == 5);
  if (isCPU())
    return;
  for (int64_t times : {2, 4})
    CHECK(run({}, 3, times) == times);
  if (const char *set = std::getenv("QDRT_GRAPH"); set && set[0] == '0')
    return;
  CHECK(loaded->kernel("k").counters().nodes == 2); // the loop, and the copy of what it counted
  CHECK_THROWS_STATUS(run({.loops = "host"}), QDRT_UNSUPPORTED,
                      "attribute 'graph' of kernel 'k': \"always\" is not possible where the host decides");
  CHECK(run() == 5);
}

TEST_CASE_METHOD(Setup, "of a kernel that is a graph always, what the host knows all about is run by the device too",
                 "[results]") {
  if (!decidesInGraphs())
    return;
  const GraphMode mode = GENERATE(GraphMode::automatic, GraphMode::always);
  Node counted = repeat(site, SizeExpr(), SizeExpr::scalar(one), SizeExpr::constant(1),
                        {k.task("add", {array(out), scalar(one)})});
  counted.countWord = count;
  k.graph({counted}, mode);
  CHECK(run() == 1);
  CHECK(how() ==
        (mode == GraphMode::always ? "graph: the image has no code for it" : "host: the image has no code for it"));
}

TEST_CASE_METHOD(Setup, "loops and branches in a loop in batches run as the host runs them, whatever the numbers",
                 "[results]") {
  if (!replaysLoops())
    return;
  // do { if (flag) out += one; for j in [0, flag): { out += one; do { out += one } at most `size` times }; --flag;
  //    } while (flag)
  Node innermost = doWhile(inner, {FlagKind::argument, flag}, {k.task("add", {array(out), scalar(one)})});
  innermost.maximum = SizeExpr::scalar(size);
  Node counted = repeat(inner, SizeExpr(), SizeExpr::word(128), SizeExpr::constant(1),
                        {k.task("add", {array(out), scalar(one)}), innermost});
  Node outer = doWhile(
      site, {FlagKind::argument, flag},
      {k.task("copy_word", {word(128), array(flag)}), branch(128, {k.task("add", {array(out), scalar(one)})}), counted,
       k.task("store", {word(64), scalar(one)}, SizeExpr::word(128), 1 << 12), k.task("down_i64", {array(flag)})});
  k.graph({outer});
  k.countLoops(8);
  for (int64_t times : {1, 3, 17, 40})
    for (int64_t largest : {1, 3, 20}) {
      CAPTURE(times, largest);
      std::vector<uint64_t> iterations[2];
      int64_t sums[2];
      for (int byReplay : {0, 1}) {
        sums[byReplay] = run({.loops = byReplay ? "replay" : "host"}, largest, times);
        for (uint32_t index : {0, 1, 2})
          iterations[byReplay].push_back(info(index).iterations);
      }
      const auto n = static_cast<uint64_t>(times), counts = n * (n + 1) / 2;
      CHECK(iterations[1] == std::vector<uint64_t>{n, counts, counts * static_cast<uint64_t>(largest)});
      CHECK(iterations[0] == iterations[1]);
      CHECK(sums[1] == static_cast<int64_t>(n + counts + counts * static_cast<uint64_t>(largest)));
      CHECK(sums[0] == sums[1]);
      CHECK(how(2) == "replay: the loop around it is run so");
    }
}

TEST_CASE_METHOD(Setup, "launches of a loop that nobody waits for follow each other with their own arguments",
                 "[results]") {
  // for i in [0, size): { if (one) out += one; else store }
  const bool isKnown = GENERATE(true, false);
  Node counted =
      repeat(site, SizeExpr(), isKnown ? SizeExpr::scalar(size) : SizeExpr::word(128), SizeExpr::constant(1),
             {branch(136, {k.task("add", {array(out), scalar(one)})}, {k.task("store", {word(72), scalar(one)})})});
  k.graph({k.task("store", {word(128), scalar(size)}), k.task("store", {word(136), scalar(one)}), counted});
  k.countLoops(8);
  device.emplace(openDevice());
  loaded.emplace(*device, package.bytes());
  for (const char *strategy : {"host", "graph", "replay"}) {
    if (!runsLoopsBy(strategy))
      continue;
    CAPTURE(isKnown, strategy);
    qdrt::Array<int64_t> sum(*device, {}, std::vector<int64_t>{0}), left(*device, {}, std::vector<int64_t>{0});
    int64_t expected = 0;
    // 1500 iterations are more batches than are submitted without a look.
    for (int64_t times : {3, 0, 1500, 5, 1, 64, 127})
      for (int64_t by : {7, 0, 2}) {
        loaded->kernel("k").launch({.loops = strategy}, sum, left, times, by);
        expected += times * by;
      }
    device->synchronize();
    CHECK(sum.read()[0] == expected);
    CHECK(info().iterations == 127);
  }
}

TEST_CASE_METHOD(Setup, "an assertion that fails in a loop ends it, whoever decides, and the next launch runs",
                 "[results]") {
  const uint32_t place = k.scalar("place", ElementType::i64),
                 assertion = package.site(SiteKind::assertion, 11, "too far");
  Node whole = loop();
  whole.body.push_back(
      k.task("assert_word_below", {source(SlotKind::errorRecord), array(out), scalar(size), scalar(place)}));
  k.graph({whole});
  device.emplace(openDevice());
  loaded.emplace(*device, package.bytes());
  for (const char *strategy : {"host", "graph", "replay"}) {
    if (!runsLoopsBy(strategy))
      continue;
    CAPTURE(strategy);
    qdrt::Array<int64_t> sum(*device, {}), left(*device, {});
    auto launch = [&](int64_t limit) {
      left.write(std::vector<int64_t>{90});
      sum.write(std::vector<int64_t>{0});
      loaded->kernel("k").launch({.loops = strategy}, sum, left, limit, int64_t{1}, int64_t{assertion});
      device->synchronize();
    };
    for (int64_t limit : {1, 3, 20}) {
      CHECK_THROWS_STATUS(launch(limit), QDRT_ASSERTION_FAILED, "test.qir:11:5: assertion failed: too far");
      CHECK(sum.read()[0] == limit);
    }
    CHECK_NOTHROW(launch(91));
    CHECK(sum.read()[0] == 90);
    CHECK(info().iterations == 90);
  }
}

TEST_CASE_METHOD(Setup, "a branch in a loop of one iteration is a graph always, whatever decides", "[results]") {
  if (!decidesInGraphs())
    return;
  const SizeExpr once = SizeExpr::constant(1);
  Node around =
      repeat(site, SizeExpr(), once, once,
             {branch(128, {k.task("add", {array(out), scalar(one)})}, {k.task("add", {array(out), scalar(size)})})});
  around.countWord = count;
  k.graph({k.task("copy_word", {word(128), array(flag)}), around}, GraphMode::always);
  CHECK(run({}, 3, 1) == 1);
  CHECK(how() == "graph: the image has no code for it");
  CHECK(info().iterations == 1);
  CHECK(run({}, 3, 0) == 3);
  CHECK_THROWS_STATUS(run({.loops = "grid"}), QDRT_UNSUPPORTED,
                      "test.qir:10:5: loop 'solve' of kernel 'k' can't be run by 'grid' (the launch asks for it): the "
                      "image has no code for it");
}

TEST_CASE_METHOD(Setup, "a loop that the device runs counts as one task, which knows the source's loops in it",
                 "[results]") {
  k.graph({k.task("store", {word(128), scalar(one)}), loop()});
  code(LoopStrategy::block, 1);
  CHECK(run({.loops = "host"}) == 5);
  CHECK(loaded->kernel("k").counters().tasks == 1 + 5 * 3);
  if (!hasBlocks())
    return;
  CHECK(run() == 5);
  CHECK(loaded->kernel("k").counters().tasks == 2);
  CHECK(loaded->kernel("k").counters().source_loops == 4);
}

TEST_CASE_METHOD(Setup, "in a loop that the host leads, iterations of all visits add up", "[results]") {
  // The loop's flag comes back to `one` + 2 each time.
  uint32_t start = k.scalar("start", ElementType::i64);
  const std::string strategy = graphStrategy();
  const bool byGraph = GENERATE(false, true) && !strategy.empty();
  if (byGraph)
    asked = replaysLoops() ? LoopStrategy::replay : LoopStrategy::graph;
  Node around = repeat(inner, SizeExpr(), SizeExpr::constant(4), SizeExpr::constant(1),
                       {k.task("store", {array(flag), scalar(start)}), loop()});
  around.countWord = 16;
  around.strategy = LoopStrategy::host;
  k.graph({around});
  code(LoopStrategy::block, 2);
  device.emplace(openDevice());
  loaded.emplace(*device, package.bytes());
  qdrt::Array<int64_t> sum(*device, {}, std::vector<int64_t>{0}), left(*device, {}, std::vector<int64_t>{0});
  for (int64_t round : {1, 2}) {
    loaded->kernel("k")(sum, left, int64_t{3}, int64_t{1}, int64_t{3});
    CHECK(info(0).iterations == 4);
    CHECK(info(1).iterations == 12); // the host waited
    CHECK(sum.read()[0] == round * 12);
  }
  CHECK(how(0) == (isCPU() ? onlyHost : "host: the source asks for it"));
  if (isCPU() || byGraph || hasBlocks())
    CHECK(how(1) == (isCPU()   ? onlyHost
                     : byGraph ? strategy + ": the source asks for it"
                               : "block: it is estimated to be the fastest"));
  if (strategy.empty())
    return;
  // A graph adds up the visits itself.
  for (const std::string &first : {std::string("host"), strategy}) {
    auto launch = [&] {
      qdrt::Array<int64_t> total(*device, {}, std::vector<int64_t>{0});
      loaded->kernel("k").launch({.loops = first.c_str()}, total, left, int64_t{3}, int64_t{1}, int64_t{3});
      device->synchronize();
      CHECK(total.read()[0] == 12);
      CHECK(info(0).iterations == 4);
      CHECK(info(1).iterations == 12);
    };
    launch();
    launch();
  }
}

TEST_CASE_METHOD(Setup, "what follows from counters and arguments costs the host no task, and wraps as on a device",
                 "[results]") {
  // for i in [0, 6): { if (i < size) ++out; for j in [0, i): ++out }
  auto add = [&] { return k.task("add", {array(out), scalar(one)}); };
  const Node less = k.task("less", {word(72), word(64), scalar(size)}),
             bound = k.task("copy_word", {word(80), word(64)});
  auto binary = [](SizeExprKind kind, const SizeExpr &lhs, const SizeExpr &rhs) {
    return SizeExpr::binary(kind, lhs, rhs);
  };
  const SizeExpr away = binary(SizeExprKind::sub, SizeExpr::scalar(size), SizeExpr::word(64));
  k.knownWord(72,
              binary(SizeExprKind::min, binary(SizeExprKind::max, away, SizeExpr::constant(0)), SizeExpr::constant(1)),
              less);
  const bool isSpare = GENERATE(true, false);
  k.knownWord(80, SizeExpr::word(64), bound, isSpare);
  Node held = repeat(inner, SizeExpr(), SizeExpr::word(80), SizeExpr::constant(1), {add()});
  Node around = repeat(site, SizeExpr(), SizeExpr::constant(6), SizeExpr::constant(1),
                       {less, branch(72, {add()}), bound, held}, 64);
  k.graph({around});
  k.countLoops(8);
  for (const char *strategy : {"host", "graph", "replay", "auto"}) {
    if (!runsLoopsBy(strategy))
      continue;
    CAPTURE(strategy, isSpare);
    const bool byHost = strategy != graphStrategy();
    for (int64_t limit : {4, 0, 100}) {
      const int64_t taken = std::min<int64_t>(limit, 6);
      CHECK(run({.loops = strategy}, limit) == 15 + taken);
      if (byHost)
        CHECK(loaded->kernel("k").counters().tasks == static_cast<uint64_t>(15 + taken + (isSpare ? 0 : 6)));
    }
    // The difference does not fit in 64 bits from i = 1 on.
    CHECK(run({.loops = strategy}, INT64_MIN) == 15);
    if (byHost)
      CHECK(loaded->kernel("k").counters().tasks == (isSpare ? 15u + 5 : 15u + 5 + 6));
  }
}

TEST_CASE_METHOD(Setup, "a loop in a branch that is not taken counts nothing", "[results]") {
  uint32_t odd = k.scalar("odd", ElementType::i64);
  k.graph({k.task("store", {word(128), scalar(odd)}), branch(128, {loop()}), branch(128, {}, {loop()})});
  code(LoopStrategy::block, 2);
  code(LoopStrategy::block, 4 + 3); // after the second branch
  device.emplace(openDevice());
  loaded.emplace(*device, package.bytes());
  for (int64_t isTaken : {1, 0, 1}) {
    qdrt::Array<int64_t> sum(*device, {}, std::vector<int64_t>{0}), left(*device, {}, std::vector<int64_t>{6});
    loaded->kernel("k")(sum, left, int64_t{3}, int64_t{1}, isTaken);
    device->synchronize();
    CHECK(sum.read()[0] == 6);
    CHECK(info(0).iterations == (isTaken ? 6 : 0));
    CHECK(info(1).iterations == (isTaken ? 0 : 6));
    if (!isCPU() && hasBlocks())
      CHECK(how(1) == "block: it is estimated to be the fastest");
  }
}

TEST_CASE_METHOD(Setup, "what a launch allows ends a loop alike, whoever runs it", "[results]") {
  uint32_t place = k.scalar("place", ElementType::i64);
  // The task that makes every entry point look at the record.
  Node never = k.task("assert_below", {source(SlotKind::errorRecord), scalar(one), scalar(place)}, SizeExpr());
  k.graph({loop(), never});
  for (LoopStrategy strategy : {LoopStrategy::block, LoopStrategy::grid})
    k.loopCode(0, strategy, "loop_down_limited",
               {source(SlotKind::errorRecord), array(out), array(flag), word(count),
                source(SlotKind::maximumIterations), scalar(place)});
  device.emplace(openDevice());
  loaded.emplace(*device, package.bytes());
  for (const char *strategy : {"host", "graph", "replay", "block", "grid"}) {
    if ((isCPU() && strategy != std::string("host")) || !runsLoopsBy(strategy))
      continue;
    CAPTURE(strategy);
    qdrt::Array<int64_t> sum(*device, {}), left(*device, {});
    auto launch = [&](uint64_t maximum) {
      left.write(std::vector<int64_t>{5});
      sum.write(std::vector<int64_t>{0});
      loaded->kernel("k").launch({.maximumIterations = maximum, .loops = strategy}, sum, left, int64_t{3}, int64_t{1},
                                 int64_t{site});
      device->synchronize();
    };
    CHECK_NOTHROW(launch(5));
    CHECK_THROWS_STATUS(launch(4), QDRT_LOOP_MAXIMUM,
                        "test.qir:10:5: loop 'solve' reached the launch's maximum of 4 iterations");
    CHECK(sum.read()[0] == 4);
    auto failure = sized<qdrt_failure_info>();
    REQUIRE(qdrt_kernel_failure(loaded->kernel("k").get(), nullptr, &failure) == QDRT_OK);
    CHECK(failure.iteration == 0);
    CHECK(failure.line == 10);
    CHECK_NOTHROW(launch(0));
    CHECK(sum.read()[0] == 5);
    CHECK(info().iterations == 5);
  }
}

TEST_CASE("what a device's loop reports is told as the host would", "[results]") {
  PackageBuilder package;
  uint32_t site = package.site(SiteKind::loop, 10, "solve");
  KernelBuilder &k = package.kernel("k");
  uint32_t code = k.scalar("code", ElementType::i64), value = k.scalar("value", ElementType::i64),
           place = k.scalar("place", ElementType::i64);
  k.graph({k.task("report_error", {source(SlotKind::errorRecord), scalar(code), scalar(place), scalar(value)})});
  qdrt::Device device = openDevice();
  qdrt::Package loaded(device, package.bytes());
  auto report = [&](int64_t reported, int64_t number) {
    loaded.kernel("k")(reported, number, int64_t{site});
    device.synchronize();
  };
  CHECK_NOTHROW(report(QD_ERROR_NONE, 7));
  CHECK_THROWS_STATUS(report(QD_ERROR_LOOP_MAXIMUM, 7), QDRT_LOOP_MAXIMUM,
                      "test.qir:10:5: loop 'solve' reached its maximum of 7 iterations");
  CHECK_THROWS_STATUS(report(QD_ERROR_LAUNCH_MAXIMUM, 9), QDRT_LOOP_MAXIMUM,
                      "test.qir:10:5: loop 'solve' reached the launch's maximum of 9 iterations");
  CHECK_THROWS_STATUS(report(QD_ERROR_LOOP_STEP, -2), QDRT_INVALID_ARGUMENT,
                      "test.qir:10:5: loop 'solve' has the step -2; it takes 1 or more");
  CHECK_THROWS_STATUS(report(77, 0), QDRT_INVALID_PACKAGE,
                      "kernel 'k' reported the error 77, which this version of libqdrt does not know");
}
