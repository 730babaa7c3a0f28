//===- LoopProgramsTest.cpp - Tests of LoopTasks.h and chosen programs ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime/Package/LoopTasks.h"

#include "DeferredFixture.h"

using namespace qdc;
using namespace runtime_test;

namespace {
/// Kernel "k" with four loops, each of which adds 1 to a value of its own until its flag is 0, and is run by a block
/// where its size is 1, by a grid where that is 50000.
struct FourLoops : KernelFixture {
  static constexpr uint32_t loops = 4;
  FourLoops() {
    package.addLoopCode();
    std::vector<Node> nodes;
    std::vector<uint32_t> sums, flags, sizes;
    for (uint32_t index = 0; index < loops; ++index) {
      const std::string number = std::to_string(index);
      sums.push_back(k.array("sum" + number, ElementType::i64, {}));
      flags.push_back(k.array("flag" + number, ElementType::i64, {}));
      sizes.push_back(k.scalar("size" + number, ElementType::i64));
    }
    for (uint32_t index = 0; index < loops; ++index) {
      const uint32_t site = package.site(SiteKind::loop, 10 + index, "");
      Node loop = doWhile(site, {FlagKind::argument, flags[index]},
                          {k.task("add_index", {array(sums[index])}, SizeExpr::scalar(sizes[index]), 1 << 12),
                           k.task("down_i64", {array(flags[index])})});
      loop.countWord = 8 * index;
      nodes.push_back(loop);
      for (LoopStrategy strategy : {LoopStrategy::block, LoopStrategy::grid})
        k.loopCode(3 * index, strategy, "loop_down", {array(sums[index]), array(flags[index]), word(8 * index)});
    }
    k.graph(nodes);
  }

  /// Launches with grids for the loops whose bit is set; gives the number of graphs that were built.
  uint64_t launch(uint32_t grids) {
    std::vector<qdrt::Array<int64_t>> sums, flags;
    std::vector<qdrt_argument> arguments;
    for (uint32_t index = 0; index < loops; ++index) {
      sums.emplace_back(device(), qdrt::Shape{}, Values{0});
      flags.emplace_back(device(), qdrt::Shape{}, Values{index + 1});
      qdrt_argument sum = {}, flag = {}, size = {};
      sum.type = flag.type = size.type = QDRT_I64;
      sum.data = qdrt_buffer_address(sums.back().get());
      flag.data = qdrt_buffer_address(flags.back().get());
      size.value.i64 = grids >> index & 1 ? 50000 : 1;
      arguments.insert(arguments.end(), {sum, flag, size});
    }
    const uint64_t before = state.graphsBuilt;
    REQUIRE(qdrt_kernel_launch(kernel("k").get(), arguments.data(), nullptr, nullptr) == QDRT_OK);
    device().synchronize();
    for (uint32_t index = 0; index < loops; ++index) {
      CHECK(sums[index].read()[0] == index + 1);
      auto info = sized<qdrt_loop_info>();
      REQUIRE(qdrt_kernel_loop(kernel("k").get(), index, &info) == QDRT_OK);
      CHECK(info.iterations == index + 1);
      CHECK(info.strategy == std::string(grids >> index & 1 ? "grid" : "block"));
    }
    return state.graphsBuilt - before;
  }
};
} // namespace

TEST_CASE_METHOD(FourLoops, "an instance keeps the eight ways to run its loops that were used last") {
  load();
  for (uint32_t grids = 0; grids < 8; ++grids)
    CHECK(launch(grids) == 1);
  for (uint32_t grids : {5u, 0u, 7u})
    CHECK(launch(grids) == 0);
  CHECK(launch(8) == 1); // in place of 1
  for (uint32_t grids : {0u, 2u, 3u, 4u, 5u, 6u, 7u, 8u})
    CHECK(launch(grids) == 0);
  CHECK(launch(1) == 1); // in place of 0
  CHECK(launch(0) == 1);
  CHECK(launch(2) == 1);
}

TEST_CASE_METHOD(FourLoops, "a launch that changed nothing of how loops run replays its graph at once") {
  load();
  std::vector<qdrt::Array<int64_t>> arrays;
  std::vector<qdrt_argument> arguments(3 * loops);
  for (uint32_t index = 0; index < 3 * loops; ++index) {
    arguments[index].type = QDRT_I64;
    arguments[index].value.i64 = 1;
    arrays.emplace_back(device(), qdrt::Shape{}, Values{1});
    if (index % 3 != 2)
      arguments[index].data = qdrt_buffer_address(arrays.back().get());
  }
  auto launch = [&](const char *strategy, uint64_t maximum) {
    qdrt_launch_options options = {};
    options.size = sizeof(options);
    options.loops = strategy;
    options.maximum_iterations = maximum;
    const uint64_t before = state.graphsBuilt;
    for (uint32_t index = 1; index < 3 * loops; index += 3)
      arrays[index].write(Values{1});
    REQUIRE(qdrt_kernel_launch(kernel("k").get(), arguments.data(), nullptr, &options) == QDRT_OK);
    device().synchronize();
    return state.graphsBuilt - before;
  };
  CHECK(launch(nullptr, 0) == 1);
  CHECK(launch(nullptr, 0) == 0);
  CHECK(launch(nullptr, 0) == 0);
  const uint64_t graphLaunches = state.graphLaunches;
  CHECK(launch("grid", 0) == 1);
  CHECK(launch("block", 0) == 0);
  CHECK(launch(nullptr, 0) == 0);
  CHECK(launch("host", 0) == 4); // the bodies
  CHECK(launch("host", 3) == 0);
  CHECK(launch("grid", 3) == 0);
  CHECK(state.graphLaunches == graphLaunches + 3 + 2 * 4 + 1);
}

