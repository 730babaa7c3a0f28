//===- TaskGraphTest.cpp - Tests of TaskGraph.h ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeferredFixture.h"

#include <cstdlib>

using namespace qdc;
using namespace runtime_test;

using Updates = std::vector<uint32_t>;
namespace {
struct Setup : KernelFixture {
  /// The nodes that were updated since the last call.
  Updates takeUpdates() { return std::exchange(state.updates, {}); }
};

/// A kernel of four tasks: a += 1..., b += 1..., a += 1..., store c.
struct FourTasks : Setup {
  uint32_t a = k.array("a", ElementType::i64, {kDynamicDimension}),
           b = k.array("b", ElementType::i64, {kDynamicDimension}), c = k.array("c", ElementType::i64, {}),
           value = k.scalar("value", ElementType::i64);

  FourTasks() {
    k.graph({k.task("add_index", {array(a)}, SizeExpr::dim(a, 0)), k.task("add_index", {array(b)}, SizeExpr::dim(b, 0)),
             k.task("add_index", {array(a)}, SizeExpr::dim(a, 0)), k.task("add", {array(c), scalar(value)})});
    load();
  }
};

/// The variable QDRT_GRAPH has this value for a while.
class GraphVariable {
public:
  explicit GraphVariable(const char *value) { setenv("QDRT_GRAPH", value, 1); }
  ~GraphVariable() { unsetenv("QDRT_GRAPH"); }
};
} // namespace

TEST_CASE_METHOD(FourTasks, "a graph is built once, and nodes that change are updated alone") {
  qdrt::Array<int64_t> x(device(), {4}), y(device(), {4}), z(device(), {4}), sum(device(), {}), other(device(), {});
  auto launch = [&](auto &first, auto &second, auto &third, int64_t n) {
    kernel("k")(first, second, third, n);
    return takeUpdates();
  };
  CHECK(launch(x, y, sum, 1) == Updates{});
  CHECK(state.graphsBuilt == 1);
  CHECK(kernel("k").counters().builds == 1);
  CHECK(launch(x, y, sum, 1) == Updates{});
  CHECK(kernel("k").counters().patched_slots == 0);
  CHECK(launch(x, z, sum, 1) == Updates{1});
  CHECK(kernel("k").counters().patched_nodes == 1);
  CHECK(launch(z, x, sum, 1) == Updates{0, 1, 2});
  CHECK(launch(z, x, sum, 20) == Updates{3});
  CHECK(launch(z, x, other, 300) == Updates{3});
  CHECK(state.graphsBuilt == 1);
  CHECK(state.graphLaunches == 6);
  CHECK(state.tasksSubmitted == 0);
  qdrt_counters counters = kernel("k").counters();
  CHECK(counters.launches == 6);
  CHECK(counters.replays == 5);
  CHECK(counters.nodes == 4);
  CHECK(counters.tasks == 4);
  CHECK(counters.source_loops == 4);
  CHECK(counters.bytes_copied == 0);
  // Nothing ran yet, and each launch has the arguments that it was given.
  CHECK(*sum.address() == 0);
  CHECK(x.read() == Values{9, 18, 27, 36});
  CHECK(y.read() == Values{2, 4, 6, 8});
  CHECK(z.read() == Values{7, 14, 21, 28});
  CHECK(sum.read() == Values{24});
  CHECK(other.read() == Values{300});
}

TEST_CASE_METHOD(Setup, "each node of a task that comes more than once is updated") {
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  Node add = k.task("add", {array(out), scalar(value)});
  k.graph({add, k.task("add", {array(out), scalar(value)}), add});
  load();
  qdrt::Array<int64_t> sum(device(), {}), other(device(), {});
  kernel("k")(sum, int64_t{1});
  kernel("k")(sum, int64_t{20});
  CHECK(takeUpdates() == Updates{0, 1, 2});
  kernel("k")(other, int64_t{300});
  CHECK(takeUpdates() == Updates{0, 1, 2});
  kernel("k")(other, int64_t{300});
  CHECK(takeUpdates() == Updates{});
  CHECK(sum.read() == Values{63});
  CHECK(other.read() == Values{1800});
}

