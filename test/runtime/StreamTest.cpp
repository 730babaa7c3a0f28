//===- StreamTest.cpp - Streams and events --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>

using namespace qdc;
using namespace runtime_test;

TEST_CASE("events measure time between two points of a stream") {
  qdrt::Device device = openDevice();
  qdrt::Stream stream(device);
  qdrt::Event start(device), end(device);
  start.record(stream.get());
  end.record(stream.get());
  end.synchronize();
  CHECK(end.since(start) >= 0);
  CHECK(start.since(end) <= 0);
}

TEST_CASE("an event that was never recorded is complete, but has no time") {
  qdrt::Device device = openDevice();
  qdrt::Stream stream(device);
  qdrt::Event never(device), once(device);
  never.synchronize();
  never.makeWait(stream.get());
  once.record();
  once.makeWait(stream.get());
  CHECK_THROWS_STATUS(once.since(never), QDRT_INVALID_ARGUMENT, "the start event was never recorded");
  CHECK_THROWS_STATUS(never.since(once), QDRT_INVALID_ARGUMENT, "the end event was never recorded");
}

TEST_CASE("streams and devices are waited for") {
  qdrt::Device device = openDevice();
  qdrt::Stream stream(device);
  stream.synchronize();
  device.synchronize();
  CHECK(qdrt_stream_synchronize(device.get(), nullptr) == QDRT_OK);
}

namespace {
/// A launch on a stream, in a thread of its own, that runs until it is let go.
class LongLaunch {
public:
  LongLaunch(const qdrt::Package &package, qdrt_stream stream)
      : thread([this, &package, stream] {
          package.kernel("k").launch({.stream = stream}, qdrt::View(&started, {}, QDRT_MEMORY_HOST),
                                     qdrt::View(&go, {}, QDRT_MEMORY_HOST));
        }) {
    while (std::atomic_ref(started).load() == 0)
      std::this_thread::yield();
  }
  void end() {
    std::atomic_ref(go).store(1);
    thread.join();
  }

private:
  int64_t started = 0, go = 0;
  std::thread thread;
};
} // namespace

TEST_CASE("waiting for a stream or device waits for a launch that another thread is in") {
  // The launch is one that the host ends by writing to memory in place.
  if (!isCPU())
    return;
  PackageBuilder builder;
  KernelBuilder &k = builder.kernel("k");
  uint32_t started = k.array("started", ElementType::i64, {}), go = k.array("go", ElementType::i64, {});
  k.graph({k.task("wait_for", {array(started), array(go)})});
  qdrt::Device device = openDevice();
  qdrt::Package package(device, builder.bytes());
  qdrt::Stream stream(device), other(device);
  for (const std::function<void()> &wait :
       {std::function<void()>([&] { stream.synchronize(); }), std::function<void()>([&] { device.synchronize(); })}) {
    LongLaunch launch(package, stream.get());
    // A stream without work is not waited for.
    other.synchronize();
    std::atomic<bool> waited = false;
    std::thread waiter([&] {
      wait();
      waited = true;
    });
    // Long enough for a wait that does not wait to show itself.
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    CHECK_FALSE(waited);
    launch.end();
    waiter.join();
    CHECK(waited);
  }
}

TEST_CASE("threads record and compare one event") {
  qdrt::Device device = openDevice();
  qdrt::Event event(device), start(device);
  start.record();
  // Streams are not ordered: a point of another stream may otherwise come first.
  start.synchronize();
  event.record();
  std::array<double, 4> earliest;
  std::array<std::string, 4> errors;
  std::vector<std::thread> threads;
  for (int index = 0; index < 4; ++index)
    threads.emplace_back([&, index] {
      try {
        qdrt::Stream stream(device);
        earliest[index] = event.since(start);
        for (int round = 0; round < 500; ++round) {
          event.record(stream.get());
          event.makeWait(stream.get());
          earliest[index] = std::min(earliest[index], event.since(start));
        }
      } catch (const qdrt::Error &error) {
        errors[index] = error.what();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int index = 0; index < 4; ++index) {
    CHECK(errors[index] == "");
    CHECK(earliest[index] >= 0);
  }
  CHECK(event.since(start) >= 0);
}

TEST_CASE("a stream of another device is refused") {
  qdrt::Device device = openDevice(), other = openDevice();
  qdrt::Stream stream(other);
  qdrt::Event event(device);
  CHECK_FAILS(qdrt_stream_synchronize(device.get(), stream.get()), QDRT_INVALID_ARGUMENT,
              "the stream was created on another device");
  CHECK_FAILS(qdrt_event_record(event.get(), stream.get()), QDRT_INVALID_ARGUMENT, "created on another device");
  CHECK_FAILS(qdrt_stream_wait(stream.get(), event.get()), QDRT_INVALID_ARGUMENT, "created on another device");
}

TEST_CASE("streams and events refuse NULL") {
  qdrt::Device device = openDevice();
  qdrt::Event event(device);
  double seconds = 0;
  CHECK_FAILS(qdrt_stream_create(nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_stream_create(device.get(), nullptr), QDRT_INVALID_ARGUMENT, "'stream'");
  CHECK_FAILS(qdrt_stream_synchronize(nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_event_create(nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_event_create(device.get(), nullptr), QDRT_INVALID_ARGUMENT, "'event'");
  CHECK_FAILS(qdrt_event_record(nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'event'");
  CHECK_FAILS(qdrt_stream_wait(nullptr, nullptr), QDRT_INVALID_ARGUMENT, "'event'");
  CHECK_FAILS(qdrt_event_synchronize(nullptr), QDRT_INVALID_ARGUMENT, "'event'");
  CHECK_FAILS(qdrt_event_elapsed(nullptr, event.get(), &seconds), QDRT_INVALID_ARGUMENT, "'start'");
  CHECK_FAILS(qdrt_event_elapsed(event.get(), nullptr, &seconds), QDRT_INVALID_ARGUMENT, "'end'");
  CHECK_FAILS(qdrt_event_elapsed(event.get(), event.get(), nullptr), QDRT_INVALID_ARGUMENT, "'seconds'");
  qdrt_stream_destroy(nullptr);
  qdrt_event_destroy(nullptr);
}
