//===- LoopTest.cpp - Code of the CUDA backend that waits for itself ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "Runtime/CUDA/Driver.h"

#include <cstdlib>

using namespace cuda_test;
using Catch::Matchers::Contains;

namespace {
/// Slots of "add", for each thread 1, and of "copy_word".
struct Setup : BackendSetup {
  DeviceMemory words = memory(16);
  std::vector<qd_slot> one = {slotOf(words), 1}, copy = {slotOf(words) + 8, slotOf(words)};

  ~Setup() { fake_cuda::settings() = {}; }

  /// The grid of a launch with this extent.
  std::string launched(int64_t extent) {
    REQUIRE(stream->runTask(task("add", one, extent)).ok());
    return fake_cuda::takeCalls();
  }
};

/// For kernels of loopPackage().
struct LoopKernel {
  LoopKernel() { useFakeImages(); }
  ~LoopKernel() {
    unsetenv("QDRT_GRAPH");
    fake_cuda::settings() = {};
  }
};
} // namespace

TEST_CASE_METHOD(Setup, "one block runs a task of the grid 'single', whatever its extent") {
  shape.grid = qdc::GridSize::single;
  for (int64_t extent : {int64_t{1}, int64_t{1000}, kUnknownExtent})
    CHECK_THAT(launched(extent), Contains("cuLaunchKernelEx add grid 1 block 1\n"));
}

TEST_CASE_METHOD(Setup, "a cooperative launch has the blocks that its extent needs, and no more than do well") {
  shape.grid = qdc::GridSize::cooperative;
  CHECK_THAT(launched(3), Contains("cuLaunchKernelEx add grid 3 block 1 together\n"));
  // One for each of the 4 multiprocessors until each thread has 4 iterations.
  CHECK_THAT(launched(8), Contains("grid 4 block 1 together\n"));
  CHECK_THAT(launched(23), Contains("grid 5 block 1 together\n"));
  CHECK_THAT(launched(1000), Contains("grid 8 block 1 together\n"));
  CHECK_THAT(launched(kUnknownExtent), Contains("grid 8 block 1 together\n"));
  shape = {64, 32, 32, qdc::SlotPassing::values, qdc::GridSize::cooperative};
  CHECK_THAT(launched(7), Contains("grid 4 block 64 together\n"));
  CHECK(stream->synchronize().ok());
}