TEST_CASE_METHOD(FourTasks, "one graph serves all sizes, also none") {
  qdrt::Array<int64_t> x(device(), {5}), y(device(), {5}), sum(device(), {});
  auto view = [](qdrt::Array<int64_t> &array, int64_t n) {
    return qdrt::View(array.address(), {n}, QDRT_MEMORY_DEVICE);
  };
  std::vector<Updates> wanted = {{}, {0, 2}, {1}, {0, 1, 2}, {}};
  std::vector<std::pair<int64_t, int64_t>> sizes = {{2, 3}, {0, 3}, {0, 5}, {4, 0}, {4, 0}};
  for (size_t index = 0; index < sizes.size(); ++index) {
    kernel("k")(view(x, sizes[index].first), view(y, sizes[index].second), sum, int64_t{1});
    CHECK(takeUpdates() == wanted[index]);
  }
  CHECK(state.graphsBuilt == 1);
  CHECK(x.read() == Values{6, 12, 12, 16, 0});
  CHECK(y.read() == Values{3, 6, 9, 4, 5});
}

TEST_CASE_METHOD(FourTasks, "an update that fails leaves nothing behind for the next launch") {
  qdrt::Array<int64_t> x(device(), {1}), y(device(), {1}), sum(device(), {}), other(device(), {});
  kernel("k")(x, y, sum, int64_t{1});
  state.failing = "updateGraph";
  CHECK_THROWS_STATUS(kernel("k")(y, x, other, int64_t{2}), QDRT_UNSUPPORTED,
                      "graph of kernel 'k': the test makes 'updateGraph' fail; with QDRT_GRAPH=0, or graph = ");
  state.failing = "launchGraph";
  CHECK_THROWS_STATUS(kernel("k")(y, x, other, int64_t{2}), QDRT_UNSUPPORTED,
                      "graph of kernel 'k': the test makes 'launchGraph' fail; with QDRT_GRAPH=0, or graph = ");
  state.failing = "";
  takeUpdates();
  kernel("k")(y, x, other, int64_t{2});
  CHECK(takeUpdates() == Updates{});
  CHECK(x.read() == Values{3});
  CHECK(y.read() == Values{3});
  CHECK(sum.read() == Values{1});
  CHECK(other.read() == Values{2});
}

TEST_CASE_METHOD(FourTasks, "a graph that can't be built is an error, and built by the next launch") {
  qdrt::Array<int64_t> x(device(), {1}), y(device(), {1}), sum(device(), {});
  state.failing = "buildGraph";
  CHECK_THROWS_STATUS(
      kernel("k")(x, y, sum, int64_t{1}), QDRT_UNSUPPORTED,
      "graph of kernel 'k': the test makes 'buildGraph' fail; with QDRT_GRAPH=0, or graph = \"never\" in the "
      "kernel, its tasks run one by one");
  state.failing = "";
  kernel("k")(x, y, sum, int64_t{1});
  CHECK(sum.read() == Values{1});
}

TEST_CASE_METHOD(FourTasks, "a backend without graphs runs the tasks one by one") {
  state.capabilities.hasGraphs = false;
  qdrt::Array<int64_t> x(device(), {2}), y(device(), {2}), sum(device(), {});
  kernel("k")(x, y, sum, int64_t{1});
  kernel("k")(y, x, sum, int64_t{5});
  CHECK(state.tasksSubmitted == 8);
  CHECK(x.read() == Values{3, 6});
  CHECK(sum.read() == Values{6});
}

TEST_CASE_METHOD(FourTasks, "each stream has a graph of its own") {
  qdrt::Stream one(device()), two(device());
  qdrt::Array<int64_t> x(device(), {1}), y(device(), {1}), sum(device(), {});
  for (int round = 0; round < 3; ++round)
    for (const qdrt::Stream *stream : {&one, &two})
      kernel("k").launch({.stream = stream->get()}, x, y, sum, int64_t{1});
  CHECK(state.graphsBuilt == 2);
  CHECK(kernel("k").counters().builds == 2);
  CHECK(kernel("k").counters().replays == 4);
  CHECK(takeUpdates() == Updates{});
  device().synchronize();
  CHECK(sum.read() == Values{6});
  device().reset();
  kernel("k").launch({.stream = one.get()}, x, y, sum, int64_t{1});
  CHECK(state.graphsBuilt == 3);
  device().synchronize();
}

