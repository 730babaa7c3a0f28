//===- StreamTest.cpp - Streams of Vulkan after failures ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fake runs what is waited for and nothing else, so an order that nobody asked
// the driver for shows.
//
//===----------------------------------------------------------------------===//

#include "FakeFixture.h"

using namespace vulkan_test;

/// Kernel "k": out += value, as one graph or two tasks.
static qdc::ByteVector addPackage(qdc::GraphMode mode) {
  PackageBuilder builder;
  KernelBuilder &k = builder.kernel("k");
  const uint32_t out = k.array("out", qdc::ElementType::i64, {}), value = k.scalar("value", qdc::ElementType::i64);
  k.graph({k.task("add", {array(out), scalar(value)}), k.task("add", {array(out), scalar(value)})}, mode);
  return builder.bytes();
}

static qdrt_status launchAdd(const qdrt::Package &package, const qdrt::Array<int64_t> &out, int64_t value,
                             qdrt_stream stream = nullptr) {
  qdrt_argument arguments[2] = {};
  arguments[0].type = arguments[1].type = QDRT_I64;
  arguments[0].data = qdrt_buffer_address(out.get());
  arguments[1].value.i64 = value;
  return qdrt_kernel_launch(package.kernel("k").get(), arguments, stream, nullptr);
}

TEST_CASE_METHOD(Fake, "a launch that could not be submitted has not run, and the next one has its own arguments") {
  const qdc::GraphMode mode = GENERATE(qdc::GraphMode::always, qdc::GraphMode::never);
  const char *function = GENERATE("vkQueueSubmit", "vkEndCommandBuffer");
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, addPackage(mode));
  const qdrt::Array<int64_t> out(device, {});
  REQUIRE(launchAdd(package, out, 1) == QDRT_OK);
  REQUIRE(launchAdd(package, out, 10) == QDRT_OK);
  for (int attempt = 0; attempt < 3; ++attempt) {
    fake_vulkan::failCall(function, 1, VK_ERROR_OUT_OF_HOST_MEMORY);
    CHECK_FAILS(launchAdd(package, out, 1000), QDRT_OUT_OF_MEMORY,
                "cannot submit work on 'vulkan:0': Vulkan error -1 (VK_ERROR_OUT_OF_HOST_MEMORY)");
    fake_vulkan::failCall("", 0, VK_SUCCESS);
  }
  REQUIRE(launchAdd(package, out, 1000) == QDRT_OK);
  CHECK(out.read() == std::vector<int64_t>{2022});
}

TEST_CASE_METHOD(Fake, "writes that could not be submitted don't make later ones wait") {
  const qdrt::Device device = openDevice();
  const std::vector<char> large(4 << 20, 1);
  qdrt::Array<char> array(device, {4 << 20});
  for (int attempt = 0; attempt < 3; ++attempt) {
    fake_vulkan::failCall("vkQueueSubmit", 1, VK_ERROR_OUT_OF_HOST_MEMORY);
    CHECK_FAILS(qdrt_buffer_write(array.get(), 0, large.data(), large.size(), nullptr), QDRT_OUT_OF_MEMORY,
                "cannot submit work");
  }
  fake_vulkan::failCall("", 0, VK_SUCCESS);
  array.write(large);
  CHECK(array.read() == large);
}

TEST_CASE_METHOD(Fake, "an event is waited for by the first work that is submitted, whatever failed before") {
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, addPackage(qdc::GraphMode::never));
  const qdrt::Array<int64_t> out(device, {});
  const qdrt::Stream first(device), second(device);
  const qdrt::Event event(device);
  device.synchronize();
  REQUIRE(launchAdd(package, out, 1, first.get()) == QDRT_OK);
  event.record(first.get());
  event.makeWait(second.get());
  const int64_t five = 5;
  fake_vulkan::failCall("vkQueueSubmit", 1, VK_ERROR_OUT_OF_DEVICE_MEMORY);
  CHECK(qdrt_buffer_write(out.get(), 0, &five, 8, second.get()) == QDRT_OUT_OF_MEMORY);
  REQUIRE(qdrt_buffer_write(out.get(), 0, &five, 8, second.get()) == QDRT_OK);
  second.synchronize();
  first.synchronize();
  CHECK(out.read() == std::vector<int64_t>{5});
}

