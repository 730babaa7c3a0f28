//===- PublishTest.cpp - Tests of DeviceCode/Publish.h --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The source of the kernel that publishes, compiled for the host, against what
// the fake driver makes of its description. Another test holds Publish.ptx
// against the source. Then the node and the launch of it.
//
//===----------------------------------------------------------------------===//

#include "Runtime/DeviceCode/Publish.h"

#include "Fixture.h"
#include "Publish.h"

#include <array>
#include <cstring>
#include <random>

using namespace cuda_test;
using Catch::Matchers::Contains;

extern "C" void qdrt_publish(qd_slot, qd_slot, qd_slot, qd_slot, qd_slot, qd_slot);

namespace {
/// All that a launch reads and writes.
struct Memory {
  qdrt_launch_report report;
  uint64_t results[5];
  qd_error_record record;
  qd_print_buffer prints;
  uint64_t number, words[5];

  std::array<uint64_t, QDRT_PUBLISH_SLOTS> slots(bool hasRecord, bool hasPrints, uint64_t resultWords) {
    auto address = [](void *of) { return reinterpret_cast<uintptr_t>(of); };
    return {address(&report), address(&number), hasRecord ? address(&record) : 0, hasPrints ? address(&prints) : 0,
            address(words),   resultWords};
  }
};
static_assert(offsetof(Memory, results) == sizeof(qdrt_launch_report), "as the report has them");
} // namespace

TEST_CASE("the kernel that publishes does what its description says") {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 2000; ++trial) {
    Memory start;
    auto *bytes = reinterpret_cast<uint8_t *>(&start);
    std::generate(bytes, bytes + sizeof(start), [&] { return static_cast<uint8_t>(random()); });
    if (random() % 2)
      start.record.code = QD_ERROR_NONE;
    if (random() % 2)
      start.report.first.code = QD_ERROR_NONE;
    const bool hasRecord = random() % 4, hasPrints = random() % 2;
    const uint64_t resultWords = random() % 6;
    Memory expected = start, found = start;
    fake_cuda::publishBy(expected.slots(hasRecord, hasPrints, resultWords).data());
    const auto s = found.slots(hasRecord, hasPrints, resultWords);
    qdrt_publish(s[0], s[1], s[2], s[3], s[4], s[5]);
    if (std::memcmp(&expected, &found, sizeof(found)) != 0)
      FAIL_CHECK("trial " << trial);
  }
}

namespace {
/// A launch that adds to a word, which is its result, and reports.
struct Setup : BackendSetup {
  DeviceMemory words = memory(16), number = memory(8), record = memory(sizeof(qd_error_record));
  HostMemory place = std::move(*HostMemory::allocate(*device, sizeof(qdrt_launch_report) + 16));
  const qdrt_launch_report &report = *static_cast<const qdrt_launch_report *>(place.address());
  const int64_t *results = reinterpret_cast<const int64_t *>(&report + 1);
  std::vector<qd_slot> add = {slotOf(words), 5};
  GraphPublish outcome = {place, number, record, {}, words, 2};

  void setRecord(uint32_t code, int64_t iteration) {
    const qd_error_record failed = {code, 3, iteration, {static_cast<uint64_t>(iteration) + 1}};
    REQUIRE(stream->write(record, &failed, sizeof(failed)).ok());
  }
  void wait() { REQUIRE(stream->synchronize().ok()); }
};
} // namespace

TEST_CASE_METHOD(Setup, "a launch of single tasks ends with the kernel that publishes") {
  REQUIRE(stream->runTask(task("add", add, 1)).ok());
  fake_cuda::takeCalls();
  REQUIRE(stream->publish(outcome).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuModuleGetFunction qdrt_publish\n") &&
                                         Contains("cuLaunchKernelEx qdrt_publish grid 1 block 32\n"));
  CHECK(report.number == 0);
  wait();
  CHECK(report.number == 2);
  CHECK(results[0] == 5);
  // Once it is loaded, it is only launched.
  REQUIRE(stream->publish(outcome).ok());
  CHECK(fake_cuda::takeCalls().find("cuModule") == std::string::npos);
}

TEST_CASE_METHOD(Setup, "a task that comes after a published launch may start early") {
  shape.waitsForDependencies = true;
  const TaskLaunch plain = task("add", add, 1);
  shape.grid = qdc::GridSize::single;
  REQUIRE(stream->runTask(task("add", add, 1)).ok());
  REQUIRE(stream->publish(outcome).ok());
  fake_cuda::takeCalls();
  REQUIRE(stream->runTask(plain).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("add grid 1 block 1 early\n"));
  wait();
}

TEST_CASE_METHOD(Setup, "a graph that publishes is launched again as it is, and each launch reports") {
  const std::vector<GraphNode> nodes = {{task("add", add, 1), {}}, {outcome, {0}}};
  auto graph = std::move(*stream->buildGraph(nodes));
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphAddKernelNode_v2 add grid 1 block 1\n"
                                              "cuGraphAddKernelNode_v2 qdrt_publish grid 1 block 32\n"
                                              "cuGraphInstantiateWithFlags\n"));
  // Of launches under way the first failure stays, and the next launch finds an empty record.
  setRecord(QD_ERROR_ASSERT, 70);
  REQUIRE(graph->launch().ok());
  REQUIRE(graph->launch().ok());
  setRecord(QD_ERROR_LOOP_STEP, 80);
  REQUIRE(graph->launch().ok());
  wait();
  CHECK(report.number == 6);
  CHECK(report.first_number == 2);
  CHECK(report.first.code == QD_ERROR_ASSERT);
  CHECK(report.first.site == 3);
  CHECK(report.first.iteration == 70);
  CHECK(report.first.values[0] == 71);
  CHECK(report.last.code == QD_ERROR_LOOP_STEP);
  CHECK(report.last.iteration == 80);
  CHECK(results[0] == 15);
  CHECK(read<qd_error_record>(record)[0].code == QD_ERROR_NONE);
  // Where the results lie changes.
  outcome.results = words.at(8);
  outcome.resultWords = 1;
  REQUIRE(graph->update(1, {outcome, {0}}).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuGraphExecKernelNodeSetParams_v2 qdrt_publish grid 1 block 32\n"));
  REQUIRE(graph->launch().ok());
  wait();
  CHECK(results[0] == 0);
  CHECK(report.last.code == QD_ERROR_NONE);
}

TEST_CASE_METHOD(Setup, "a driver that does not take the kernel's code is told of by whoever needs it") {
  const std::vector<GraphNode> nodes = {{task("add", add, 1), {}}, {outcome, {0}}};
  const char *function = GENERATE("cuModuleLoadDataEx", "cuModuleGetFunction");
  fake_cuda::failCall(function, 1, fake_cuda::CUDA_ERROR_OUT_OF_MEMORY);
  const bool isGraph = GENERATE(true, false);
  const auto status = isGraph ? qdc::Status(stream->buildGraph(nodes).error()) : stream->publish(outcome);
  fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
  REQUIRE(!status);
  CHECK(status.error().code == qdc::ErrorCode::outOfMemory);
  REQUIRE(stream->publish(outcome).ok());
  wait();
  CHECK(report.number == 2);
}