TEST_CASE_METHOD(Setup, "a graph reports each launch to the host, and stays as it is for the next") {
  uint32_t site = package.site(SiteKind::assertion, 17, "no");
  uint32_t limit = k.scalar("limit", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.workspace(SizeExpr::scalar(limit));
  k.result(ElementType::i64, 0);
  k.graph({k.task("assert_below", {source(SlotKind::errorRecord), scalar(limit), scalar(s)}, SizeExpr::constant(100)),
           k.task("store", {word(0), scalar(limit)})});
  load();
  auto launch = [&](int64_t below) {
    kernel("k")(below, int64_t{site});
    return takeUpdates();
  };
  CHECK(launch(100) == Updates{});
  REQUIRE(state.nodes.size() == 3);
  CHECK(std::holds_alternative<qdrt::loader::GraphPublish>(state.nodes[2].work));
  // Nothing, then the scalar, then the workspace that grew too.
  CHECK(launch(100) == Updates{});
  CHECK(launch(80) == Updates{0, 1});
  CHECK(launch(200) == Updates{0, 1, 2});
  CHECK(kernel("k").result<int64_t>() == 200);
  CHECK_THROWS_STATUS(device().synchronize(), QDRT_ASSERTION_FAILED, "(iteration 80)");
  CHECK(kernel("k").counters().nodes == 3);
  CHECK(kernel("k").counters().bytes_copied == sizeof(qdrt_launch_report) + 64);
}

TEST_CASE_METHOD(Setup, "lines from graphs are printed") {
  uint32_t line = package.site(SiteKind::print, 8, "{} {}", {ElementType::i64, ElementType::f64});
  uint32_t n = k.scalar("n", ElementType::i64), s = k.scalar("site", ElementType::i64);
  k.graph({k.task("print_pair", {source(SlotKind::printBuffer), scalar(s)}, SizeExpr::scalar(n)),
           k.task("print_pair", {source(SlotKind::printBuffer), scalar(s)}, SizeExpr::scalar(n))});
  load();
  keepLines();
  kernel("k")(int64_t{1}, int64_t{line});
  kernel("k")(int64_t{2}, int64_t{line});
  device().synchronize();
  CHECK(lines == std::vector<std::string>{"0 0", "0 0", "0 0", "1 0.5", "0 0", "1 0.5"});
  CHECK(state.graphLaunches == 2);
}

TEST_CASE_METHOD(Setup, "an extent that only the device knows is not asked for") {
  uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension}), n = k.scalar("n", ElementType::i64);
  k.graph({k.task("store", {word(64), scalar(n)}), k.task("add_index", {array(out), word(64)}, SizeExpr::word(64))});
  load();
  qdrt::Array<int64_t> sums(device(), {4});
  for (int64_t count : {2, 4, 0, 3})
    kernel("k")(sums, count);
  CHECK(state.reads + state.waits == 0);
  CHECK(state.graphLaunches == 4);
  CHECK(takeUpdates() == Updates{0, 0, 0});
  CHECK(kernel("k").counters().bytes_copied == 0);
  CHECK(sums.read() == Values{3, 6, 6, 4});
}

TEST_CASE_METHOD(Setup, "what an extent is at most is known where the package says so") {
  uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension}), n = k.scalar("n", ElementType::i64);
  const SizeExpr limited = SizeExpr::binary(SizeExprKind::min, SizeExpr::word(64), SizeExpr::dim(out, 0));
  k.graph({k.task("store", {word(64), scalar(n)}), k.task("add_index", {array(out), word(64)}, limited),
           k.task("add_index", {array(out), word(64)}, SizeExpr::word(64))});
  load();
  qdrt::Array<int64_t> four(device(), {4}), six(device(), {6});
  kernel("k")(four, int64_t{3});
  CHECK(std::get<qdrt::loader::TaskLaunch>(state.nodes[1].work).atMost == 4);
  CHECK(std::get<qdrt::loader::TaskLaunch>(state.nodes[2].work).atMost == INT64_MAX);
  // A node that differs in nothing else: the same memory in another shape.
  kernel("k")(six, int64_t{3});
  (void)takeUpdates();
  kernel("k")(qdrt::View(six.address(), {5}, QDRT_MEMORY_DEVICE), int64_t{3});
  device().synchronize();
  CHECK(takeUpdates() == Updates{1});
}