TEST_CASE_METHOD(Fake, "a stream that waits for an event is waited for with it, also where no work came after") {
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, addPackage(qdc::GraphMode::never));
  const qdrt::Array<int64_t> out(device, {});
  const qdrt::Stream first(device), second(device);
  const qdrt::Event event(device);
  device.synchronize();
  for (int64_t round = 1; round < 100; ++round) {
    REQUIRE(launchAdd(package, out, 1, first.get()) == QDRT_OK);
    event.record(first.get());
    for (int repeat = 0; repeat < 3; ++repeat)
      event.makeWait(second.get());
    second.synchronize();
    // By another stream, which waits for nothing.
    const qdrt::Stream third(device);
    int64_t value = 0;
    REQUIRE(qdrt_buffer_read(out.get(), 0, &value, 8, third.get()) == QDRT_OK);
    CHECK(value == 2 * round);
  }
}

TEST_CASE_METHOD(Fake, "an event that another stream records next keeps nobody waiting, and has the later time") {
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, addPackage(qdc::GraphMode::never));
  const qdrt::Array<int64_t> out(device, {});
  const qdrt::Stream first(device), second(device);
  const qdrt::Event start(device), event(device);
  device.synchronize();
  start.record(first.get());
  REQUIRE(launchAdd(package, out, 1, first.get()) == QDRT_OK);
  event.record(first.get());
  fake_vulkan::takeCalls();
  event.record(second.get());
  CHECK_THAT(fake_vulkan::takeCalls(), !Contains("vkWaitSemaphores"));
  CHECK(event.since(start) > 0);
  first.synchronize();
}

TEST_CASE_METHOD(Fake, "what is freed waits for nobody, and is given to others once nothing uses it") {
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, addPackage(qdc::GraphMode::never));
  const qdrt::Array<int64_t> kept(device, {});
  std::optional<qdrt::Array<int64_t>> freed(qdrt::Array<int64_t>(device, {}));
  const qdrt::Stream stream(device);
  device.synchronize();
  REQUIRE(launchAdd(package, *freed, 1, stream.get()) == QDRT_OK);
  const void *address = qdrt_buffer_address(freed->get());
  fake_vulkan::takeCalls();
  freed.reset();
  CHECK_THAT(fake_vulkan::takeCalls(), !Contains("vkWaitSemaphores"));
  {
    const qdrt::Array<int64_t> other(device, {});
    CHECK(qdrt_buffer_address(other.get()) != address);
    stream.synchronize();
    CHECK(other.read() == std::vector<int64_t>{0});
  }
  const qdrt::Array<int64_t> last(device, {});
  CHECK(qdrt_buffer_address(last.get()) == address);
}

