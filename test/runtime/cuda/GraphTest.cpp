//===- GraphTest.cpp - Graphs of the CUDA backend -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include "Runtime/CUDA/Context.h"

#include <optional>

using namespace cuda_test;
using Catch::Matchers::Contains;

/// Nodes one after the other.
static std::vector<GraphNode> chain(std::vector<decltype(GraphNode::work)> works) {
  std::vector<GraphNode> nodes;
  for (auto &work : works) {
    std::vector<uint32_t> before;
    if (!nodes.empty())
      before.push_back(static_cast<uint32_t>(nodes.size() - 1));
    nodes.push_back({std::move(work), std::move(before)});
  }
  return nodes;
}

namespace {
/// A graph that clears two words, adds to the first, copies it to the second and reports that.
struct Setup : BackendSetup {
  DeviceMemory words = memory(16), number = memory(8);
  HostMemory locked = std::move(*HostMemory::allocate(*device, sizeof(qdrt_launch_report) + 8));
  int64_t *back = reinterpret_cast<int64_t *>(static_cast<qdrt_launch_report *>(locked.address()) + 1);
  void *second = static_cast<int64_t *>(words.address()) + 1;
  std::vector<qd_slot> add = {slotOf(words), 5}, copy = {slotOf(second), slotOf(words)};
  std::vector<GraphNode> nodes = plan();

  /// With entry points of `shape`.
  std::vector<GraphNode> plan() {
    return chain({GraphFill{words, 16}, task("add", add, 1), task("copy_word", copy, 1), reporting(words.at(8))});
  }
  GraphPublish reporting(const MemoryReference &result) { return {locked, number, {}, {}, result, 1}; }
  std::unique_ptr<BackendGraph> build() {
    auto built = stream->buildGraph(nodes);
    REQUIRE(built.ok());
    return std::move(*built);
  }
  int64_t launch(BackendGraph &graph) {
    REQUIRE(graph.launch().ok());
    REQUIRE(stream->synchronize().ok());
    return *back;
  }
};
} // namespace

TEST_CASE_METHOD(Setup, "a graph is built once, runs its nodes in order, and is launched again") {
  std::unique_ptr<BackendGraph> graph = build();
  CHECK_THAT(fake_cuda::takeCalls(),
             Contains("cuGraphAddMemsetNode 16 bytes\ncuGraphAddKernelNode_v2 add grid 1 block 1\n"
                      "cuGraphAddKernelNode_v2 copy_word grid 1 block 1\n"
                      "cuGraphAddKernelNode_v2 qdrt_publish grid 1 block 32\ncuGraphInstantiateWithFlags\n"));
  CHECK(launch(*graph) == 5);
  CHECK(launch(*graph) == 5);
  std::string calls = fake_cuda::takeCalls();
  CHECK_THAT(calls, Contains("cuGraphLaunch"));
  CHECK_THAT(calls, !Contains("Node") && !Contains("cuMem"));
}

TEST_CASE_METHOD(Setup, "a task that waits for its dependencies has programmatic edges from other tasks alone") {
  shape.waitsForDependencies = true;
  nodes = plan();
  nodes.push_back({task("copy_word", copy, 1), {0, 1, 2}});
  std::unique_ptr<BackendGraph> graph = build();
  CHECK_THAT(fake_cuda::takeCalls(),
             Contains("cuGraphAddMemsetNode 16 bytes\ncuGraphAddKernelNode_v2 add grid 1 block 1\n"
                      "cuGraphAddKernelNode_v2 copy_word grid 1 block 1\ncuGraphAddDependencies_v2 1 programmatic\n"
                      "cuGraphAddKernelNode_v2 qdrt_publish grid 1 block 32\n"
                      "cuGraphAddKernelNode_v2 copy_word grid 1 block 1\n"
                      "cuGraphAddDependencies_v2 2 programmatic\ncuGraphInstantiateWithFlags\n"));
  CHECK(launch(*graph) == 5);
  CHECK(launch(*graph) == 5);
}

TEST_CASE_METHOD(Setup, "a task that waits for its dependencies runs also without iterations") {
  shape.waitsForDependencies = true;
  nodes = plan();
  std::vector<qd_slot> counted = {slotOf(words), 5, slotOf(second)}; // `second` has the number of iterations: 0
  nodes[1] = {task("add_by_word", counted, 0), {0}};
  std::unique_ptr<BackendGraph> graph = build();
  CHECK(launch(*graph) == 0);
  REQUIRE(graph->update(1, {task("add_by_word", counted, 3), {0}}).ok());
  REQUIRE(graph->update(1, {task("add_by_word", counted, 0), {0}}).ok());
  CHECK(launch(*graph) == 0);
  std::string calls = fake_cuda::takeCalls();
  CHECK_THAT(calls, Contains("cuGraphAddKernelNode_v2 add_by_word grid 1 block 1\n"));
  CHECK_THAT(calls, !Contains("cuGraphNodeSetEnabled"));
}

