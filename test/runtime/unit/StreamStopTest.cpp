//===- StreamStopTest.cpp - Tests of StreamStop.h -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// test/runtime/StopTest.cpp has what callers see.
//
//===----------------------------------------------------------------------===//
#include "Runtime/Launch/StreamStop.h"

#include "DeferredFixture.h"

#include <thread>

using namespace qdc;
using namespace qdrt::loader;
using namespace runtime_test;

namespace {
/// A kernel of one task that counts its flag down, unless it is stopped.
struct Setup : KernelFixture {
  uint32_t site = package.site(SiteKind::loop, 10, "solve");
  uint32_t out = k.array("out", ElementType::i64, {}), flag = k.array("flag", ElementType::i64, {}),
           where = k.scalar("site", ElementType::i64);

  void loadTask() {
    k.graph({k.task("loop_down_stoppable", {source(SlotKind::errorRecord), source(SlotKind::stopWord), array(out),
                                            array(flag), word(8), scalar(where)})});
    load();
  }
  int64_t launch(qdrt::Array<int64_t> &sum, int64_t times) {
    qdrt::Array<int64_t> left(device(), {}, std::vector<int64_t>{times});
    kernel("k")(sum, left, int64_t{site});
    device().synchronize();
    return sum.read()[0];
  }
  qdrt_status stop() { return qdrt_stream_stop(device().get(), nullptr); }
};

/// The stream's own part, with a stream to tell the device on.
struct Part : DeferredFixture {
  BackendStream &work = device().get()->session->defaultStream().work();
  StreamStop stop{device().get()->session->device().backend()};

  /// What the device finds in the word.
  std::pair<uint32_t, uint32_t> word() {
    REQUIRE(work.synchronize().ok());
    const auto made = *stop.word();
    const auto &held = *static_cast<const qd_stop_word *>(made->address());
    return {held.requested, held.answered};
  }
  bool begin(uint32_t count) { return *stop.begin(count, work); }
};

using Counts = std::pair<uint32_t, uint32_t>;
} // namespace

TEST_CASE_METHOD(Part, "a launch that begins after a stop tells the device, the next one nothing") {
  CHECK(begin(0));
  CHECK(word() == Counts{0, 0});
  CHECK_FALSE(stop.check().isStopped());
  REQUIRE(stop.stop().ok());
  CHECK(stop.check().isStopped());
  CHECK(word() == Counts{1, 0});
  CHECK(begin(1));
  CHECK_FALSE(stop.check().isStopped());
  CHECK(word() == Counts{1, 1});
  REQUIRE(stop.stop().ok());
  REQUIRE(stop.stop().ok());
  CHECK(word() == Counts{3, 1});
  CHECK(begin(3));
  CHECK(begin(3));
  CHECK(word() == Counts{3, 3});
}

TEST_CASE_METHOD(Part,
                 "a launch begins quietly unless a stop came before it that the device was not told of, or since") {
  CHECK(stop.beginQuietly(0));
  const uint32_t count = stop.count();
  REQUIRE(stop.stop().ok());
  CHECK_FALSE(stop.beginQuietly(count));
  CHECK_FALSE(stop.beginQuietly(stop.count()));
  CHECK(begin(stop.count()));
  CHECK(stop.beginQuietly(stop.count()));
  CHECK_FALSE(stop.check().isStopped());
  REQUIRE(stop.stop().ok());
  CHECK(stop.check().isStopped());
}

TEST_CASE_METHOD(Part, "what was counted before the word was made is none of its business, but for the launch's own") {
  REQUIRE(stop.stop().ok());
  REQUIRE(stop.stop().ok());
  CHECK(begin(2));
  SECTION("stopped before the launch alone") { CHECK(word() == Counts{0, 0}); }
  SECTION("stopped since, too") {
    REQUIRE(stop.stop().ok());
    CHECK(word() == Counts{1, 0});
    CHECK(begin(3));
    CHECK(word() == Counts{1, 1});
  }
}

TEST_CASE_METHOD(Part, "a launch that was called before a stop, and begins after it, doesn't begin") {
  const uint32_t count = stop.count();
  REQUIRE(stop.stop().ok());
  CHECK_FALSE(begin(count));
  CHECK_FALSE(stop.beginCaptured(count));
  CHECK(word() == Counts{1, 0});
  CHECK(stop.beginCaptured(stop.count()));
}

