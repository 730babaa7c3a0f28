//===- GraphTest.cpp - Loops and branches of a graph ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <cstdlib>
#include <cstring>
#include <optional>

using namespace qdc;
using namespace runtime_test;

static SizeExpr constant(int64_t value) { return SizeExpr::constant(value); }

namespace {
/// A package with the loop site 0 ("outer") and one kernel "k", whose first argument is a log: log[0] entries follow.
/// It runs its loops in each way that needs no code of their own.
struct Setup {
  const std::string loops = graphStrategy().empty() || GENERATE(true, false) ? "host" : graphStrategy();
  const bool isSet = setenv("QDRT_LOOP", loops.c_str(), 1) == 0;
  PackageBuilder package;
  uint32_t outer = package.site(SiteKind::loop, 10, "outer"), middle = package.site(SiteKind::loop, 20, "middle"),
           inner = package.site(SiteKind::loop, 30, "");
  KernelBuilder &k = package.kernel("k");
  uint32_t log = k.array("log", ElementType::i64, {kDynamicDimension});
  std::vector<int64_t> entries = std::vector<int64_t>(4096);
  qdrt::Device device = openDevice();
  std::optional<qdrt::Package> loaded;

  ~Setup() { unsetenv("QDRT_LOOP"); }
  /// Makes that the kernel's graph. Its loops count, and its tasks look at an error record.
  void graph(std::vector<Node> nodes, GraphMode mode = GraphMode::automatic) {
    nodes.push_back(k.task("assert_below", {source(SlotKind::errorRecord), word(240), word(240)}, SizeExpr()));
    k.graph(std::move(nodes), mode);
    k.countLoops(16);
  }
  /// A task that notes the word at `offset`.
  Node noteWord(uint64_t offset) { return k.task("note_word", {array(log), word(offset)}); }
  template <typename... Arguments>
  std::vector<int64_t> run(Arguments &&...arguments) {
    if (!loaded)
      loaded.emplace(device, package.bytes());
    entries.assign(entries.size(), 0);
    loaded->kernel("k")(entries, std::forward<Arguments>(arguments)...);
    return std::vector<int64_t>(entries.begin() + 1, entries.begin() + 1 + entries[0]);
  }
  uint64_t iterations(uint32_t loop) {
    auto info = sized<qdrt_loop_info>();
    REQUIRE(qdrt_kernel_loop(loaded->kernel("k").get(), loop, &info) == QDRT_OK);
    return info.iterations;
  }
};
} // namespace

using Log = std::vector<int64_t>;

TEST_CASE_METHOD(Setup, "tasks run in the order of the graph", "[results]") {
  uint32_t a = k.scalar("a", ElementType::i64), b = k.scalar("b", ElementType::i64);
  Node first = k.task("note", {array(log), scalar(a)}), second = k.task("note", {array(log), scalar(b)});
  graph({second, first, first});
  CHECK(run(int64_t{1}, int64_t{2}) == Log{2, 1, 1});
}

TEST_CASE_METHOD(Setup, "repeat counts from the lower bound by steps", "[results]") {
  uint32_t lower = k.scalar("lower", ElementType::i64), upper = k.scalar("upper", ElementType::i64),
           step = k.scalar("step", ElementType::i8);
  graph({repeat(outer, SizeExpr::scalar(lower), SizeExpr::scalar(upper), SizeExpr::scalar(step), {noteWord(64)}, 64)});
  auto run3 = [&](int64_t from, int64_t to, int8_t by) { return run(from, to, by); };
  CHECK(run3(0, 3, 1) == Log{0, 1, 2});
  CHECK(run3(-5, 6, 5) == Log{-5, 0, 5});
  CHECK(iterations(0) == 3);
  CHECK(run3(3, 3, 1) == Log{});
  CHECK(iterations(0) == 0);
  CHECK(run3(4, 3, 1) == Log{});
  CHECK(run3(INT64_MAX - 3, INT64_MAX, 2) == Log{INT64_MAX - 3, INT64_MAX - 1});
  CHECK_THROWS_STATUS(run3(0, 3, 0), QDRT_INVALID_ARGUMENT,
                      "test.qir:10:5: loop 'outer' has the step 0; it takes 1 or more");
  CHECK_THROWS_STATUS(run3(0, 3, -1), QDRT_INVALID_ARGUMENT, "has the step -1");
}

