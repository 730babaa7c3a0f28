//===- StreamTest.cpp - Streams and events -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

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