TEST_CASE_METHOD(Fake, "the failure of a launch is told of that launch, also after one that was lost") {
  PackageBuilder builder;
  const uint32_t site = builder.site(qdc::SiteKind::assertion, 17, "below");
  KernelBuilder &k = builder.kernel("k");
  const uint32_t limit = k.scalar("limit", qdc::ElementType::i64), where = k.scalar("site", qdc::ElementType::i64);
  k.result(qdc::ElementType::i64, 0);
  k.graph({k.task("store", {word(0), scalar(limit)}),
           k.task("assert_below", {source(qdc::SlotKind::errorRecord), scalar(limit), scalar(where)},
                  qdc::SizeExpr::constant(4))},
          GENERATE(qdc::GraphMode::always, qdc::GraphMode::never));
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, builder.bytes());
  const qdrt_kernel kernel = package.kernel("k").get();
  auto launch = [&](int64_t value) {
    qdrt_argument arguments[2] = {};
    arguments[0].type = arguments[1].type = QDRT_I64;
    arguments[0].value.i64 = value;
    arguments[1].value.i64 = site;
    return qdrt_kernel_launch(kernel, arguments, nullptr, nullptr);
  };
  for (int64_t round = 0; round < 3; ++round) {
    REQUIRE(launch(10 + round) == QDRT_OK);
    fake_vulkan::failCall("vkQueueSubmit", 1, VK_ERROR_OUT_OF_HOST_MEMORY);
    CHECK(launch(20) == QDRT_OUT_OF_MEMORY);
    fake_vulkan::failCall("", 0, VK_SUCCESS);
    REQUIRE(launch(3) == QDRT_OK);
    CHECK(qdrt_device_synchronize(device.get()) == QDRT_ASSERTION_FAILED);
    REQUIRE(launch(30 + round) == QDRT_OK);
    qdrt_scalar result = {};
    REQUIRE(qdrt_kernel_results(kernel, nullptr, &result, 1) == QDRT_OK);
    CHECK(result.i64 == 30 + round);
    CHECK(qdrt_device_synchronize(device.get()) == QDRT_OK);
  }
}

TEST_CASE_METHOD(Fake, "a call that failed half-way leaves nothing to be submitted later") {
  const qdrt::Device device = openDevice();
  qdrt::Array<char> kept(device, {8});
  std::optional<qdrt::Array<char>> array(qdrt::Array<char>(device, {7}));
  const char one = 1;
  // Whole words are filled, then the rest is written, for which there is no memory.
  fake_vulkan::failCall("vkCreateBuffer", 1, VK_ERROR_OUT_OF_HOST_MEMORY);
  CHECK(qdrt_buffer_fill(array->get(), 0, 7, &one, 1, nullptr) == QDRT_OUT_OF_MEMORY);
  fake_vulkan::failCall("", 0, VK_SUCCESS);
  array.reset();
  qdrt_device_reset(device.get());
  kept.write(std::vector<char>(8, 2));
  CHECK(kept.read() == std::vector<char>(8, 2));
}

TEST_CASE_METHOD(Fake, "a task may have more slots than the ring holds") {
  const std::unique_ptr<BackendDevice> device = openBackend();
  const auto image = std::move(*device->load(imageFile("entries")));
  qdc::EntryPoint description;
  description.symbol = "dump_slots";
  qdc::LaunchShape shape;
  shape.blockThreads = 1;
  shape.subgroupWidth = 0;
  shape.slotPassing = qdc::SlotPassing::memory;
  description.launch = shape;
  const auto entry = std::move(*image->prepare(description));
  const auto stream = std::move(*device->createStream());
  const DeviceMemory memory = std::move(*DeviceMemory::allocate(*device, 64));
  std::vector<qd_slot> slots(40000, 7);
  slots[0] = reinterpret_cast<uintptr_t>(memory.address());
  for (qd_slot value : {8, 9}) {
    slots[1] = value;
    stream->beginLaunch();
    REQUIRE(stream->runTask({entry.get(), slots.data(), static_cast<uint32_t>(slots.size()), 1, 1}).ok());
    REQUIRE(stream->endLaunch().ok());
    uint64_t seen[2] = {};
    REQUIRE(stream->read(seen, memory, sizeof(seen)).ok());
    CHECK(seen[0] == value);
    CHECK(seen[1] == 7);
  }
}

TEST_CASE_METHOD(Fake, "a host that runs ahead is held up after some thousand submissions") {
  const qdrt::Device device = openDevice();
  const qdrt::Package package(device, addPackage(qdc::GraphMode::always));
  const qdrt::Array<int64_t> out(device, {});
  for (int64_t round = 0; round < 6000; ++round)
    REQUIRE(launchAdd(package, out, 1) == QDRT_OK);
  CHECK_THAT(fake_vulkan::takeCalls(), Contains("vkWaitSemaphores"));
  CHECK(out.read() == std::vector<int64_t>{12000});
}