TEST_CASE_METHOD(Setup, "a loop in a kernel that is to be a graph always is refused where there are graphs") {
  graph({repeat(outer, constant(0), constant(3), constant(1), {noteWord(64)}, 64)}, GraphMode::always);
  const char *set = std::getenv("QDRT_GRAPH");
  const std::string part =
      loops == "replay" ? "submits the iterations of a loop, batch by batch" : "decides about loops and branches";
  if (isCPU() || (set && std::string(set) == "0") || loops == "graph")
    CHECK(run() == Log{0, 1, 2});
  else
    CHECK_THROWS_STATUS(run(), QDRT_UNSUPPORTED,
                        "attribute 'graph' of kernel 'k': \"always\" is not possible where the host " + part +
                            "; the kernel takes \"auto\" or \"never\"");
}

TEST_CASE_METHOD(Setup, "bounds and extents are read from words when they are needed", "[results]") {
  // word 64: upper bound; the body raises nothing, the second loop sees what the first stored.
  uint32_t n = k.scalar("n", ElementType::i64);
  uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension});
  graph({k.task("store", {word(64), scalar(n)}),
         repeat(outer, constant(0), SizeExpr::word(64), constant(1),
                {k.task("add_index", {array(out)}, SizeExpr::word(72)), noteWord(72)}, 72)});
  std::vector<int64_t> values(5);
  CHECK(run(int64_t{4}, values) == Log{0, 1, 2, 3});
  // Iteration i runs over [0, i).
  CHECK(values == std::vector<int64_t>{3, 4, 3, 0, 0});
}

TEST_CASE_METHOD(Setup, "do-while reads an integer flag of every type after each iteration", "[results]") {
  struct Case {
    ElementType type;
    const char *symbol;
    int64_t iterations;
  };
  auto [type, symbol, wanted] =
      GENERATE(Case{ElementType::i1, "down_i1", 1}, Case{ElementType::i8, "down_i8", 5},
               Case{ElementType::i16, "down_i16", 5}, Case{ElementType::i32, "down_i32", 5},
               Case{ElementType::i64, "down_i64", 5}, Case{ElementType::index, "down_i64", 5});
  uint32_t flag = k.array("flag", type, {});
  Node loop = doWhile(outer, {FlagKind::argument, flag}, {k.task(symbol, {array(flag)}), noteWord(64)});
  loop.iterationWord = 0;
  k.result(ElementType::i64, 0);
  graph({loop});
  int64_t start = type == ElementType::i1 ? 1 : 5;
  // Bytes after a narrow flag are not its business.
  int64_t value = -1;
  std::memcpy(&value, &start, elementSize(type));
  qdrt::View view(&value, {}, QDRT_MEMORY_HOST);
  CHECK(run(view.as(static_cast<qdrt_type>(type))).size() == static_cast<size_t>(wanted));
  CHECK(loaded->kernel("k").result<int64_t>() == wanted);
  CHECK(iterations(0) == static_cast<uint64_t>(wanted));
}

TEST_CASE_METHOD(Setup, "do-while runs once even if the flag is 0 before", "[results]") {
  uint32_t flag = k.array("flag", ElementType::i64, {});
  graph({doWhile(outer, {FlagKind::argument, flag}, {noteWord(64)})});
  int64_t zero = 0;
  CHECK(run(qdrt::View(&zero, {}, QDRT_MEMORY_HOST)) == Log{0});
}

TEST_CASE_METHOD(Setup, "do-while stops at its maximum, which below 1 counts as 1", "[results]") {
  uint32_t flag = k.array("flag", ElementType::i64, {}), maximum = k.scalar("maximum", ElementType::i64);
  Node loop = doWhile(outer, {FlagKind::argument, flag}, {noteWord(64)});
  loop.maximum = SizeExpr::scalar(maximum);
  loop.iterationWord = 0;
  k.result(ElementType::i64, 0);
  graph({loop});
  int64_t one = 1;
  qdrt::View flagView(&one, {}, QDRT_MEMORY_HOST);
  CHECK(run(flagView, int64_t{7}).size() == 7);
  CHECK(loaded->kernel("k").result<int64_t>() == 7);
  CHECK(run(flagView, int64_t{0}).size() == 1);
  CHECK(run(flagView, int64_t{-3}).size() == 1);
}

