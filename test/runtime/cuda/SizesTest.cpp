//===- SizesTest.cpp - Tests of DeviceCode/Sizes.h ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source of the kernel that checks sizes, compiled for the host, against
// what the fake driver makes of its description. Another test holds Sizes.ptx
// against the source. Then the node and the launch of it.
//
//===----------------------------------------------------------------------===//

#include "Runtime/DeviceCode/Sizes.h"

#include "Fixture.h"
#include "Sizes.h"

#include <cstring>
#include <optional>
#include <random>

using namespace cuda_test;
using Catch::Matchers::Contains;

extern "C" void qdrt_sizes(qd_slot);

namespace {
/// The slots of a check: for each temporary its limit, its factor, and the words of its extents.
struct Temporary {
  uint64_t limit, factor;
  std::vector<uint64_t> words;
};
std::vector<qd_slot> slotsOf(qd_slot words, qd_slot record, const std::vector<Temporary> &temporaries,
                             qd_slot answer = 0) {
  std::vector<qd_slot> slots = {words, record, answer, temporaries.size()};
  for (size_t number = 0; number < temporaries.size(); ++number) {
    const Temporary &each = temporaries[number];
    slots.insert(slots.end(), {number + 4, each.limit, each.factor, each.words.size()});
    for (size_t axis = 0; axis < each.words.size(); ++axis)
      slots.push_back(each.words[axis] | axis << QDRT_SIZES_AXIS_SHIFT);
  }
  return slots;
}
qd_slot addressOf(const void *place) { return reinterpret_cast<uintptr_t>(place); }
} // namespace

TEST_CASE("the kernel that checks sizes does what its description says") {
  std::mt19937_64 random(3);
  int64_t words[6];
  for (int trial = 0; trial < 20000; ++trial) {
    for (int64_t &word : words)
      word = static_cast<int64_t>(random() % 9) - (random() % 20 == 0 ? 5 : 0);
    if (random() % 4 == 0)
      words[random() % 6] = int64_t{1} << (random() % 63);
    std::vector<Temporary> temporaries(random() % 4);
    for (Temporary &each : temporaries) {
      each = {random() % 200, random() % 3 == 0 ? INT64_MAX : 1 + random() % 8, {}};
      if (random() % 5 == 0)
        each.limit = INT64_MAX;
      for (uint64_t axis = random() % 4; axis != 0; --axis)
        each.words.push_back(random() % 6);
    }
    qd_error_record expected = {}, found;
    expected.code = random() % 8 == 0 ? QD_ERROR_ASSERT : QD_ERROR_NONE;
    found = expected;
    uint64_t expectedAnswer = 77, answer = 77;
    const bool answers = random() % 2;
    std::vector<qd_slot> slots =
        slotsOf(addressOf(words), addressOf(&expected), temporaries, answers ? addressOf(&expectedAnswer) : 0);
    fake_cuda::checkSizesBy(slots.data());
    slots = slotsOf(addressOf(words), addressOf(&found), temporaries, answers ? addressOf(&answer) : 0);
    qdrt_sizes(addressOf(slots.data()));
    if (std::memcmp(&expected, &found, sizeof(found)) != 0 || answer != expectedAnswer)
      FAIL_CHECK("trial " << trial << ": " << found.code << " in place of " << expected.code);
  }
}

TEST_CASE("products of sizes are exact up to 2^63 - 1") {
  int64_t words[2] = {int64_t{3037000499}, int64_t{3037000499}}; // whose square is 2^63 - 5928526807
  qd_error_record record = {};
  auto check = [&](uint64_t limit, uint64_t factor) {
    record = {};
    const std::vector<qd_slot> slots = slotsOf(addressOf(words), addressOf(&record), {{limit, factor, {0, 1}}});
    qdrt_sizes(addressOf(slots.data()));
    return record.code;
  };
  const uint64_t square = 3037000499ull * 3037000499ull;
  CHECK(check(square, 1) == QD_ERROR_NONE);
  CHECK(check(square - 1, 1) == QDRT_ERROR_WORKSPACE);
  CHECK(record.values[0] == square);
  CHECK(record.values[1] == square - 1);
  CHECK(check(square, 2) == QDRT_ERROR_WORKSPACE);
  CHECK(record.values[0] == INT64_MAX);
  words[1] = INT64_MAX;
  CHECK(check(INT64_MAX - 1, 1) == QDRT_ERROR_WORKSPACE);
  words[0] = 0;
  CHECK(check(0, 1) == QD_ERROR_NONE);
}

namespace {
struct Setup : BackendSetup {
  DeviceMemory words = memory(64), record = memory(sizeof(qd_error_record));
  std::vector<qd_slot> slots = ::slotsOf(slotOf(words), slotOf(record), {{80, 8, {3}}});
  GraphSizeCheck check = {slots};

