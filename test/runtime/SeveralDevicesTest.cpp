//===- SeveralDevicesTest.cpp - Two devices of one kind at once -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fixture.h"

#include <future>
#include <optional>

using namespace qdc;
using namespace runtime_test;

namespace {
/// The device beside the one under test; nothing, and a note, where there is none.
std::optional<qdrt::Device> openOther() {
  std::string spelling = deviceUnderTest();
  size_t colon = spelling.find(':');
  if (colon != std::string::npos) {
    spelling = spelling.substr(0, colon + 1) + (spelling.substr(colon + 1) == "0" ? "1" : "0");
    qdrt_device handle = nullptr;
    qdrt_status status = qdrt_device_open_by_name(spelling.c_str(), nullptr, &handle);
    qdrt_device_close(handle);
    if (status == QDRT_OK)
      return qdrt::Device::open(spelling);
    CHECK(status == QDRT_NO_DEVICE);
  }
  WARN("skipped: there is one device of the kind of '" << deviceUnderTest() << "'");
  return std::nullopt;
}

/// y = a x in `rounds` launches on a stream of the device, and what is left in y.
std::vector<float> accumulate(const qdrt::Device &device, float a, int rounds) {
  qdrt::Package package(device, saxpyPackage());
  qdrt::Stream stream(device);
  qdrt::Event event(device);
  qdrt::Array<float> x(device, {1000}, std::vector<float>(1000, 1)), y(device, {1000});
  device.synchronize();
  for (int round = 0; round < rounds; ++round) {
    package.kernel("saxpy").launch({.stream = stream.get()}, x, y, a);
    event.record(stream.get());
    event.synchronize();
  }
  return y.read(stream.get());
}
} // namespace

TEST_CASE("two devices compute at once, with packages, memory, streams and events of their own") {
  qdrt::Device device = openDevice();
  std::optional<qdrt::Device> other = openOther();
  if (!other)
    return;
  CHECK(device.describe().spelling != std::string(other->describe().spelling));
  // Launches of one thread that change devices.
  qdrt::Package here(device, saxpyPackage());
  qdrt::Array<float> x(device, {64}, std::vector<float>(64, 1)), y(device, {64});
  {
    qdrt::Package there(*other, saxpyPackage());
    qdrt::Array<float> u(*other, {64}, std::vector<float>(64, 2)), v(*other, {64});
    for (int round = 0; round < 50; ++round) {
      here.kernel("saxpy")(x, y, 1.0f);
      there.kernel("saxpy")(u, v, 1.0f);
    }
    CHECK(y.read() == std::vector<float>(64, 50));
    CHECK(v.read() == std::vector<float>(64, 100));
  }
  CHECK(here.kernel("saxpy").counters().launches == 50);
  // A thread for each device, whose errors are this one's.
  std::future<std::vector<float>> theirs = std::async(std::launch::async, [&] { return accumulate(*other, 3, 200); });
  CHECK(accumulate(device, 2, 200) == std::vector<float>(1000, 400));
  CHECK(theirs.get() == std::vector<float>(1000, 600));
  // One is closed while the other goes on.
  other.reset();
  here.kernel("saxpy")(x, y, 1.0f);
  CHECK(y.read() == std::vector<float>(64, 51));
}

TEST_CASE("what is of another GPU is refused by name") {
  qdrt::Device device = openDevice();
  std::optional<qdrt::Device> other = openOther();
  if (!other)
    return;
  qdrt::Package package(device, saxpyPackage());
  qdrt::Stream stream(device), foreign(*other);
  qdrt::Event event(device), foreignEvent(*other);
  qdrt::Array<float> x(device, {4}), y(device, {4}), z(*other, {4});
  CHECK_THROWS_STATUS(package.kernel("saxpy").launch({.stream = foreign.get()}, x, y, 1.0f), QDRT_INVALID_ARGUMENT,
                      "the stream was created on another device");
  CHECK_FAILS(qdrt_stream_synchronize(device.get(), foreign.get()), QDRT_INVALID_ARGUMENT,
              "the stream was created on another device");
  CHECK_THROWS_STATUS(event.record(foreign.get()), QDRT_INVALID_ARGUMENT, "created on another device");
  CHECK_THROWS_STATUS(foreignEvent.makeWait(stream.get()), QDRT_INVALID_ARGUMENT, "created on another device");
  event.record(stream.get());
  foreignEvent.record(foreign.get());
  CHECK_THROWS_STATUS(event.since(foreignEvent), QDRT_INVALID_ARGUMENT, "the two events are of different devices");
  CHECK_FAILS(qdrt_buffer_copy(x.get(), 0, z.get(), 0, 4, nullptr), QDRT_INVALID_ARGUMENT,
              "the two buffers are of different devices");
}

TEST_CASE("memory of another GPU is refused by name, as an argument and for a global") {
  qdrt::Device device = openDevice();
  std::optional<qdrt::Device> other = openOther();
  if (!other)
    return;
  const std::string here = device.describe().spelling, there = other->describe().spelling,
                    refusal = isVulkan() ? "lies in no memory that the driver of '" + here + "' knows"
                                         : "lies on '" + there + "'; device '" + here +
                                               "' takes its own memory, or that of a device to which its context has "
                                               "access";
  PackageBuilder builder;
  uint32_t shared = builder.global({.name = "shared", .type = ElementType::i64, .shape = {}, .isExternal = true});
  KernelBuilder &k = builder.kernel("k");
  uint32_t out = k.array("out", ElementType::i64, {});
  k.graph({k.task("copy_word", {array(out), global(shared)})});
  qdrt::Package package(device, builder.bytes());
  qdrt::Array<int64_t> mine(device, {}), value(device, {}, std::vector<int64_t>{7}), theirs(*other, {});
  CHECK_FAILS(qdrt_package_bind_global(package.get(), "shared", theirs.address(), 8), QDRT_INVALID_ARGUMENT,
              "the memory to bind global 'shared' to " + refusal);
  REQUIRE(qdrt_package_bind_global(package.get(), "shared", value.address(), 8) == QDRT_OK);
  CHECK_THROWS_STATUS(package.kernel("k")(theirs), QDRT_INVALID_ARGUMENT, "argument 'out' of kernel 'k' " + refusal);
  package.kernel("k")(mine);
  CHECK(mine.read() == std::vector<int64_t>{7});
}