TEST_CASE_METHOD(Setup, "nodes of graphs are launched together too, also once they were changed") {
  shape.grid = qdc::GridSize::cooperative;
  const std::vector<GraphNode> nodes = {{task("add", one, 3), {}}};
  auto graph = std::move(*stream->buildGraph(nodes));
  CHECK_THAT(fake_cuda::takeCalls(),
             Contains("cuGraphAddKernelNode_v2 add grid 3 block 1\ncuGraphKernelNodeSetAttribute together\n"
                      "cuGraphInstantiateWithFlags\n"));
  REQUIRE(graph->launch().ok());
  REQUIRE(graph->update(0, {task("add", one, 100), {}}).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphExecKernelNodeSetParams_v2 add grid 8 block 1 together\n"));
  REQUIRE(graph->launch().ok());
  CHECK(read<int64_t>(words)[0] == 11);
  SECTION("and what the driver refuses leaves nothing") {
    const fake_cuda::Live before = fake_cuda::live();
    fake_cuda::failCall("cuGraphKernelNodeSetAttribute", 1, fake_cuda::CUDA_ERROR_INVALID_VALUE);
    auto refused = stream->buildGraph(nodes);
    fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
    REQUIRE(!refused);
    CHECK(refused.error().message == "cannot build a graph on 'cuda:0': CUDA error 1 (CUDA_ERROR_INVALID_VALUE)");
    CHECK(fake_cuda::live() == before);
  }
}

TEST_CASE_METHOD(Setup, "neither code that waits for itself nor what comes after it starts early") {
  shape.waitsForDependencies = true;
  const TaskLaunch plain = task("add", one, 1);
  shape.grid = GENERATE(qdc::GridSize::single, qdc::GridSize::cooperative);
  const TaskLaunch loop = task("add", one, 1);
  const std::string end = shape.grid == qdc::GridSize::cooperative ? " together\n" : "\n";
  for (const TaskLaunch &launch : {plain, loop, plain, plain})
    REQUIRE(stream->runTask(launch).ok());
  const std::string add = "cuLaunchKernelEx add grid 1 block 1";
  CHECK_THAT(fake_cuda::takeCalls(), Contains(add + " early\n") && Contains(add + end + "cuCtxGetCurrent\n" + add +
                                                                            "\ncuCtxGetCurrent\n" + add + " early\n"));
  const std::vector<GraphNode> nodes = {{plain, {}}, {loop, {0}}, {plain, {1}}, {plain, {2}}};
  auto graph = std::move(*stream->buildGraph(nodes));
  const std::string calls = fake_cuda::takeCalls();
  CHECK_THAT(calls, Contains("cuGraphAddDependencies_v2 1 programmatic\ncuGraphInstantiateWithFlags\n"));
  CHECK(calls.find("programmatic") == calls.rfind("programmatic"));
  REQUIRE(graph->launch().ok());
  CHECK(read<int64_t>(words)[0] == 8);
}

TEST_CASE_METHOD(LoopKernel,
                 "a kernel whose loop the device runs is one launch, one graph, and part of a captured one") {
  const bool isGraph = GENERATE(true, false);
  setenv("QDRT_GRAPH", isGraph ? "1" : "0", 1);
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, loopPackage());
  qdrt::Array<int64_t> out(device, {}, std::vector<int64_t>{0}), flag(device, {});
  auto run = [&](int64_t times, const char *strategy, int64_t size) {
    flag.write(std::vector<int64_t>{times});
    fake_cuda::takeCalls();
    package.kernel("k").launch({.loops = strategy}, out, flag, size);
    device.synchronize();
    return fake_cuda::takeCalls();
  };
  auto iterations = [&] {
    auto info = sized<qdrt_loop_info>();
    REQUIRE(qdrt_kernel_loop(package.kernel("k").get(), 0, &info) == QDRT_OK);
    return info.iterations;
  };
  const std::string grid = run(3, "grid", 1000);
  CHECK(iterations() == 3);
  CHECK_THAT(grid, isGraph ? Contains("loop_down grid 8 block 1\ncuGraphKernelNodeSetAttribute together\n")
                           : Contains("cuLaunchKernelEx loop_down grid 8 block 1 together\n"));
  CHECK_THAT(run(4, "block", 1000), isGraph ? Contains("AddKernelNode_v2 loop_down grid 1 block 1\n"
                                                       "cuGraphAddKernelNode_v2 qdrt_publish grid 1 block 32\n")
                                            : Contains("cuLaunchKernelEx loop_down grid 1 block 1\n"));
  CHECK(iterations() == 4);
  if (isGraph) {
    // Each way keeps its graph.
    for (const char *strategy : {"grid", "block", "block"})
      CHECK_THAT(run(5, strategy, 1000), Contains("cuGraphLaunch\n") && !Contains("Node") && !Contains("cuLaunch"));
    CHECK(iterations() == 5);
    CHECK_THAT(run(5, "grid", 4), Contains("cuGraphExecKernelNodeSetParams_v2 loop_down grid 4 block 1 together\n"));
  }
  const int64_t before = out.read()[0];
  fake_cuda::CUstream native = fake_cuda::createStream();
  {
    qdrt::Stream stream = qdrt::Stream::adopt(device, native);
    flag.write(std::vector<int64_t>{6});
    fake_cuda::beginCapture(native);
    CHECK_THROWS_STATUS(package.kernel("k").launch({.stream = stream.get(), .loops = "host"}, out, flag, int64_t{4}),
                        QDRT_UNSUPPORTED,
                        "kernel 'k' can't be captured: the host decides about its loops and branches");
    package.kernel("k").launch({.stream = stream.get(), .loops = "grid"}, out, flag, int64_t{4});
    fake_cuda::CUgraph captured = fake_cuda::endCapture(native);
    CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphKernelNodeSetAttribute together\n"));
    CHECK(out.read()[0] == before);
    CHECK(fake_cuda::runGraph(captured, native) == fake_cuda::CUDA_SUCCESS);
    CHECK(out.read()[0] == before + 6);
    fake_cuda::destroyGraph(captured);
  }
  fake_cuda::destroyStream(native);
}