TEST_CASE_METHOD(Setup, "an extent has a limit where it can only rise with its words") {
  uint32_t out = k.array("out", ElementType::i64, {kDynamicDimension}), n = k.scalar("n", ElementType::i64);
  using Kind = SizeExprKind;
  auto number = [](int64_t value) { return SizeExpr::constant(value); };
  auto make = [](Kind kind, const SizeExpr &lhs, const SizeExpr &rhs) { return SizeExpr::binary(kind, lhs, rhs); };
  const SizeExpr loaded = SizeExpr::word(64), rows = SizeExpr::dim(out, 0), three = SizeExpr::scalar(n),
                 limited = make(Kind::min, loaded, rows);
  const int64_t none = INT64_MAX;
  // With 10 elements, and 3 for n.
  const std::vector<std::pair<SizeExpr, int64_t>> cases = {
      // From a lower bound that is a word, and by a step that is one.
      {make(Kind::sub, make(Kind::max, rows, loaded), loaded), none},
      {make(Kind::add, make(Kind::floorDiv, make(Kind::sub, rows, number(1)), loaded), number(1)), none},
      {make(Kind::sub, rows, limited), none},
      {make(Kind::floorDiv, rows, limited), none},
      {make(Kind::mul, limited, number(-1)), none},
      {make(Kind::mul, limited, make(Kind::sub, number(0), three)), none},
      {make(Kind::floorDiv, limited, make(Kind::sub, number(0), three)), none},
      {make(Kind::mul, limited, limited), none},
      {make(Kind::max, rows, loaded), none},
      {make(Kind::min, make(Kind::sub, rows, loaded), three), 3},
      {make(Kind::max, limited, number(20)), 20},
      {make(Kind::sub, limited, three), 7},
      {make(Kind::sub, limited, number(40)), 1},
      {make(Kind::mul, limited, three), 30},
      {make(Kind::floorDiv, make(Kind::add, limited, number(2)), three), 4},
      {make(Kind::mul, limited, number(INT64_MAX / 2)), none},
  };
  std::vector<Node> nodes = {k.task("store", {word(64), scalar(n)})};
  for (const auto &[extent, limit] : cases)
    nodes.push_back(k.task("add_index", {array(out), word(64)}, extent));
  k.graph(nodes);
  load();
  qdrt::Array<int64_t> ten(device(), {10});
  kernel("k")(ten, int64_t{3});
  device().synchronize();
  for (size_t index = 0; index < cases.size(); ++index) {
    CAPTURE(cases[index].first.str());
    CHECK(std::get<qdrt::loader::TaskLaunch>(state.nodes[index + 1].work).atMost == cases[index].second);
  }
}

TEST_CASE_METHOD(Setup,
                 "which launches are graphs is what the kernel asks for, and by itself all but the first of one node") {
  auto [mode, tasks, variable, wanted] = GENERATE(table<GraphMode, int, const char *, uint64_t>({
      {GraphMode::automatic, 1, "", 2},
      {GraphMode::automatic, 2, "", 3},
      {GraphMode::automatic, 0, "", 0},
      {GraphMode::always, 1, "", 3},
      {GraphMode::never, 2, "", 0},
      {GraphMode::never, 1, "1", 3},
      {GraphMode::always, 2, "0", 0},
      {GraphMode::always, 0, "1", 0},
  }));
  CAPTURE(tasks, variable);
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  std::vector<Node> nodes;
  for (int task = 0; task < tasks; ++task)
    nodes.push_back(k.task("add", {array(out), scalar(value)}));
  k.graph(nodes, mode);
  GraphVariable set(variable);
  open();
  load();
  int64_t sum = 0;
  uint64_t builds = 0;
  for (uint64_t launch = 1; launch <= 3; ++launch) {
    kernel("k")(qdrt::View(&sum, {}, QDRT_MEMORY_DEVICE), int64_t{3});
    CHECK(state.graphLaunches == wanted - std::min(wanted, 3 - launch));
    // The first makes the instance, and one of them the graph.
    const bool isFirstGraph = state.graphLaunches == 1;
    CHECK(kernel("k").graph().size() == (state.graphLaunches == 0 ? 0u : static_cast<size_t>(tasks)));
    builds += launch == 1 || isFirstGraph;
    CHECK(kernel("k").counters().builds == builds);
    CHECK(kernel("k").counters().replays == launch - builds);
  }
  CHECK(qdrt_device_synchronize(device().get()) == QDRT_OK);
  CHECK(sum == 9 * tasks);
  unload();
  CHECK(state.graphsBuilt == (wanted != 0 ? 1 : 0));
  CHECK(state.tasksSubmitted == (3 - wanted) * static_cast<uint64_t>(tasks));
  CHECK(state.blocks.empty());
}