TEST_CASE_METHOD(Setup, "launches under way keep the arguments that they began with") {
  std::unique_ptr<BackendGraph> graph = build();
  DeviceMemory other = memory(8);
  std::vector<qd_slot> changed = {slotOf(words), 70};
  REQUIRE(graph->launch().ok());
  REQUIRE(graph->update(1, {task("add", changed, 1), {0}}).ok());
  changed[1] = 9000;
  REQUIRE(stream->synchronize().ok());
  CHECK(*back == 5);
  CHECK(launch(*graph) == 70);
  // Where a node reads from and what it clears change likewise.
  REQUIRE(graph->update(3, {reporting(words), {2}}).ok());
  REQUIRE(graph->update(0, {GraphFill{words.at(8), 8}, {}}).ok());
  CHECK(launch(*graph) == 140);
}

TEST_CASE_METHOD(Setup, "a task without iterations is skipped, until it has some again") {
  nodes[1] = {task("add", add, 0), {0}};
  std::unique_ptr<BackendGraph> graph = build();
  CHECK(launch(*graph) == 0);
  REQUIRE(graph->update(1, {task("add", add, 3), {0}}).ok());
  CHECK(launch(*graph) == 15);
  REQUIRE(graph->update(1, {task("add", add, 0), {0}}).ok());
  CHECK(launch(*graph) == 0);
}

TEST_CASE_METHOD(Setup, "an updated task has the grid of the build until its extent changes") {
  nodes[1] = {task("add", add, 3), {0}};
  std::unique_ptr<BackendGraph> graph = build();
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphAddKernelNode_v2 add grid 3 block 1\n"));
  auto callsOf = [&](int64_t value, int64_t extent) {
    std::vector<qd_slot> changed = {slotOf(words), static_cast<qd_slot>(value)};
    REQUIRE(graph->update(1, {task("add", changed, extent), {0}}).ok());
    return fake_cuda::takeCalls();
  };
  CHECK_THAT(callsOf(7, 3), Contains("cuGraphExecKernelNodeSetParams_v2 add grid 3 block 1\n"));
  CHECK_THAT(callsOf(7, 4), Contains("cuGraphExecKernelNodeSetParams_v2 add grid 4 block 1\n"));
  CHECK(launch(*graph) == 28);
}

TEST_CASE_METHOD(Setup, "slots in memory are copied ahead of the launch that needs them") {
  shape.slotPassing = qdc::SlotPassing::memory;
  std::vector<GraphNode> others = chain({task("add_memory", add, 1)});
  auto graph = std::move(*stream->buildGraph(others));
  REQUIRE(graph->launch().ok());
  std::vector<qd_slot> changed = {slotOf(words), 100};
  REQUIRE(graph->update(0, {task("add_memory", changed, 1), {}}).ok());
  REQUIRE(graph->launch().ok());
  REQUIRE(graph->launch().ok());
  CHECK(read<int64_t>(words)[0] == 205);
}

TEST_CASE("a launch asks for the current context once, and changes the nodes that its arguments concern") {
  useFakeImages();
  PackageBuilder builder;
  KernelBuilder &kernel = builder.kernel("k");
  uint32_t x = kernel.array("x", qdc::ElementType::i64, {}), a = kernel.scalar("a", qdc::ElementType::i64),
           b = kernel.scalar("b", qdc::ElementType::i64);
  kernel.graph({kernel.task("add", {array(x), scalar(a)}), kernel.task("add", {array(x), scalar(b)}),
                kernel.task("add", {array(x), scalar(b)})});
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> word(device, {});
  auto callsOf = [&](int64_t first, int64_t second) {
    fake_cuda::takeCalls();
    package.kernel("k")(word, first, second);
    return fake_cuda::takeCalls();
  };
  (void)callsOf(1, 20);
  const std::string current = "cuCtxGetCurrent\n", launch = "cuGraphLaunch\n",
                    change = "cuGraphExecKernelNodeSetParams_v2 add grid 1 block 1\n";
  CHECK(callsOf(1, 20) == current + launch);
  CHECK(callsOf(3, 20) == current + change + launch);
  CHECK(callsOf(4, 50) == current + change + change + change + launch);
  CHECK(word.read() == std::vector<int64_t>{41 + 41 + 43 + 104});
}