TEST_CASE_METHOD(LoopKernel, "a captured launch has conditional nodes where it asks for them") {
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, loopPackage());
  setenv("QDRT_LOOP", "graph", 1);
  qdrt::Device other = qdrt::Device::open("cuda:0");
  unsetenv("QDRT_LOOP");
  qdrt::Package ofOther(other, loopPackage());
  qdrt::Array<int64_t> out(device, {}, std::vector<int64_t>{0}), flag(device, {});
  fake_cuda::CUstream native = fake_cuda::createStream();
  {
    qdrt::Stream stream = qdrt::Stream::adopt(device, native), streamOfOther = qdrt::Stream::adopt(other, native);
    fake_cuda::beginCapture(native);
    CHECK_THROWS_STATUS(ofOther.kernel("k").launch({.stream = streamOfOther.get()}, out, flag, int64_t{4}),
                        QDRT_UNSUPPORTED,
                        "can't be run by 'graph' (QDRT_LOOP asks for it): a captured launch has conditional nodes only "
                        "where its option 'loops' asks for 'graph', since they take rights from the caller's graph; it "
                        "takes 'auto', 'host', 'block', 'grid'");
    fake_cuda::takeCalls();
    package.kernel("k").launch({.stream = stream.get(), .loops = "graph"}, out, flag, int64_t{4});
    CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphConditionalHandleCreate") && !Contains("cuGraphInstantiate") &&
                                           !Contains("cuGraphLaunch"));
    fake_cuda::CUgraph captured = fake_cuda::endCapture(native);
    for (int64_t times : {6, 2}) {
      const int64_t before = out.read()[0];
      flag.write(std::vector<int64_t>{times});
      device.synchronize();
      CHECK(fake_cuda::runGraph(captured, native) == fake_cuda::CUDA_SUCCESS);
      CHECK(out.read()[0] == before + times);
    }
    fake_cuda::destroyGraph(captured);
  }
  fake_cuda::destroyStream(native);
}

TEST_CASE_METHOD(LoopKernel, "a grid that waits for itself has no more blocks than its context runs at once") {
  const fake_cuda::CUcontext context = fake_cuda::createGreenContext(0, 3);
  {
    const qdrt::Device device = qdrt::Device::adopt(nativeDevice(context));
    const qdrt::Package package(device, loopPackage());
    qdrt::Array<int64_t> out(device, {}, std::vector<int64_t>{0}), flag(device, {}, std::vector<int64_t>{2});
    package.kernel("k").launch({.loops = "grid"}, out, flag, int64_t{1000});
    device.synchronize();
    CHECK_THAT(fake_cuda::takeCalls(), Contains("loop_down grid 6 block 1\n"));
    CHECK(out.read()[0] == 2);
  }
  (void)cuda::driver()->ctxSetCurrent(nullptr);
  fake_cuda::destroyContext(context);
}

TEST_CASE_METHOD(LoopKernel, "a device that gives no context a part of it is counted whole") {
  fake_cuda::failCall("cuCtxGetDevResource", 1, fake_cuda::CUDA_ERROR_NOT_SUPPORTED);
  qdrt::Device device = qdrt::Device::open("cuda:0");
  CHECK(fake_cuda::hasFailed());
  qdrt::Package package(device, loopPackage());
  qdrt::Array<int64_t> out(device, {}, std::vector<int64_t>{0}), flag(device, {}, std::vector<int64_t>{1});
  package.kernel("k").launch({.loops = "grid"}, out, flag, int64_t{1000});
  CHECK_THAT(fake_cuda::takeCalls(), Contains("loop_down grid 8 block 1\n"));
}