TEST_CASE_METHOD(Setup, "a maximum that is an error names the loop", "[results]") {
  uint32_t flag = k.array("flag", ElementType::i64, {});
  Node loop = doWhile(outer, {FlagKind::argument, flag}, {k.task("down_i64", {array(flag)}), noteWord(64)});
  loop.maximum = constant(4);
  loop.maximumIsError = true;
  graph({loop, noteWord(72)});
  int64_t count = 9;
  qdrt::View view(&count, {}, QDRT_MEMORY_HOST);
  CHECK_THROWS_STATUS(run(view), QDRT_LOOP_MAXIMUM, "test.qir:10:5: loop 'outer' reached its maximum of 4 iterations");
  // Nothing after the loop ran.
  CHECK(entries[0] == 4);
  // Finishing in the last allowed iteration is no error.
  count = 4;
  CHECK(run(view).size() == 5);
}

TEST_CASE_METHOD(Setup, "a launch may bound every loop that data ends", "[results]") {
  uint32_t flag = k.array("flag", ElementType::i64, {});
  graph({doWhile(outer, {FlagKind::argument, flag}, {noteWord(64)})});
  loaded.emplace(device, package.bytes());
  int64_t one = 1;
  auto launch = [&] {
    loaded->kernel("k").launch({.maximumIterations = 12}, entries, qdrt::View(&one, {}, QDRT_MEMORY_HOST));
  };
  CHECK_THROWS_STATUS(launch(), QDRT_LOOP_MAXIMUM,
                      "test.qir:10:5: loop 'outer' reached the launch's maximum of 12 iterations");
  CHECK(entries[0] == 12);
  // The failure has the loop's place, the launch has no results, and a bound holds for its launch alone.
  auto info = sized<qdrt_failure_info>();
  REQUIRE(qdrt_kernel_failure(loaded->kernel("k").get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_LOOP_MAXIMUM);
  CHECK(info.line == 10);
  CHECK_FAILS(qdrt_kernel_results(loaded->kernel("k").get(), nullptr, nullptr, 0), QDRT_LOOP_MAXIMUM, "loop 'outer'");
  one = 0;
  CHECK(run(qdrt::View(&one, {}, QDRT_MEMORY_HOST)).size() == 1);
}

TEST_CASE_METHOD(Setup, "a loop that ends in the last iteration that the launch allows is no error", "[results]") {
  uint32_t flag = k.array("flag", ElementType::i64, {});
  graph({doWhile(outer, {FlagKind::argument, flag}, {k.task("down_i64", {array(flag)}), noteWord(64)}), noteWord(72)});
  loaded.emplace(device, package.bytes());
  int64_t count = 5;
  auto launch = [&](uint64_t maximum) {
    entries.assign(entries.size(), 0);
    loaded->kernel("k").launch({.maximumIterations = maximum}, entries, qdrt::View(&count, {}, QDRT_MEMORY_HOST));
  };
  launch(5);
  CHECK(entries[0] == 6);
  count = 5;
  CHECK_THROWS_STATUS(launch(4), QDRT_LOOP_MAXIMUM, "reached the launch's maximum of 4 iterations");
  CHECK(entries[0] == 4);
}

TEST_CASE_METHOD(Setup, "the launch's maximum holds for each visit of an inner loop", "[results]") {
  uint32_t flag = k.array("flag", ElementType::i64, {}), three = k.scalar("three", ElementType::i64);
  Node loop = doWhile(middle, {FlagKind::argument, flag}, {k.task("down_i64", {array(flag)}), noteWord(64)});
  graph({repeat(outer, constant(0), constant(4), constant(1), {k.task("store", {array(flag), scalar(three)}), loop})});
  loaded.emplace(device, package.bytes());
  int64_t value = 0;
  // 12 iterations, 3 in each visit.
  loaded->kernel("k").launch({.maximumIterations = 3}, entries, qdrt::View(&value, {}, QDRT_MEMORY_HOST), int64_t{3});
  CHECK(entries[0] == 12);
}

TEST_CASE_METHOD(Setup, "while computes its condition before each iteration", "[results]") {
  uint32_t n = k.scalar("n", ElementType::i64), one = k.scalar("one", ElementType::i64),
           zero = k.scalar("zero", ElementType::i64);
  graph(
      {k.task("store", {word(64), scalar(zero)}), whileDo(outer, {k.task("less", {word(72), word(64), scalar(n)})}, 72,
                                                          {noteWord(64), k.task("add", {word(64), scalar(one)})})});
  CHECK(run(int64_t{3}, int64_t{1}, int64_t{0}) == Log{0, 1, 2});
  CHECK(iterations(0) == 3);
  CHECK(run(int64_t{0}, int64_t{1}, int64_t{0}) == Log{});
  auto endless = [&] {
    entries.assign(entries.size(), 0);
    loaded->kernel("k").launch({.maximumIterations = 5}, entries, int64_t{100}, int64_t{0}, int64_t{0});
  };
  CHECK_THROWS_STATUS(endless(), QDRT_LOOP_MAXIMUM, "loop 'outer' reached the launch's maximum of 5 iterations");
  CHECK(entries[0] == 5);
}

TEST_CASE_METHOD(Setup, "a branch takes one side", "[results]") {
  uint32_t n = k.scalar("n", ElementType::i64), yes = k.scalar("yes", ElementType::i64),
           no = k.scalar("no", ElementType::i64);
  graph({k.task("store", {word(64), scalar(n)}), k.task("is_odd", {word(72), word(64)}),
         branch(72, {k.task("note", {array(log), scalar(yes)})}, {k.task("note", {array(log), scalar(no)})}),
         branch(72, {noteWord(64)})});
  CHECK(run(int64_t{7}, int64_t{1}, int64_t{2}) == Log{1, 7});
  CHECK(run(int64_t{8}, int64_t{1}, int64_t{2}) == Log{2});
}

TEST_CASE_METHOD(Setup, "loops nest three deep, and a flag in the middle is read again each time", "[results]") {
  // for i in [0, 3): do { while (j < 2) { if (j is odd) note i } } while (flag)
  uint32_t flag = k.array("flag", ElementType::i32, {});
  uint32_t zero = k.scalar("zero", ElementType::i64), one = k.scalar("one", ElementType::i64),
           two = k.scalar("two", ElementType::i64);
  Node innermost = whileDo(
      inner, {k.task("less", {word(72), word(80), scalar(two)})}, 72,
      {k.task("is_odd", {word(88), word(80)}), branch(88, {noteWord(64)}), k.task("add", {word(80), scalar(one)})});
  Node between = doWhile(middle, {FlagKind::argument, flag},
                         {k.task("store", {word(80), scalar(zero)}), innermost, k.task("down_i32", {array(flag)})});
  graph({repeat(outer, constant(0), constant(3), constant(1), {between}, 64)});
  // The flag starts at 2, so i = 0 takes two iterations and ends it at 0; then -1 never ends but for the maximum.
  int32_t count = 2;
  loaded.emplace(device, package.bytes());
  auto launch = [&] {
    loaded->kernel("k").launch({.maximumIterations = 4}, entries, qdrt::View(&count, {}, QDRT_MEMORY_HOST), int64_t{0},
                               int64_t{1}, int64_t{2});
  };
  CHECK_THROWS_STATUS(launch(), QDRT_LOOP_MAXIMUM, "test.qir:20:5: loop 'middle'");
  CHECK(Log(entries.begin() + 1, entries.begin() + 1 + entries[0]) == Log{0, 0, 1, 1, 1, 1});
  CHECK(qdrt_kernel_loop_count(loaded->kernel("k").get()) == 3);
  // A graph ends the iterations around the failure, all others end where it is.
  CHECK(iterations(0) == (loops == "graph" ? 2 : 1));
  CHECK(iterations(1) == 6);
  CHECK(iterations(2) == 12);
  auto info = sized<qdrt_loop_info>();
  REQUIRE(qdrt_kernel_loop(loaded->kernel("k").get(), 0, &info) == QDRT_OK);
  CHECK(info.name == std::string("outer"));
  CHECK(info.file == std::string("test.qir"));
  CHECK(info.line == 10);
  CHECK(info.strategy == loops);
}

TEST_CASE_METHOD(Setup, "a maximum may be a word that an outer iteration wrote", "[results]") {
  uint32_t flag = k.array("flag", ElementType::i64, {});
  Node loop = doWhile(middle, {FlagKind::argument, flag}, {noteWord(64)});
  loop.maximum = SizeExpr::word(64);
  graph({repeat(outer, constant(1), constant(4), constant(1), {loop}, 64)});
  int64_t one = 1;
  CHECK(run(qdrt::View(&one, {}, QDRT_MEMORY_HOST)) == Log{1, 2, 2, 3, 3, 3});
}

TEST_CASE_METHOD(Setup, "a bound that overflows is an error that names the loop's place and the bound", "[results]") {
  uint32_t n = k.scalar("n", ElementType::i64);
  SizeExpr square = SizeExpr::binary(SizeExprKind::mul, SizeExpr::scalar(n), SizeExpr::scalar(n));
  graph({repeat(middle, SizeExpr::scalar(n), square, constant(1), {noteWord(64)})});
  CHECK(run(int64_t{2}).size() == 2);
  CHECK_THROWS_STATUS(run(int64_t{1} << 40), QDRT_INVALID_ARGUMENT,
                      "test.qir:20:5: upper bound: the size 'mul(scalar(1), scalar(1))' does not fit in 64 bits");
}

TEST_CASE_METHOD(Setup, "a maximum that overflows is an error that names the loop's place") {
  uint32_t flag = k.array("flag", ElementType::i64, {}), n = k.scalar("n", ElementType::i64);
  Node loop = doWhile(outer, {FlagKind::argument, flag}, {noteWord(64)});
  loop.maximum = SizeExpr::binary(SizeExprKind::mul, SizeExpr::scalar(n), SizeExpr::scalar(n));
  graph({loop});
  int64_t zero = 0;
  CHECK_THROWS_STATUS(run(qdrt::View(&zero, {}, QDRT_MEMORY_HOST), int64_t{1} << 40), QDRT_INVALID_ARGUMENT,
                      "test.qir:10:5: maximum of iterations: the size 'mul(scalar(2), scalar(2))' does not fit");
}

TEST_CASE_METHOD(Setup, "a word outside of a workspace is an error, not a crash") {
  // A GPU's entry point has a slot for the word, so the launch is refused for another reason.
  if (!isCPU())
    return;
  uint32_t bytes = k.scalar("bytes", ElementType::i64);
  k.workspace(SizeExpr::scalar(bytes));
  k.graph({k.task("add_index", {array(log)}, SizeExpr::word(512))});
  CHECK_THROWS_STATUS(run(int64_t{256}), QDRT_INVALID_PACKAGE,
                      "extent of task 'k_0' of kernel 'k': word(512) of kernel 'k' lies outside its workspace of 256");
  CHECK(run(int64_t{1024}).empty());
}

TEST_CASE_METHOD(Setup, "what shows a graph takes a kernel that was launched on the stream, and a node that is there",
                 "[results]") {
  uint32_t a = k.scalar("a", ElementType::i64);
  k.graph({k.task("note", {array(log), scalar(a)})});
  loaded.emplace(device, package.bytes());
  qdrt_kernel kernel = loaded->kernel("k").get();
  qdrt::Device other = openDevice();
  qdrt::Stream unused(device), foreign(other);
  CHECK(run(int64_t{1}) == Log{1});
  uint32_t count = 7;
  auto info = sized<qdrt_graph_node_info>();
  const char *text = nullptr;
  auto checkAll = [&](qdrt_kernel of, qdrt_stream stream, const char *reason) {
    CHECK_FAILS(qdrt_graph_node_count(of, stream, &count), QDRT_INVALID_ARGUMENT, reason);
    CHECK_FAILS(qdrt_graph_node(of, stream, 0, &info), QDRT_INVALID_ARGUMENT, reason);
    CHECK_FAILS(qdrt_graph_dot(of, stream, &text), QDRT_INVALID_ARGUMENT, reason);
  };
  checkAll(nullptr, nullptr, "'kernel' must not be NULL");
  checkAll(kernel, unused.get(), "kernel 'k' was not launched on this stream");
  checkAll(kernel, foreign.get(), "the stream was created on another device");
  CHECK(count == 7);
  CHECK(text == nullptr);
  CHECK_FAILS(qdrt_graph_node_count(kernel, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'count' must not be NULL");
  CHECK_FAILS(qdrt_graph_node(kernel, nullptr, 0, nullptr), QDRT_INVALID_ARGUMENT, "'info' must not be NULL");
  CHECK_FAILS(qdrt_graph_dot(kernel, nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'text' must not be NULL");
  REQUIRE(qdrt_graph_node_count(kernel, nullptr, &count) == QDRT_OK);
  const std::string number = std::to_string(count);
  CHECK_FAILS(qdrt_graph_node(kernel, nullptr, count, &info), QDRT_INVALID_ARGUMENT,
              "node " + number + " of the graph of kernel 'k' does not exist; there are " + number);
}