TEST_CASE_METHOD(Setup, "a graph that cannot be built leaves nothing") {
  (void)build(); // the kernel that publishes stays loaded
  const fake_cuda::Live before = fake_cuda::live();
  shape.waitsForDependencies = true;
  nodes = plan();
  const char *function = GENERATE("cuGraphCreate", "cuGraphAddMemsetNode", "cuGraphAddKernelNode_v2",
                                  "cuGraphAddDependencies_v2", "cuGraphInstantiateWithFlags");
  fake_cuda::failCall(function, 1, fake_cuda::CUDA_ERROR_INVALID_VALUE);
  auto built = stream->buildGraph(nodes);
  fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
  REQUIRE(!built);
  CHECK(built.error().message == "cannot build a graph on 'cuda:0': CUDA error 1 (CUDA_ERROR_INVALID_VALUE)");
  CHECK(fake_cuda::live() == before);
}

TEST_CASE_METHOD(Setup, "a captured stream gets the nodes, and its graph owns what they use") {
  auto context = std::move(*cuda::Context::openPrimary(*cuda::driver(), 0, "cuda:0"));
  fake_cuda::CUstream native = fake_cuda::createStream();
  std::unique_ptr<BackendStream> adopted = std::move(*device->adoptStream(native));
  bool isAlive = true;
  std::shared_ptr<void> kept(&isAlive, [](void *flag) { *static_cast<bool *>(flag) = false; });
  CHECK_FALSE(adopted->isCapturing());
  fake_cuda::beginCapture(native);
  CHECK(adopted->isCapturing());
  shape.slotPassing = GENERATE(qdc::SlotPassing::values, qdc::SlotPassing::memory);
  shape.waitsForDependencies = GENERATE(false, true); // plain edges all the same
  const char *symbol = shape.slotPassing == qdc::SlotPassing::memory ? "add_memory" : "add";
  // A task without iterations stands between two that have some.
  std::vector<qd_slot> own = add;
  std::vector<GraphNode> captured = chain({task(symbol, own, 1), task(symbol, own, 0), task(symbol, own, 1)});
  REQUIRE(adopted->capture(captured, std::move(kept)).ok());
  REQUIRE(adopted->capture(chain({task(symbol, own, 1)}), nullptr).ok());
  own[1] = 9000;
  for (const qdc::Status &status : {adopted->synchronize(), adopted->read(back, words, 8),
                                    adopted->write(words, back, 8), adopted->readLater(locked, words, 8)}) {
    REQUIRE(!status);
    CHECK(status.error().code == qdc::ErrorCode::unsupported);
    CHECK_THAT(status.error().message, Contains("while the stream is being captured; do it before or after"));
  }
  fake_cuda::CUgraph graph = fake_cuda::endCapture(native);
  CHECK_THAT(fake_cuda::takeCalls(), !Contains("cuGraphAddDependencies_v2"));
  CHECK(read<int64_t>(words)[0] == 0);
  CHECK(fake_cuda::runGraph(graph, native) == fake_cuda::CUDA_SUCCESS);
  CHECK(fake_cuda::runGraph(graph, native) == fake_cuda::CUDA_SUCCESS);
  CHECK(read<int64_t>(words)[0] == 30);
  CHECK(isAlive);
  SECTION("until the graph ends and the device has time") {
    fake_cuda::destroyGraph(graph);
    CHECK(isAlive);
    (void)memory(8);
    CHECK_FALSE(isAlive);
  }
  SECTION("or until the device ends") {
    adopted.reset();
    stream.reset();
    image.reset();
    words = {};
    number = {};
    locked = {};
    auto ended = std::exchange(device, std::move(*cuda::Backend().open(0, {})));
    ended.reset();
    CHECK_FALSE(isAlive);
    fake_cuda::destroyGraph(graph);
  }
  adopted.reset();
  fake_cuda::destroyStream(native);
  CHECK(fake_cuda::live().userObjects == 0);
}

TEST_CASE("a kernel that is launched on a captured stream becomes part of the caller's graph") {
  useFakeImages();
  fake_cuda::Live before = fake_cuda::live();
  {
    qdrt::Device device = qdrt::Device::open("cuda:0");
    qdrt::Package package(device, saxpyPackage());
    qdrt::Array<float> x(device, {4}, std::vector<float>{1, 2, 3, 4}), y(device, {4}), other(device, {4});
    device.synchronize();
    fake_cuda::CUstream native = fake_cuda::createStream();
    std::optional<qdrt::Stream> stream = qdrt::Stream::adopt(device, native);
    fake_cuda::beginCapture(native);
    package.kernel("saxpy").launch({.stream = stream->get()}, x, y, 2.0f);
    package.kernel("saxpy").launch({.stream = stream->get()}, x, y, 10.0f);
    fake_cuda::CUgraph graph = fake_cuda::endCapture(native);
    CHECK(y.read() == std::vector<float>(4));
    for (int round = 0; round < 3; ++round)
      CHECK(fake_cuda::runGraph(graph, native) == fake_cuda::CUDA_SUCCESS);
    CHECK(y.read() == std::vector<float>{36, 72, 108, 144});
    // Outside of the capture the stream is one like others, and leaves the graph what it was.
    package.kernel("saxpy").launch({.stream = stream->get()}, x, other, 1.0f);
    stream->synchronize();
    CHECK(other.read() == std::vector<float>{1, 2, 3, 4});
    CHECK(fake_cuda::runGraph(graph, native) == fake_cuda::CUDA_SUCCESS);
    CHECK(y.read() == std::vector<float>{48, 96, 144, 192});
    fake_cuda::destroyGraph(graph);
    stream.reset();
    fake_cuda::destroyStream(native);
  }
  CHECK(fake_cuda::live() == before);
}

