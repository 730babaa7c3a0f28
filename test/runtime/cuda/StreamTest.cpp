//===- StreamTest.cpp - Streams of the CUDA backend -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

using namespace cuda_test;
using Catch::Matchers::Contains;

TEST_CASE_METHOD(BackendSetup, "a task has a group of threads for each iteration") {
  DeviceMemory out = memory(80);
  std::vector<qd_slot> slots = {slotOf(out)};
  REQUIRE(stream->runTask(task("add_index", slots, 10)).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuLaunchKernelEx add_index grid 10 block 1\n"));
  CHECK(read<int64_t>(out) == std::vector<int64_t>{1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
}

TEST_CASE_METHOD(BackendSetup, "a task that waits for its dependencies may start before they end") {
  DeviceMemory out = memory(80);
  std::vector<qd_slot> slots = {slotOf(out)};
  shape.waitsForDependencies = true;
  REQUIRE(stream->runTask(task("add_index", slots, 10)).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuLaunchKernelEx add_index grid 10 block 1 early\n"));
  CHECK(read<int64_t>(out)[9] == 10);
}

TEST_CASE_METHOD(BackendSetup, "a task whose extent only the device knows has as many blocks as run at once") {
  DeviceMemory out = memory(80), extent = memory(8);
  int64_t ten = 10;
  REQUIRE(stream->write(extent, &ten, 8).ok());
  std::vector<qd_slot> slots = {slotOf(out), slotOf(extent)};
  TaskLaunch launch = task("add_index_by_word", slots, kUnknownExtent);
  REQUIRE(stream->runTask(launch).ok());
  REQUIRE(stream->runTask(launch).ok());
  std::string calls = fake_cuda::takeCalls();
  // Four multiprocessors that take two blocks each; asked once.
  CHECK_THAT(calls, Contains("cuLaunchKernelEx add_index_by_word grid 8 block 1\n"));
  CHECK(calls.find("cuOccupancy") == calls.rfind("cuOccupancy"));
  CHECK(read<int64_t>(out)[9] == 20);
  // Fewer where it is known that there is no work for so many.
  for (auto [atMost, blocks] : {std::pair(3, 3), std::pair(8, 8), std::pair(9, 8), std::pair(0, 1)}) {
    launch.atMost = atMost;
    REQUIRE(stream->runTask(launch).ok());
    CHECK_THAT(fake_cuda::takeCalls(), Contains("grid " + std::to_string(blocks) + " block 1\n"));
  }
  CHECK(read<int64_t>(out)[9] == 60);
}

TEST_CASE_METHOD(BackendSetup, "a resident grid has no more blocks than run at once, nor than there is work for") {
  DeviceMemory out = memory(80), extent = memory(8);
  int64_t ten = 10;
  REQUIRE(stream->write(extent, &ten, 8).ok());
  std::vector<qd_slot> slots = {slotOf(out), slotOf(extent)};
  shape.grid = qdc::GridSize::resident;
  REQUIRE(stream->runTask(task("add_index_by_word", slots, 10)).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuLaunchKernelEx add_index_by_word grid 8 block 1\n"));
  CHECK(read<int64_t>(out)[9] == 10);
  REQUIRE(stream->runTask(task("add_index_by_word", slots, 3)).ok());
  CHECK_THAT(fake_cuda::takeCalls(), Contains("cuLaunchKernelEx add_index_by_word grid 3 block 1\n"));
}

/// Of the first launch of add_index_by_word since calls were taken.
static int takeBlocks() {
  const std::string launch = "cuLaunchKernelEx add_index_by_word grid ", calls = fake_cuda::takeCalls();
  const size_t at = calls.find(launch);
  REQUIRE(at != std::string::npos);
  return std::stoi(calls.substr(at + launch.size()));
}

TEST_CASE_METHOD(BackendSetup, "threads have several iterations each where these are more than run at once") {
  DeviceMemory out = memory(80), extent = memory(8);
  shape.iterationsPerThread = 4;
  auto blocksFor = [&](int64_t known) {
    int64_t value = known == kUnknownExtent ? 10 : known;
    REQUIRE(stream->write(extent, &value, 8).ok());
    std::vector<qd_slot> slots = {slotOf(out), slotOf(extent)};
    REQUIRE(stream->runTask(task("add_index_by_word", slots, known)).ok());
    return takeBlocks();
  };
  // Four multiprocessors that take two blocks each, of one thread.
  CHECK(blocksFor(7) == 7);
  CHECK(blocksFor(8) == 8);
  CHECK(blocksFor(9) == 3);
  CHECK(blocksFor(10) == 3);
  CHECK(blocksFor(kUnknownExtent) == 8);
  CHECK(read<int64_t>(out) == std::vector<int64_t>{5, 10, 15, 20, 25, 30, 35, 32, 27, 20});
  shape.grid = qdc::GridSize::resident;
  CHECK(blocksFor(8) == 8);
  CHECK(blocksFor(10) == 3);
  shape.iterationsPerThread = 1;
  CHECK(blocksFor(10) == 8);
}

TEST_CASE_METHOD(BackendSetup, "a resident grid has one of the largest blocks for each multiprocessor") {
  DeviceMemory out = memory(8 * 10000), extent = memory(8);
  auto blocksFor = [&](int64_t known) {
    REQUIRE(stream->write(extent, &known, 8).ok());
    std::vector<qd_slot> slots = {slotOf(out), slotOf(extent)};
    REQUIRE(stream->runTask(task("add_index_by_word", slots, known)).ok());
    return takeBlocks();
  };
  // Four multiprocessors that could take two blocks each.
  shape.grid = qdc::GridSize::resident;
  shape.blockThreads = 1024;
  SECTION("where each thread has several iterations") {
    shape.iterationsPerThread = 2;
    CHECK(blocksFor(3000) == 3);
    CHECK(blocksFor(4096) == 4);
    CHECK(blocksFor(4097) == 3);
    CHECK(blocksFor(10000) == 4);
  }
  SECTION("not where each has one") { CHECK(blocksFor(10000) == 8); }
  SECTION("not of smaller blocks") {
    shape.blockThreads = 512;
    shape.iterationsPerThread = 2;
    CHECK(blocksFor(10000) == 8);
  }
  SECTION("not where the grid has as many as there is work for") {
    shape.grid = qdc::GridSize::iterations;
    shape.iterationsPerThread = 2;
    CHECK(blocksFor(10000) == 5);
  }
}

TEST_CASE_METHOD(BackendSetup, "launches under way keep their slots, in parameters and in memory") {
  DeviceMemory sum = memory(8);
  shape.slotPassing = GENERATE(qdc::SlotPassing::values, qdc::SlotPassing::memory);
  const char *symbol = shape.slotPassing == qdc::SlotPassing::memory ? "add_memory" : "add";
  std::vector<qd_slot> slots = {slotOf(sum), 0};
  for (qd_slot value : {1, 10, 100}) {
    slots[1] = value;
    REQUIRE(stream->runTask(task(symbol, slots, 1)).ok());
  }
  slots[1] = 7000;
  CHECK(read<int64_t>(sum)[0] == 111);
}

TEST_CASE_METHOD(BackendSetup, "host memory may be reused when a write returns, also where it is page-locked") {
  DeviceMemory target = memory(8);
  HostMemory locked = std::move(*HostMemory::allocate(*device, 8));
  int64_t pageable = 5;
  for (void *from : {locked.address(), static_cast<void *>(&pageable)}) {
    int64_t value = 5;
    std::memcpy(from, &value, 8);
    REQUIRE(stream->write(target, from, 8).ok());
    std::memset(from, 0xff, 8);
    CHECK(read<int64_t>(target)[0] == 5);
  }
}

TEST_CASE_METHOD(BackendSetup, "what is read later is there when the stream was waited for") {
  DeviceMemory word = memory(8);
  HostMemory locked = std::move(*HostMemory::allocate(*device, 8));
  const auto *later = static_cast<const int64_t *>(locked.address());
  CHECK(*later == 0);
  std::vector<qd_slot> slots = {slotOf(word), 42};
  REQUIRE(stream->runTask(task("store", slots, 1)).ok());
  REQUIRE(stream->readLater(locked, word, 8).ok());
  CHECK(*later == 0);
  REQUIRE(stream->synchronize().ok());
  CHECK(*later == 42);
}

TEST_CASE_METHOD(BackendSetup, "copies onto themselves keep no memory after a wait") {
  DeviceMemory words = memory(24);
  const int64_t start[3] = {1, 2, 3};
  REQUIRE(stream->write(words, start, 24).ok());
  const long before = fake_cuda::live().allocations;
  for (int round = 0; round < 3; ++round)
    REQUIRE(stream->copy(words.at(8), words, 16).ok());
  CHECK(fake_cuda::live().allocations == before + 3);
  REQUIRE(stream->synchronize().ok());
  CHECK(fake_cuda::live().allocations == before);
  CHECK(read<int64_t>(words) == std::vector<int64_t>{1, 1, 1});
}

TEST_CASE_METHOD(BackendSetup, "a failure names the tasks since the last wait") {
  DeviceMemory word = memory(8);
  std::vector<qd_slot> slots = {slotOf(word), 42};
  REQUIRE(stream->runTask(task("store", slots, 1)).ok());
  REQUIRE(stream->runTask(task("store", slots, 1)).ok());
  REQUIRE(stream->synchronize().ok());
  REQUIRE(stream->runTask(task("store", slots, 1)).ok());
  fake_cuda::failCall("cuStreamSynchronize", 1, fake_cuda::CUDA_ERROR_LAUNCH_FAILED);
  qdc::Status waited = stream->synchronize();
  REQUIRE_FALSE(waited.ok());
  CHECK_THAT(waited.error().message, Catch::Matchers::EndsWith("; task 'store' was under way"));
}

TEST_CASE_METHOD(BackendSetup, "patterns of every size and alignment are repeated") {
  struct Case {
    uint64_t offset, bytes;
    std::vector<uint8_t> pattern;
  };
  auto each = GENERATE(Case{0, 64, {7}}, Case{1, 63, {7, 7, 7, 7}}, Case{2, 62, {1, 2}}, Case{1, 62, {1, 2}},
                       Case{4, 60, {1, 2, 3, 4}}, Case{3, 60, {1, 2, 3, 4}}, Case{8, 56, {1, 2, 3, 4, 1, 2, 3, 4}},
                       Case{0, 64, {1, 2, 3, 4, 5, 6, 7, 8}}, Case{8, 8192, {1, 2, 3, 4, 5, 6, 7, 8}},
                       Case{5, 4000, {1, 2, 3, 4, 5, 6, 7, 8}});
  DeviceMemory target = memory(8200);
  REQUIRE(stream->fill(target.at(each.offset), each.bytes, std::as_bytes(std::span(each.pattern))).ok());
  std::vector<uint8_t> wanted(8200), found = read<uint8_t>(target);
  for (uint64_t at = 0; at < each.bytes; ++at)
    wanted[each.offset + at] = each.pattern[at % each.pattern.size()];
  CHECK(found == wanted);
}

TEST_CASE_METHOD(BackendSetup, "an event orders work across streams") {
  std::unique_ptr<BackendStream> other = std::move(*device->createStream());
  std::unique_ptr<BackendEvent> event = std::move(*device->createEvent());
  DeviceMemory word = memory(8), seen = memory(8);
  std::vector<qd_slot> store = {slotOf(word), 42}, copy = {slotOf(seen), slotOf(word)};
  REQUIRE(other->runTask(task("store", store, 1)).ok());
  SECTION("with a wait") {
    REQUIRE(event->record(*other).ok());
    REQUIRE(event->makeStreamWait(*stream).ok());
    REQUIRE(stream->runTask(task("copy_word", copy, 1)).ok());
    CHECK(read<int64_t>(seen)[0] == 42);
  }
  SECTION("without one the fake driver shows it") {
    REQUIRE(stream->runTask(task("copy_word", copy, 1)).ok());
    CHECK(read<int64_t>(seen)[0] == 0);
  }
}

TEST_CASE_METHOD(BackendSetup, "a launch that is refused names the task and the driver's error") {
  DeviceMemory word = memory(8);
  std::vector<qd_slot> slots = {slotOf(word), 42};
  fake_cuda::failCall("cuLaunchKernelEx", 1, fake_cuda::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
  qdc::Status status = stream->runTask(task("store", slots, 1));
  fake_cuda::failCall("", 0, fake_cuda::CUDA_SUCCESS);
  REQUIRE(!status);
  CHECK(status.error().message ==
        "cannot launch task 'store' on 'cuda:0': CUDA error 701 (CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES)");
  CHECK(stream->runTask(task("store", slots, 1)).ok());
}