TEST_CASE_METHOD(Setup, "a kernel that is to be a graph always, and that the host leads, is refused by name") {
  // What the kernel asks for, the variable, whether the device has graphs, and whether the launch is refused.
  auto [mode, variable, hasGraphs, isRefused] = GENERATE(table<GraphMode, const char *, bool, bool>({
      {GraphMode::always, "", true, true},
      {GraphMode::always, "1", true, true},
      {GraphMode::always, "0", true, false},
      {GraphMode::always, "", false, false},
      {GraphMode::automatic, "1", true, false},
      {GraphMode::never, "1", true, false},
  }));
  CAPTURE(mode, variable, hasGraphs);
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  k.graph({repeat(package.site(SiteKind::loop, 10, "outer"), SizeExpr::constant(0), SizeExpr::constant(3),
                  SizeExpr::constant(1), {k.task("add", {array(out), scalar(value)})})},
          mode);
  GraphVariable set(variable);
  state.capabilities.hasGraphs = hasGraphs;
  open();
  load();
  int64_t sum = 0;
  auto launch = [&] { kernel("k")(qdrt::View(&sum, {}, QDRT_MEMORY_DEVICE), int64_t{5}); };
  if (isRefused)
    CHECK_THROWS_STATUS(
        launch(), QDRT_UNSUPPORTED,
        "attribute 'graph' of kernel 'k': \"always\" is not possible where the host decides about loops and "
        "branches; the kernel takes \"auto\" or \"never\"");
  else
    launch();
  CHECK(qdrt_device_synchronize(device().get()) == QDRT_OK);
  CHECK(sum == (isRefused ? 0 : 15));
  // The loop's body is a segment, which a device with graphs runs as one if all is to be.
  CHECK(state.graphsBuilt == (mode != GraphMode::always && hasGraphs ? 1 : 0));
}

TEST_CASE_METHOD(Setup, "segments between control are graphs, which are built once and updated alone") {
  auto mode = GENERATE(GraphMode::automatic, GraphMode::never);
  CAPTURE(mode);
  uint32_t out = k.array("out", ElementType::i64, {}), flag = k.array("flag", ElementType::i64, {}),
           value = k.scalar("value", ElementType::i64), other = k.scalar("other", ElementType::i64);
  k.result(ElementType::i64, 0);
  // One step, which is a graph from its second run on; two steps; what is left, with the copy of the results.
  k.graph({k.task("add", {array(out), scalar(value)}),
           doWhile(package.site(SiteKind::loop, 5, "loop"), {FlagKind::argument, flag},
                   {k.task("add", {array(out), scalar(other)}), k.task("down_i64", {array(flag)})}),
           k.task("copy_word", {word(0), array(out)})},
          mode);
  load();
  int64_t sum = 0, left = 0;
  auto launch = [&](int64_t first, int64_t second) {
    left = 3;
    kernel("k")(qdrt::View(&sum, {}, QDRT_MEMORY_DEVICE), qdrt::View(&left, {}, QDRT_MEMORY_DEVICE), first, second);
    CHECK(kernel("k").counters().tasks == 8);
    CHECK(kernel("k").counters().nodes == 5);
    CHECK(kernel("k").graph().empty());
    return kernel("k").result<int64_t>();
  };
  const bool asGraphs = mode != GraphMode::never;
  CHECK(launch(1, 10) == 31);
  CHECK(state.graphsBuilt == (asGraphs ? 2 : 0));
  CHECK(state.graphLaunches == (asGraphs ? 4 : 0));
  CHECK(state.tasksSubmitted == (asGraphs ? 1 : 8));
  CHECK(launch(1, 10) == 62);
  CHECK(state.graphsBuilt == (asGraphs ? 3 : 0));
  CHECK(takeUpdates().empty());
  CHECK(launch(1, 20) == 123);
  CHECK(kernel("k").counters().patched_nodes == (asGraphs ? 1 : 0));
  CHECK(state.tasksSubmitted == (asGraphs ? 1 : 24));
  CHECK(state.graphsBuilt == (asGraphs ? 3 : 0));
  CHECK(launch(2, 20) == 185);
  CHECK(kernel("k").counters().patched_nodes == (asGraphs ? 1 : 0));
}