  /// The code of the record after a launch that found `extent`.
  template <typename Launch>
  uint32_t codeOf(int64_t extent, Launch launch) {
    REQUIRE(stream->clear(record, sizeof(qd_error_record)).ok());
    REQUIRE(stream->write(words.at(24), &extent, 8).ok());
    REQUIRE(launch().ok());
    return read<qd_error_record>(record)[0].code;
  }
};
} // namespace

TEST_CASE_METHOD(Setup, "sizes are checked between single tasks") {
  fake_cuda::takeCalls();
  auto launch = [&] { return stream->checkSizes(check); };
  CHECK(codeOf(10, launch) == QD_ERROR_NONE);
  CHECK_THAT(fake_cuda::takeCalls(),
             Contains("cuModuleGetFunction qdrt_sizes\n") && Contains("cuLaunchKernelEx qdrt_sizes grid 1 block 1\n"));
  CHECK(codeOf(11, launch) == QDRT_ERROR_WORKSPACE);
  CHECK(codeOf(-1, launch) == QDRT_ERROR_EXTENT);
}

TEST_CASE_METHOD(Setup, "sizes are checked by a node of a graph, which may get another limit") {
  std::vector<qd_slot> add = {slotOf(words), 5};
  const std::vector<GraphNode> nodes = {{task("add", add, 1), {}}, {check, {0}}};
  auto graph = std::move(*stream->buildGraph(nodes));
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphAddKernelNode_v2 add grid 1 block 1\n"
                                              "cuGraphAddKernelNode_v2 qdrt_sizes grid 1 block 1\n"
                                              "cuGraphInstantiateWithFlags\n"));
  auto launch = [&] { return graph->launch(); };
  CHECK(codeOf(10, launch) == QD_ERROR_NONE);
  CHECK(codeOf(11, launch) == QDRT_ERROR_WORKSPACE);
  const size_t first = QDRT_SIZES_FIRST;
  slots[first + QDRT_SIZES_LIMIT] = 88;
  REQUIRE(graph->update(1, {check, {0}}).ok());
  CHECK(codeOf(11, launch) == QD_ERROR_NONE);
  CHECK(codeOf(12, launch) == QDRT_ERROR_WORKSPACE);
}

TEST_CASE_METHOD(Setup, "a driver that does not take the kernel's code is told of by whoever checks sizes") {
  const std::vector<GraphNode> nodes = {{check, {}}};
  const char *function = GENERATE("cuModuleLoadDataEx", "cuModuleGetFunction");
  fake_cuda::failCall(function, 1, fake_cuda::CUDA_ERROR_OUT_OF_MEMORY);
  const bool isGraph = GENERATE(true, false);
  const auto status = isGraph ? qdc::Status(stream->buildGraph(nodes).error()) : stream->checkSizes(check);
  fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
  REQUIRE(!status);
  CHECK(status.error().code == qdc::ErrorCode::outOfMemory);
  CHECK(codeOf(10, [&] { return stream->checkSizes(check); }) == QD_ERROR_NONE);
}

namespace {
/// A stream of the program, and a kernel whose temporary takes 8 bytes for each of size[] times `rows`.
struct ComputedKernel {
  ComputedKernel() {
    useFakeImages();
    device = qdrt::Device::open("cuda:0");
    package = qdrt::Package(*device, computedPackage());
    kernel = package->kernel("k");
    out = qdrt::Array<int64_t>(*device, {});
    size = qdrt::Array<int64_t>(*device, {});
    native = fake_cuda::createStream();
    stream = qdrt::Stream::adopt(*device, native);
  }
  ~ComputedKernel() {
    if (graph)
      fake_cuda::destroyGraph(graph);
    stream.reset();
    fake_cuda::destroyStream(native);
  }

  void launch(int64_t rows) { kernel->launch({.stream = stream->get()}, *out, *size, rows, int64_t{1}); }
  void setSize(int64_t value) {
    size->write(std::vector<int64_t>{value});
    out->write(std::vector<int64_t>{7});
    device->synchronize();
  }
  void capture(int64_t rows) {
    fake_cuda::beginCapture(native);
    launch(rows);
    graph = fake_cuda::endCapture(native);
  }
  /// Gives what is in `out` then; its failure is told by the next wait for the stream.
  int64_t replay(int64_t value) {
    setSize(value);
    CHECK(fake_cuda::runGraph(graph, native) == fake_cuda::CUDA_SUCCESS);
    return out->read()[0];
  }

  std::optional<qdrt::Device> device;
  std::optional<qdrt::Package> package;
  std::optional<qdrt::Kernel> kernel;
  std::optional<qdrt::Array<int64_t>> out, size;
  fake_cuda::CUstream native = nullptr;
  std::optional<qdrt::Stream> stream;
  fake_cuda::CUgraph graph = nullptr;
};
constexpr int64_t kUntouched = 7;
} // namespace