TEST_CASE_METHOD(LoopKernel, "a device without cooperative launches has no grid that waits for itself") {
  fake_cuda::settings().launchesTogether = false;
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, loopPackage());
  qdrt::Array<int64_t> out(device, {}, std::vector<int64_t>{0}), flag(device, {}, std::vector<int64_t>{1});
  CHECK_THROWS_STATUS(package.kernel("k").launch({.loops = "grid"}, out, flag, int64_t{4}), QDRT_UNSUPPORTED,
                      "can't be run by 'grid' (the launch asks for it): the device has no cooperative launches; it "
                      "takes 'auto', 'host', 'graph', 'block'");
  package.kernel("k")(out, flag, int64_t{4});
  device.synchronize();
  CHECK(out.read()[0] == 1);
}

namespace {
/// A loop over "add" and a copy to a word, as nodes of a graph, with memory for what decides.
struct Decisions : Setup {
  DeviceMemory flag = memory(8), counts = memory(64), record = memory(sizeof(qd_error_record));
  const std::vector<qd_slot> down = {slotOf(flag)}, more = {slotOf(words), 10};

  GraphDecision loop() {
    GraphDecision decision;
    decision.condition = flag;
    decision.conditionBytes = 8;
    decision.maximum.value = INT64_MAX;
    decision.count = counts.at(0);
    decision.record = record;
    return decision;
  }
  GraphNode inside(decltype(GraphNode::work) work, uint32_t parent, std::vector<uint32_t> after = {},
                   bool isElse = false) {
    return {std::move(work), std::move(after), parent, isElse};
  }
  void setFlag(int64_t value) { REQUIRE(stream->write(flag, &value, sizeof(value)).ok()); }
  std::vector<int64_t> ran(BackendGraph &graph) {
    REQUIRE(graph.launch().ok());
    return {read<int64_t>(words)[0], read<int64_t>(counts)[0]};
  }
};
} // namespace

TEST_CASE_METHOD(Decisions,
                 "a loop in a graph is a kernel that decides, a conditional node, and that kernel at its end") {
  const std::vector<GraphNode> nodes = {
      {loop()}, inside(task("add", one, 1), 0), inside(task("down_i64", down, 1), 0, {1})};
  auto graph = std::move(*stream->buildGraph(nodes));
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuModuleGetFunction qdrt_decide\n") &&
                                         Contains("cuGraphConditionalHandleCreate\n"
                                                  "cuGraphAddKernelNode_v2 qdrt_decide grid 1 block 1\n"
                                                  "cuGraphAddNode_v2 while\n"
                                                  "cuGraphAddKernelNode_v2 add grid 1 block 1\n"
                                                  "cuGraphAddKernelNode_v2 down_i64 grid 1 block 1\n"
                                                  "cuGraphAddKernelNode_v2 qdrt_decide grid 1 block 1\n"
                                                  "cuGraphInstantiateWithFlags\n"));
  setFlag(5);
  CHECK(ran(*graph) == std::vector<int64_t>{5, 5});
  // A launch that is under way keeps what it has; a later one has the new values.
  setFlag(3);
  REQUIRE(graph->launch().ok());
  GraphDecision bounded = loop();
  bounded.maximum.value = 2;
  REQUIRE(graph->update(0, {bounded}).ok());
  REQUIRE(graph->update(1, inside(task("add", more, 1), 0)).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphExecKernelNodeSetParams_v2 qdrt_decide grid 1 block 1\n"
                                              "cuGraphExecKernelNodeSetParams_v2 qdrt_decide grid 1 block 1\n"));
  CHECK(read<int64_t>(words)[0] == 8);
  setFlag(9);
  CHECK(ran(*graph) == std::vector<int64_t>{28, 10});
  // The second graph finds the code loaded.
  fake_cuda::takeCalls();
  REQUIRE(stream->buildGraph(nodes));
  CHECK_THAT(fake_cuda::takeCalls(), !Contains("cuModule"));
}