TEST_CASE_METHOD(Setup, "a launch that waits for its turn is stopped") {
  loadTask();
  qdrt::Array<int64_t> sum(device(), {}, std::vector<int64_t>{0});
  CHECK(launch(sum, 2) == 2);
  qdrt::Array<int64_t> left(device(), {}, std::vector<int64_t>{5});
  device().synchronize();
  FairMutex &mutex = device().get()->session->defaultStream().mutex;
  mutex.lock();
  qdrt_status status = QDRT_OK;
  std::string message;
  std::thread launching([&] {
    try {
      kernel("k")(sum, left, int64_t{site});
    } catch (const qdrt::Error &error) {
      status = error.status();
      message = error.what();
    }
  });
  while (mutex.waiting() == 0)
    std::this_thread::yield();
  // Nor does the stop wait for the mutex.
  CHECK(stop() == QDRT_OK);
  mutex.unlock();
  launching.join();
  CHECK(status == QDRT_STOPPED);
  CHECK(message == "kernel 'k' was stopped by qdrt_stream_stop before its launch began");
  device().synchronize();
  CHECK(sum.read() == Values{2});
  // It counts as refused.
  auto info = sized<qdrt_failure_info>();
  REQUIRE(qdrt_kernel_failure(kernel("k").get(), nullptr, &info) == QDRT_OK);
  CHECK(info.status == QDRT_OK);
  CHECK(launch(sum, 3) == 5);
}

TEST_CASE_METHOD(Setup, "stops before the first launch, and between launches, end none") {
  loadTask();
  qdrt::Array<int64_t> sum(device(), {}, std::vector<int64_t>{0});
  REQUIRE(stop() == QDRT_OK);
  REQUIRE(stop() == QDRT_OK);
  CHECK(launch(sum, 3) == 3);
  REQUIRE(stop() == QDRT_OK);
  CHECK(launch(sum, 4) == 7);
  CHECK(launch(sum, 5) == 12);
}

TEST_CASE_METHOD(Setup, "a launch in a graph of the caller is not ended by stops of the stream that captured it") {
  loadTask();
  qdrt::Array<int64_t> sum(device(), {}, std::vector<int64_t>{0}), left(device(), {}, std::vector<int64_t>{5});
  device().synchronize();
  state.isCapturing = true;
  kernel("k")(sum, left, int64_t{site});
  state.isCapturing = false;
  REQUIRE(stop() == QDRT_OK);
  for (const std::function<void()> &each : state.captured)
    each();
  device().synchronize();
  CHECK(sum.read() == Values{5});
}

TEST_CASE_METHOD(Setup, "where the device can't be told, or has no memory for it, the next call does as it should") {
  loadTask();
  qdrt::Array<int64_t> sum(device(), {}, std::vector<int64_t>{0}), left(device(), {}, std::vector<int64_t>{3});
  device().synchronize();
  REQUIRE(stop() == QDRT_OK);
  state.failing = "allocate";
  CHECK_THROWS_STATUS(kernel("k")(sum, left, int64_t{site}), QDRT_UNSUPPORTED, "the test makes 'allocate' fail");
  state.failing = "";
  CHECK(launch(sum, 3) == 3);
  state.failing = "signal";
  CHECK_FAILS(stop(), QDRT_UNSUPPORTED, "the test makes 'signal' fail");
  state.failing = "fill";
  CHECK_THROWS_STATUS(kernel("k")(sum, left, int64_t{site}), QDRT_UNSUPPORTED, "the test makes 'fill' fail");
  state.failing = "";
  CHECK(launch(sum, 4) == 7);
  // And a stop ends what is there.
  left.write(std::vector<int64_t>{INT64_MAX});
  kernel("k")(sum, left, int64_t{site});
  REQUIRE(stop() == QDRT_OK);
  CHECK_FAILS(qdrt_device_synchronize(device().get()), QDRT_STOPPED,
              "test.qir:10:5: loop 'solve' was stopped by qdrt_stream_stop (iterations: 1)");
  CHECK(launch(sum, 2) == 10);
}