TEST_CASE_METHOD(ComputedKernel, "a captured launch has the room for computed sizes that a launch before it needed") {
  fake_cuda::beginCapture(native);
  CHECK_THROWS_STATUS(
      launch(3), QDRT_UNSUPPORTED,
      "kernel 'k' can't be captured: its tasks compute the size of a temporary, and there is no memory for "
      "that yet; launch it on the stream first, or bind a workspace to it by qdrt_workspace_bind");
  fake_cuda::destroyGraph(fake_cuda::endCapture(native));
  setSize(10);
  launch(3);
  stream->synchronize();
  capture(2);
  for (int64_t value : {1, 15, 3}) {
    CHECK(replay(value) == generated(0, 1) + 2);
    stream->synchronize();
  }
  // No task after the check runs, and the replays after it find nothing of it.
  CHECK(replay(16) == kUntouched);
  CHECK_THROWS_STATUS(
      stream->synchronize(), QDRT_OUT_OF_MEMORY,
      "test.qir:200:3: a temporary of kernel 'k' takes 256 bytes, but its part of the workspace has 240, "
      "which a launch by a graph can't change");
  CHECK(replay(-1) == kUntouched);
  CHECK_THROWS_STATUS(stream->synchronize(), QDRT_INVALID_ARGUMENT,
                      "test.qir:200:3: a temporary of kernel 'k' has the extent -1 on axis 0; it takes 0 or more");
  CHECK(replay(15) == generated(0, 1) + 2);
  stream->synchronize();
  // A larger launch makes room for later captures, and changes nothing of this one.
  setSize(20);
  launch(3);
  stream->synchronize();
  CHECK(replay(16) == kUntouched);
  CHECK_THROWS_STATUS(stream->synchronize(), QDRT_OUT_OF_MEMORY, "has 240");
  fake_cuda::destroyGraph(graph);
  capture(2);
  CHECK(replay(30) == generated(0, 1) + 2);
  stream->synchronize();
}

TEST_CASE_METHOD(ComputedKernel, "a captured launch has the room for computed sizes that a bound workspace has") {
  qdrt::Array<unsigned char> memory(*device, {240});
  kernel->bindWorkspace(memory.get(), 0, 240, stream->get());
  const bool wasLaunched = GENERATE(false, true);
  if (wasLaunched) {
    setSize(5);
    launch(1);
    stream->synchronize();
  }
  capture(2);
  CHECK(replay(12) == generated(0, 1) + 2);
  stream->synchronize();
  CHECK(replay(13) == kUntouched);
  CHECK_THROWS_STATUS(stream->synchronize(), QDRT_OUT_OF_MEMORY,
                      "takes 208 bytes, but its part of the workspace has 192");
}

TEST_CASE_METHOD(ComputedKernel, "what comes after a check is under way while the host waits for its answer") {
  setSize(10);
  launch(3);
  stream->synchronize();
  auto launched = [&](int64_t value) {
    setSize(value);
    fake_cuda::takeCalls();
    launch(3);
    std::string calls = fake_cuda::takeCalls();
    CHECK(out->read(stream->get())[0] == generated(0, 1) + 3);
    stream->synchronize();
    CHECK(kernel->counters().tasks == 4);
    return calls;
  };
  // With other limits than the first launch had, the graph is another one; then nothing of it changes.
  for (int64_t value : {10, 3, 10}) {
    const std::string calls = launched(value);
    const size_t record = calls.find("cuEventRecord"), wait = calls.find("cuEventSynchronize");
    REQUIRE(record != std::string::npos);
    REQUIRE(wait != std::string::npos);
    CHECK(calls.find("cuGraphLaunch") < record);
    CHECK(calls.find("cuGraphLaunch", record) < wait);
    CHECK(calls.find("cuStreamSynchronize") == std::string::npos);
    CHECK(kernel->counters().patched_slots == 0);
  }
  // One that is too small runs what comes after the check again, and nobody is told of the check.
  CHECK_THAT(launched(11), Contains("cuEventSynchronize") && Contains("cuStreamSynchronize"));
  CHECK(kernel->counters().workspace_bytes == 256 + 320);
  CHECK_THAT(launched(11), !Contains("cuStreamSynchronize"));
  // What can't be had is the launch's error as ever.
  setSize(-5);
  CHECK_THROWS_STATUS(launch(3), QDRT_INVALID_ARGUMENT,
                      "test.qir:200:3: a temporary of kernel 'k' has the extent -5 on axis 0; it takes 0 or more");
  setSize(int64_t{1} << 50);
  CHECK_THROWS_STATUS(launch(3), QDRT_OUT_OF_MEMORY, "region 'temporaries.1' of kernel 'k': cannot allocate");
  launched(4);
}