TEST_CASE_METHOD(Decisions, "the body of a loop that holds nothing has a node ahead of the one that decides") {
  GraphDecision bounded = loop();
  bounded.maximum.value = 4;
  const std::vector<GraphNode> nodes = {{bounded}, {task("add", one, 1), {0}}};
  auto graph = std::move(*stream->buildGraph(nodes));
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphAddNode_v2 while\n"
                                              "cuGraphAddKernelNode_v2 add grid 1 block 1\n"
                                              "cuGraphAddMemsetNode"));
  setFlag(0);
  CHECK(ran(*graph) == std::vector<int64_t>{1, 1});
  setFlag(1);
  CHECK(ran(*graph) == std::vector<int64_t>{2, 5});
  bounded.maximumIsError = true;
  REQUIRE(graph->update(0, {bounded}).ok());
  CHECK(ran(*graph) == std::vector<int64_t>{3, 9});
  CHECK(read<qd_error_record>(record)[0].code == QD_ERROR_LOOP_MAXIMUM);
}

TEST_CASE_METHOD(Decisions, "a last task that decides takes the place of that kernel at the end of a loop's body") {
  qdc::EntryPoint description;
  description.symbol = "end_down";
  description.launch = shape;
  description.slots.resize(7);
  description.slots[5].kind = qdc::SlotKind::loopState;
  description.slots[6].kind = qdc::SlotKind::conditionHandle;
  const std::unique_ptr<BackendEntry> entry = std::move(*image->prepare(description));
  std::vector<qd_slot> slots = {slotOf(record), slotOf(words) + 8, slotOf(flag), slotOf(counts), INT64_MAX, 0, 0};
  auto last = [&] {
    GraphNode node = inside(TaskLaunch{entry.get(), slots.data(), 7, 1, 1}, 0, {1});
    node.decides = true;
    return node;
  };
  const std::vector<GraphNode> nodes = {{loop()}, inside(task("add", one, 1), 0), last()};
  auto graph = std::move(*stream->buildGraph(nodes));
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphAddKernelNode_v2 qdrt_decide grid 1 block 1\n"
                                              "cuGraphAddNode_v2 while\n"
                                              "cuGraphAddKernelNode_v2 add grid 1 block 1\n"
                                              "cuGraphAddKernelNode_v2 end_down grid 1 block 1\n"
                                              "cuGraphInstantiateWithFlags\n"));
  setFlag(5);
  CHECK(ran(*graph) == std::vector<int64_t>{5, 5});
  // It keeps what it has of the graph when it is changed.
  slots[4] = 2;
  REQUIRE(graph->update(2, last()).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphExecKernelNodeSetParams_v2 end_down grid 1 block 1\n"));
  setFlag(5);
  CHECK(ran(*graph) == std::vector<int64_t>{7, 7});
  CHECK(read<qd_error_record>(record)[0].code == QD_ERROR_LAUNCH_MAXIMUM);
  // A launch that has failed begins no body.
  CHECK(ran(*graph) == std::vector<int64_t>{7, 7});
  // Of the kernel that decides there is the one node ahead of the loop.
  fake_cuda::takeCalls();
  REQUIRE(graph->update(0, {loop()}).ok());
  const std::string calls = fake_cuda::takeCalls();
  CHECK(calls.find("qdrt_decide") == calls.rfind("qdrt_decide"));
}

TEST_CASE_METHOD(Decisions, "a branch has a conditional node for each body that has a node, and decides once") {
  // The first body changes what the branch was decided by.
  const std::vector<qd_slot> zero = {slotOf(flag), 0};
  GraphDecision branch;
  branch.kind = qdc::NodeKind::branch;
  branch.condition = flag;
  const bool hasThen = GENERATE(true, false), hasElse = GENERATE(true, false);
  if (!hasThen && !hasElse)
    return;
  std::vector<GraphNode> nodes = {{branch}};
  if (hasThen) {
    nodes.push_back(inside(task("add", one, 1), 0));
    nodes.push_back(inside(task("store", zero, 1), 0));
  }
  if (hasElse)
    nodes.push_back(inside(task("add", more, 1), 0, {}, true));
  nodes.push_back({task("copy_word", copy, 1), {0}});
  auto graph = std::move(*stream->buildGraph(nodes));
  const std::string calls = fake_cuda::takeCalls();
  CHECK_THAT(calls, Contains(hasThen && hasElse ? "cuGraphAddNode_v2 if\ncuGraphAddNode_v2 if\n" : "_v2 if\n"));
  int64_t wanted = 0;
  for (int64_t value : {1, 0, 255, 0}) {
    setFlag(value);
    REQUIRE(graph->launch().ok());
    wanted += value ? hasThen : 10 * hasElse;
    CHECK(read<int64_t>(words) == std::vector<int64_t>{wanted, wanted});
  }
}