TEST_CASE_METHOD(Setup, "a graph between control that is refused is the launch's failure") {
  auto call = GENERATE("buildGraph", "launchGraph");
  uint32_t out = k.array("out", ElementType::i64, {}), value = k.scalar("value", ElementType::i64);
  k.graph({repeat(package.site(SiteKind::loop, 10, "outer"), SizeExpr::constant(0), SizeExpr::constant(3),
                  SizeExpr::constant(1),
                  {k.task("add", {array(out), scalar(value)}), k.task("add", {array(out), scalar(value)})})});
  load();
  int64_t sum = 0;
  auto launch = [&] { kernel("k")(qdrt::View(&sum, {}, QDRT_MEMORY_DEVICE), int64_t{5}); };
  state.failing = call;
  CHECK_THROWS_STATUS(launch(), QDRT_UNSUPPORTED,
                      "graph of kernel 'k': the test makes '" + std::string(call) +
                          "' fail; with QDRT_GRAPH=0, or graph = \"never\" in the kernel, its tasks run one by one");
  state.failing = "";
  launch();
  CHECK(qdrt_device_synchronize(device().get()) == QDRT_OK);
  CHECK(sum == 30);
}

TEST_CASE_METHOD(Setup, "code made for a scalar has a graph of its own") {
  for (int64_t special : {8, 0}) {
    KernelBuilder &each = package.kernel("s");
    uint32_t out = each.array("out", ElementType::i64, {}), n = each.scalar("n", ElementType::i64);
    if (special != 0)
      each.specialize(n, static_cast<uint64_t>(special));
    each.graph({each.task("add", {array(out), scalar(n)}), each.task("add", {array(out), scalar(n)})});
  }
  k.graph({});
  load();
  qdrt::Array<int64_t> sum(device(), {}), other(device(), {});
  kernel("s")(sum, int64_t{8});
  kernel("s")(sum, int64_t{1});
  CHECK(state.graphsBuilt == 2);
  // A graph that was not used meanwhile learns what changed.
  kernel("s")(other, int64_t{1});
  CHECK(takeUpdates() == Updates{0, 1});
  kernel("s")(other, int64_t{8});
  CHECK(takeUpdates() == Updates{0, 1});
  CHECK(sum.read() == Values{18});
  CHECK(other.read() == Values{18});
  CHECK(state.graphsBuilt == 2);
}

TEST_CASE_METHOD(Setup, "a graph without changes is launched without an allocation for it") {
  uint32_t out = k.array("out", ElementType::i64, {}), ordinal = k.scalar("by", ElementType::i64);
  k.graph({k.task("add", {array(out), source(SlotKind::launchOrdinal)}), k.task("add", {array(out), scalar(ordinal)})});
  load();
  qdrt::Array<int64_t> sum(device(), {});
  kernel("k")(sum, int64_t{0});
  const size_t blocks = state.blocks.size();
  for (int launch = 1; launch < 10; ++launch)
    kernel("k")(sum, int64_t{0});
  CHECK(state.blocks.size() == blocks);
  // The ordinal counts.
  CHECK(takeUpdates() == Updates(9, 0));
  CHECK(sum.read() == Values{45});
}