TEST_CASE_METHOD(FourLoops, "a launch that is refused leaves the graph of the one before") {
  load();
  CHECK(launch(0) == 1);
  uint32_t count = 0;
  REQUIRE(qdrt_graph_node_count(kernel("k").get(), nullptr, &count) == QDRT_OK);
  CHECK(count == 1 + loops);
  qdrt_graph_node_info node = sized<qdrt_graph_node_info>();
  REQUIRE(qdrt_graph_node(kernel("k").get(), nullptr, 0, &node) == QDRT_OK);
  CHECK(node.task == std::string("loop_down"));
  CHECK(node.extent == 1);
  CHECK(node.line == 100);
  const char *dot = nullptr;
  REQUIRE(qdrt_graph_dot(kernel("k").get(), nullptr, &dot) == QDRT_OK);
  CHECK_THAT(dot, Catch::Matchers::Contains("n0 [label=\"loop_down: 1\"]"));
}

TEST_CASE("a loop as a task has what its tasks have, its flags and the largest extent") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  uint32_t a = k.array("a", ElementType::i64, {}, Access::read),
           b = k.array("b", ElementType::i64, {kDynamicDimension}),
           c = k.array("c", ElementType::i64, {}, Access::write), flag = k.array("flag", ElementType::i64, {}),
           n = k.scalar("n", ElementType::i64);
  uint32_t outside = k.array("outside", ElementType::i64, {});
  (void)package.global(zeroGlobal("unused", ElementType::i64, {}));
  uint32_t g = package.global(zeroGlobal("g", ElementType::i64, {})),
           h = package.global(zeroGlobal("h", ElementType::i64, {}));
  Node task = k.task("add", {array(c), array(a)}, SizeExpr::scalar(n));
  Node loop = doWhile(0, {FlagKind::argument, flag},
                      {task, task, k.task("add", {array(b), global(g)}, SizeExpr::dim(b, 0)),
                       doWhile(0, {FlagKind::global, h}, {branch(0, {k.task("note", {array(b), array(b)})})})});
  k.graph({k.task("add", {array(outside), array(outside)}), loop});
  const Kernel kernel = k.describe();
  const std::vector<uint32_t> threads = {1, 32, 1, 1};
  const Task whole = qdrt::loader::taskOfLoop(kernel, 1, "symbol", threads);
  CHECK(whole.name == "symbol");
  CHECK(whole.location.line == 100);
  CHECK(whole.sourceLoops == std::vector<uint32_t>{0, 1, 2});
  CHECK(whole.readArrays == std::vector<uint32_t>{a, b, flag});
  CHECK(whole.writtenArrays == std::vector<uint32_t>{b, c});
  CHECK(whole.readGlobals == std::vector<uint32_t>{g, h});
  CHECK(whole.writtenGlobals == std::vector<uint32_t>{g});
  CHECK(whole.extent.str() ==
        SizeExpr::binary(
            SizeExprKind::max, SizeExpr::binary(SizeExprKind::max, SizeExpr::constant(1), SizeExpr::scalar(n)),
            SizeExpr::binary(SizeExprKind::max,
                             SizeExpr::binary(SizeExprKind::mul, SizeExpr::dim(b, 0), SizeExpr::constant(32)),
                             SizeExpr::constant(1)))
            .str());
  CHECK(qdrt::loader::taskOfLoop(kernel, 5, "inner", threads).readGlobals == std::vector<uint32_t>{h});
}

TEST_CASE("a loop that is a task uses the temporaries of its tasks and flags") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  uint32_t one = k.scalar("one", ElementType::i64);
  uint32_t table = k.temporary(ElementType::i64, {SizeExpr::scalar(one)}), flag = k.temporary(ElementType::i64, {});
  k.graph({doWhile(0, {FlagKind::temporary, 1}, {k.task("add", {inRegion(table, 0), scalar(one)})})});
  const Task whole = qdrt::loader::taskOfLoop(k.describe(), 0, "symbol", std::vector<uint32_t>{1});
  CHECK(whole.readRegions == std::vector<uint32_t>{table, flag});
  CHECK(whole.writtenRegions == std::vector<uint32_t>{table});
}

TEST_CASE("the extent of a loop of many tasks is no deeper than it must be") {
  PackageBuilder package;
  KernelBuilder &k = package.kernel("k");
  std::vector<Node> tasks;
  for (uint32_t index = 0; index < 3000; ++index)
    tasks.push_back(k.task("add", {}, SizeExpr::dim(0, index)));
  k.graph({doWhile(0, {}, tasks)});
  CHECK(qdrt::loader::taskOfLoop(k.describe(), 0, "loop", std::vector<uint32_t>(3000, 1)).extent.isWithinLimits());
}