TEST_CASE_METHOD(Decisions, "an inner loop begins anew each time, and what failed begins no body") {
  // for i in [2, 9) by 3, where the inner loop runs i times: its upper bound is the outer one's word.
  GraphDecision outer = loop(), inner = loop();
  outer.kind = inner.kind = qdc::NodeKind::repeat;
  outer.lower.value = 2;
  outer.upper.value = 9;
  outer.step.value = 3;
  outer.word = counts.at(16);
  inner.upper.word = counts.at(16);
  inner.step.word = counts.at(24);
  inner.count = counts.at(8);
  inner.site = 77;
  const std::vector<GraphNode> nodes = {{outer}, inside(inner, 0), inside(task("add", one, 1), 1)};
  auto graph = std::move(*stream->buildGraph(nodes));
  auto run = [&](int64_t step) {
    const std::vector<int64_t> start = {0, 0, -1, step, 0, 0, 0, 0};
    REQUIRE(stream->write(counts, start.data(), counts.size()).ok());
    REQUIRE(graph->launch().ok());
    return read<int64_t>(counts);
  };
  for (int64_t round : {1, 2}) {
    CHECK(run(1) == std::vector<int64_t>{3, 2 + 5 + 8, 8, 1, 0, 0, 0, 0});
    CHECK(read<int64_t>(words)[0] == round * 15);
  }
  const std::vector<int64_t> stopped = run(-4);
  CHECK(stopped == std::vector<int64_t>{1, 0, 2, -4, 0, 0, 0, 0});
  const qd_error_record failure = read<qd_error_record>(record)[0];
  CHECK(failure.code == QD_ERROR_LOOP_STEP);
  CHECK(failure.site == 77);
  CHECK(failure.iteration == -4);
  CHECK(run(1) == std::vector<int64_t>{0, 0, -1, 1, 0, 0, 0, 0});
  CHECK(read<int64_t>(words)[0] == 30);
}

TEST_CASE_METHOD(Decisions, "in a body tasks start when others have ended, and run without iterations too") {
  shape.waitsForDependencies = true;
  // Its code takes the extent from a word, as compiled code does.
  const std::vector<qd_slot> none = {slotOf(words), 1, slotOf(counts.at(32).address())};
  const std::vector<GraphNode> nodes = {{loop()},
                                        inside(task("add_by_word", none, 0), 0),
                                        inside(task("down_i64", down, 1), 0, {1}),
                                        {task("add", more, 1), {0}}};
  auto graph = std::move(*stream->buildGraph(nodes));
  CHECK_THAT(fake_cuda::takeCalls(), !Contains("programmatic"));
  setFlag(2);
  CHECK(ran(*graph) == std::vector<int64_t>{10, 2});
  REQUIRE(graph->update(1, inside(task("add_by_word", none, 5), 0)).ok());
  REQUIRE(graph->update(1, inside(task("add_by_word", none, 0), 0)).ok());
  CHECK_THAT(fake_cuda::takeCalls(), !Contains("cuGraphNodeSetEnabled"));
}

TEST_CASE("a device that is too old for conditional nodes says so") {
  useFakeImages();
  fake_cuda::settings().capability = 70;
  const auto old = std::move(*cuda::Backend().open(0, {}));
  CHECK(old->noDecisionsReason() ==
        std::string("the device is older than compute capability 7.5, which conditional nodes of graphs take"));
  fake_cuda::settings() = {};
  CHECK(std::move(*cuda::Backend().open(0, {}))->noDecisionsReason() == nullptr);
}