TEST_CASE("a captured launch with a workspace that is bound does not keep the device open") {
  useFakeImages();
  const bool endsLast = GENERATE(false, true);
  const fake_cuda::Live before = fake_cuda::live();
  fake_cuda::CUgraph graph = nullptr;
  {
    qdrt::Device device = qdrt::Device::open("cuda:0");
    qdrt::Package package(device, saxpyPackage());
    qdrt::Array<float> x(device, {4}), y(device, {4}), workspace(device, {64});
    device.synchronize();
    fake_cuda::CUstream native = fake_cuda::createStream();
    std::optional<qdrt::Stream> stream = qdrt::Stream::adopt(device, native);
    package.kernel("saxpy").bindWorkspace(workspace.get(), 0, 256, stream->get());
    fake_cuda::beginCapture(native);
    package.kernel("saxpy").launch({.stream = stream->get()}, x, y, 2.0f);
    graph = fake_cuda::endCapture(native);
    if (!endsLast)
      fake_cuda::destroyGraph(graph);
    stream.reset();
    fake_cuda::destroyStream(native);
  }
  if (endsLast) {
    CHECK(fake_cuda::live().contexts == before.contexts);
    CHECK(fake_cuda::live().allocations == before.allocations);
    fake_cuda::destroyGraph(graph);
  }
  CHECK(fake_cuda::live() == before);
}

TEST_CASE("a captured stream refuses what would have to be done at once") {
  useFakeImages();
  PackageBuilder builder;
  builder.global({.name = "value", .type = qdc::ElementType::i64, .shape = {}, .isPublic = true});
  qdrt::Device device = qdrt::Device::open("cuda:0");
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> x(device, {4}), y(device, {4});
  qdrt_buffer to = x.get(), from = y.get();
  fake_cuda::CUstream native = fake_cuda::createStream();
  std::optional<qdrt::Stream> adopted = qdrt::Stream::adopt(device, native);
  qdrt_stream stream = adopted->get();
  fake_cuda::beginCapture(native);
  int64_t value = 0x0102030405060708;
  const char *write = "cannot copy from the host while the stream is being captured; do it before or after",
             *read = "cannot copy to the host while the stream is being captured; do it before or after";
  CHECK_FAILS(qdrt_buffer_write(to, 0, &value, 8, stream), QDRT_UNSUPPORTED, write);
  CHECK_FAILS(qdrt_buffer_read(to, 0, &value, 8, stream), QDRT_UNSUPPORTED, read);
  CHECK_FAILS(qdrt_buffer_copy(to, 0, to, 8, 16, stream), QDRT_UNSUPPORTED,
              "cannot copy between ranges that overlap while the stream is being captured; do it before or after");
  CHECK_FAILS(qdrt_buffer_fill(to, 0, 32, &value, 8, stream), QDRT_UNSUPPORTED, write);
  CHECK_FAILS(qdrt_package_write_global(package.get(), "value", &value, 8, stream), QDRT_UNSUPPORTED, write);
  CHECK_FAILS(qdrt_package_read_global(package.get(), "value", &value, 8, stream), QDRT_UNSUPPORTED, read);
  const char *wait = "the stream is being captured: its work can't be waited for before the capture ends";
  CHECK_FAILS(qdrt_stream_synchronize(device.get(), stream), QDRT_INVALID_ARGUMENT, wait);
  CHECK_FAILS(qdrt_device_synchronize(device.get()), QDRT_INVALID_ARGUMENT, wait);
  CHECK(qdrt_buffer_copy(to, 0, from, 0, 32, stream) == QDRT_OK);
  CHECK(qdrt_buffer_fill(to, 0, 32, &value, 1, stream) == QDRT_OK);
  fake_cuda::destroyGraph(fake_cuda::endCapture(native));
  CHECK(qdrt_buffer_write(to, 0, &value, 8, stream) == QDRT_OK);
  adopted.reset();
  fake_cuda::destroyStream(native);
}
