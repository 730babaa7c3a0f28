//===- ShareTest.cpp - Buffers and semaphores of vulkan.h -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace runtime_test;

namespace {
constexpr VkBufferUsageFlags kShared =
    VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

/// A buffer of the engine's, which the host sees too.
class EngineBuffer {
public:
  EngineBuffer(const Engine &engine, VkDeviceSize bytes) : engine(engine) {
    VkBufferCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = bytes;
    info.usage = kShared;
    REQUIRE(vkCreateBuffer(engine.device, &info, nullptr, &handle) == VK_SUCCESS);
    VkMemoryRequirements needed;
    vkGetBufferMemoryRequirements(engine.device, handle, &needed);
    VkPhysicalDeviceMemoryProperties types;
    vkGetPhysicalDeviceMemoryProperties(engine.physical, &types);
    constexpr VkMemoryPropertyFlags wanted = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    uint32_t type = 0;
    while ((needed.memoryTypeBits >> type & 1) == 0 || (types.memoryTypes[type].propertyFlags & wanted) != wanted)
      ++type;
    VkMemoryAllocateFlagsInfo flags = {};
    flags.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO;
    flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
    VkMemoryAllocateInfo allocate = {};
    allocate.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    allocate.pNext = &flags;
    allocate.allocationSize = needed.size;
    allocate.memoryTypeIndex = type;
    REQUIRE(vkAllocateMemory(engine.device, &allocate, nullptr, &memory) == VK_SUCCESS);
    REQUIRE(vkBindBufferMemory(engine.device, handle, memory, 0) == VK_SUCCESS);
    REQUIRE(vkMapMemory(engine.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped) == VK_SUCCESS);
  }
  ~EngineBuffer() {
    vkDestroyBuffer(engine.device, handle, nullptr);
    vkFreeMemory(engine.device, memory, nullptr);
  }
  EngineBuffer(const EngineBuffer &) = delete;
  EngineBuffer &operator=(const EngineBuffer &) = delete;

  VkBuffer get() const { return handle; }
  float *floats() const { return static_cast<float *>(mapped); }
  /// As libqdrt imports it.
  qdrt_vulkan_buffer range(uint64_t offset, uint64_t bytes) const {
    auto made = sized<qdrt_vulkan_buffer>();
    made.buffer = handle;
    made.offset = offset;
    made.bytes = bytes;
    made.usage = kShared;
    return made;
  }

private:
  const Engine &engine;
  VkBuffer handle = VK_NULL_HANDLE;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  void *mapped = nullptr;
};

/// A timeline semaphore of the engine's.
class Semaphore {
public:
  explicit Semaphore(const Engine &engine) : engine(engine) {
    VkSemaphoreTypeCreateInfo type = {};
    type.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO;
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO;
    info.pNext = &type;
    REQUIRE(vkCreateSemaphore(engine.device, &info, nullptr, &handle) == VK_SUCCESS);
  }
  ~Semaphore() { vkDestroySemaphore(engine.device, handle, nullptr); }
  Semaphore(const Semaphore &) = delete;
  Semaphore &operator=(const Semaphore &) = delete;

  VkSemaphore get() const { return handle; }
  /// By the host.
  void raise(uint64_t value) {
    VkSemaphoreSignalInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO;
    info.semaphore = handle;
    info.value = value;
    REQUIRE(vkSignalSemaphore(engine.device, &info) == VK_SUCCESS);
  }

private:
  const Engine &engine;
  VkSemaphore handle = VK_NULL_HANDLE;
};

/// Whether a semaphore has reached a value, for which the host waits so long.
bool hasReached(const Engine &engine, const qdrt::VulkanPoint &point, uint64_t nanoseconds) {
  const auto semaphore = static_cast<VkSemaphore>(point.semaphore);
  VkSemaphoreWaitInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO;
  info.semaphoreCount = 1;
  info.pSemaphores = &semaphore;
  info.pValues = &point.value;
  const VkResult code = vkWaitSemaphores(engine.device, &info, nanoseconds);
  CHECK(code >= VK_SUCCESS);
  return code == VK_SUCCESS;
}

/// A submission of the engine's that copies bytes once a semaphore has reached a value.
void copyAfter(const Engine &engine, const qdrt::VulkanPoint &point, const qdrt_vulkan_buffer &from, VkBuffer to) {
  VkCommandPoolCreateInfo ofPool = {};
  ofPool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  ofPool.queueFamilyIndex = engine.family;
  VkCommandPool pool = VK_NULL_HANDLE;
  REQUIRE(vkCreateCommandPool(engine.device, &ofPool, nullptr, &pool) == VK_SUCCESS);
  VkCommandBufferAllocateInfo ofBuffer = {};
  ofBuffer.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  ofBuffer.commandPool = pool;
  ofBuffer.commandBufferCount = 1;
  VkCommandBuffer commands = VK_NULL_HANDLE;
  REQUIRE(vkAllocateCommandBuffers(engine.device, &ofBuffer, &commands) == VK_SUCCESS);
  VkCommandBufferBeginInfo begin = {};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  REQUIRE(vkBeginCommandBuffer(commands, &begin) == VK_SUCCESS);
  const VkBufferCopy copied = {from.offset, 0, from.bytes};
  vkCmdCopyBuffer(commands, static_cast<VkBuffer>(from.buffer), to, 1, &copied);
  REQUIRE(vkEndCommandBuffer(commands) == VK_SUCCESS);
  const auto semaphore = static_cast<VkSemaphore>(point.semaphore);
  const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_TRANSFER_BIT;
  VkTimelineSemaphoreSubmitInfo values = {};
  values.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO;
  values.waitSemaphoreValueCount = 1;
  values.pWaitSemaphoreValues = &point.value;
  VkSubmitInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.pNext = &values;
  info.waitSemaphoreCount = 1;
  info.pWaitSemaphores = &semaphore;
  info.pWaitDstStageMask = &stage;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands;
  REQUIRE(vkQueueSubmit(engine.queue, 1, &info, VK_NULL_HANDLE) == VK_SUCCESS);
  REQUIRE(vkQueueWaitIdle(engine.queue) == VK_SUCCESS);
  vkDestroyCommandPool(engine.device, pool, nullptr);
}
} // namespace

TEST_CASE("a buffer of the caller's is an array: launched on, written, read, filled and copied") {
  Engine engine;
  EngineBuffer memory(engine, 1024);
  for (int index = 0; index < 8; ++index)
    memory.floats()[index] = static_cast<float>(10 * index);
  {
    qdrt::Device device = qdrt::Device::adopt(engine.native());
    qdrt::Package package(device, saxpyPackage());
    auto y = qdrt::Array<float>::importVulkan(device, {3}, memory.range(8, 12));
    // What is there stays.
    CHECK(y.read() == std::vector<float>{20, 30, 40});
    std::vector<float> x = {1, 2, 3};
    package.kernel("saxpy")(x, y, 2.0f);
    CHECK(y.read() == std::vector<float>{22, 34, 46});
    CHECK(std::vector<float>(memory.floats() + 1, memory.floats() + 6) == std::vector<float>{10, 22, 34, 46, 50});
    y.fill(7);
    y.write(std::vector<float>{8});
    qdrt::Array<float> ours(device, {3});
    REQUIRE(qdrt_buffer_copy(ours.get(), 0, y.get(), 0, 12, nullptr) == QDRT_OK);
    CHECK(ours.read() == std::vector<float>{8, 7, 7});
    const qdrt_vulkan_buffer told = y.exportVulkan();
    CHECK(told.buffer == memory.get());
    CHECK(told.offset == 8);
    CHECK(told.bytes == 12);
    CHECK(told.usage == kShared);
    CHECK(told.address == reinterpret_cast<uintptr_t>(y.address()));
    // One that is let go can be imported anew, by all that was told of it.
    {
      const qdrt::Array<float> gone = std::move(y);
    }
    y = qdrt::Array<float>::importVulkan(device, {3}, told);
    CHECK(y.read() == std::vector<float>{8, 7, 7});
    CHECK_THROWS_STATUS(qdrt::Array<float>::importVulkan(device, {4}, memory.range(512, 12)), QDRT_INVALID_ARGUMENT,
                        "the array has 4 elements of 4 bytes; the range to import has 12 bytes");
  }
  CHECK(memory.floats()[5] == 50);
}

TEST_CASE("the flag of a loop that the host leads may lie in a buffer of the caller's") {
  Engine engine;
  EngineBuffer memory(engine, 256);
  qdrt::Device device = qdrt::Device::adopt(engine.native());
  PackageBuilder builder;
  const uint32_t site = builder.site(qdc::SiteKind::loop, 10, "solve");
  KernelBuilder &k = builder.kernel("k");
  const uint32_t sum = k.array("sum", qdc::ElementType::i64, {}), flag = k.array("flag", qdc::ElementType::i64, {}),
                 one = k.scalar("one", qdc::ElementType::i64);
  k.graph({doWhile(site, {qdc::FlagKind::argument, flag},
                   {k.task("add", {array(sum), scalar(one)}), k.task("down_i64", {array(flag)})})});
  qdrt::Package package(device, builder.bytes());
  auto added = qdrt::Array<int64_t>::importVulkan(device, {}, memory.range(0, 8)),
       left = qdrt::Array<int64_t>::importVulkan(device, {}, memory.range(8, 8));
  added.fill(0);
  left.fill(5);
  qdrt::LaunchOptions options;
  options.loops = "host";
  package.kernel("k").launch(options, added, left, int64_t{1});
  CHECK(added.read()[0] == 5);
}

TEST_CASE("the caller copies from an array of ours, after what its stream does") {
  Engine engine;
  EngineBuffer copied(engine, 64);
  qdrt::Device device = qdrt::Device::adopt(engine.native());
  qdrt::Package package(device, saxpyPackage());
  qdrt::Array<float> before(device, {100}), y(device, {3}, std::vector<float>{1, 2, 3});
  const qdrt_vulkan_buffer range = y.exportVulkan();
  CHECK(range.bytes == 12);
  CHECK(range.offset % 64 == 0);
  CHECK(range.address == reinterpret_cast<uintptr_t>(y.address()));
  CHECK((range.usage & VK_BUFFER_USAGE_VERTEX_BUFFER_BIT) != 0);
  // Two arrays of one buffer of Vulkan's.
  CHECK(before.exportVulkan().buffer == range.buffer);
  CHECK(before.exportVulkan().offset != range.offset);
  qdrt::Stream stream(device);
  qdrt::Array<float> x(device, {3});
  x.write(std::vector<float>{10, 20, 30}, stream.get());
  y.write(std::vector<float>{1, 2, 3}, stream.get());
  package.kernel("saxpy").launch({stream.get()}, x, y, 2.0f);
  copyAfter(engine, device.vulkanPoint(stream.get()), range, copied.get());
  CHECK(std::vector<float>(copied.floats(), copied.floats() + 3) == std::vector<float>{21, 42, 63});
  // An empty one lies somewhere too.
  qdrt::Array<float> empty(device, {0});
  CHECK(empty.exportVulkan().bytes == 0);
}

TEST_CASE("a stream waits for a semaphore of the caller's, and raises one") {
  Engine engine;
  Semaphore start(engine), end(engine);
  EngineBuffer memory(engine, 64);
  qdrt::Device device = qdrt::Device::adopt(engine.native());
  auto array = qdrt::Array<float>::importVulkan(device, {1}, memory.range(0, 4));
  // A stream on which nothing was is at its first point.
  CHECK(hasReached(engine, device.vulkanPoint(), 0));
  memory.floats()[0] = 1;
  device.waitForVulkan({start.get(), 3});
  array.fill(2);
  const qdrt::VulkanPoint filled = device.vulkanPoint();
  device.signalVulkan({end.get(), 7});
  start.raise(2);
  constexpr uint64_t second = 1'000'000'000;
  CHECK_FALSE(hasReached(engine, filled, second / 50));
  CHECK_FALSE(hasReached(engine, {end.get(), 1}, 0));
  CHECK(memory.floats()[0] == 1);
  start.raise(3);
  CHECK(hasReached(engine, {end.get(), 7}, 60 * second));
  CHECK(hasReached(engine, filled, 0));
  CHECK(memory.floats()[0] == 2);
  // Nothing but a wait, and a point after it; then nothing but a signal.
  device.waitForVulkan({start.get(), 4});
  const qdrt::VulkanPoint waited = device.vulkanPoint();
  CHECK(waited.semaphore == filled.semaphore);
  CHECK_FALSE(hasReached(engine, waited, second / 50));
  start.raise(4);
  CHECK(hasReached(engine, waited, 60 * second));
  device.signalVulkan({end.get(), 8});
  CHECK(hasReached(engine, {end.get(), 8}, 60 * second));
  CHECK_THROWS_STATUS(device.signalVulkan({end.get(), 8}), QDRT_INVALID_ARGUMENT,
                      "the semaphore can't be raised to 8: it has reached 8, and takes more");
  device.synchronize();
  // Who waits for the stream waits for what it waits for.
  std::atomic<bool> isRaised = false;
  device.waitForVulkan({start.get(), 5});
  std::thread host([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    isRaised = true;
    start.raise(5);
  });
  device.synchronize();
  CHECK(isRaised);
  host.join();
}

TEST_CASE("a range that can't be imported is refused by the member") {
  Engine engine;
  EngineBuffer memory(engine, 256);
  qdrt::Device device = qdrt::Device::adopt(engine.native());
  qdrt_buffer imported = nullptr;
  auto refuse = [&](qdrt_vulkan_buffer range, const char *message) {
    CHECK_FAILS(qdrt_vulkan_buffer_import(device.get(), &range, &imported), QDRT_INVALID_ARGUMENT, message);
    CHECK(imported == nullptr);
  };
  const qdrt_vulkan_buffer right = memory.range(64, 64);
  qdrt_vulkan_buffer range = right;
  range.size = 0;
  refuse(range, "qdrt_vulkan_buffer.size is 0; set it to sizeof(qdrt_vulkan_buffer)");
  range = right;
  range.buffer = nullptr;
  refuse(range, "qdrt_vulkan_buffer.buffer is NULL");
  range = right;
  range.bytes = 0;
  refuse(range, "qdrt_vulkan_buffer.bytes is 0; a range has a byte at least");
  range = right;
  range.usage = kShared & ~VkBufferUsageFlags(VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  refuse(range, "qdrt_vulkan_buffer.usage lacks VK_BUFFER_USAGE_TRANSFER_SRC_BIT, with which the buffer is to be made");
  range.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  refuse(range, "qdrt_vulkan_buffer.usage lacks VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT");
  range.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  refuse(range, "qdrt_vulkan_buffer.usage lacks VK_BUFFER_USAGE_TRANSFER_DST_BIT");
  range = right;
  range.bytes = 1 << 20;
  refuse(range, "the range of 1048576 bytes from offset 64 does not lie inside the buffer, which takes ");
  range = right;
  range.offset = UINT64_MAX - 8;
  refuse(range, "the range of 64 bytes from offset 18446744073709551607 does not lie inside the buffer");
  range = right;
  range.address = 4096;
  refuse(range, "qdrt_vulkan_buffer.address is 4096; the driver says ");
  auto first = qdrt::Array<float>::importVulkan(device, {16}, right);
  for (uint64_t offset : {64, 0, 127}) // the whole, from before it, and its last byte
    refuse(memory.range(offset, offset == 0 ? 65 : 1), "the range overlaps another buffer of device 'vulkan:0'");
  refuse(memory.range(0, 256), "the range overlaps another buffer of device 'vulkan:0'");
  qdrt::Array<float> ours(device, {4});
  qdrt_vulkan_buffer exported = ours.exportVulkan();
  refuse(exported, "the range overlaps another buffer of device 'vulkan:0'");
  // What lies beside it is another one.
  auto left = qdrt::Array<float>::importVulkan(device, {16}, memory.range(0, 64)),
       right2 = qdrt::Array<float>::importVulkan(device, {16}, memory.range(128, 64));
  // A field that a later version may have.
  struct {
    qdrt_vulkan_buffer known;
    uint64_t later;
  } longer = {memory.range(192, 4), 1};
  longer.known.size = sizeof(longer);
  CHECK_FAILS(qdrt_vulkan_buffer_import(device.get(), &longer.known, &imported), QDRT_UNSUPPORTED,
              "qdrt_vulkan_buffer sets a field that this version of libqdrt does not have");
}

TEST_CASE("a workspace needs a buffer that begins as ours do") {
  Engine engine;
  EngineBuffer memory(engine, 4096);
  qdrt::Device device = qdrt::Device::adopt(engine.native());
  qdrt::Package package(device, saxpyPackage());
  auto odd = qdrt::Array<float>::importVulkan(device, {512}, memory.range(4, 2048));
  CHECK_THROWS_STATUS(package.kernel("saxpy").bindWorkspace(odd.get(), 0, 1024), QDRT_INVALID_ARGUMENT,
                      "a workspace can't lie in a buffer whose address is no multiple of 64");
}

TEST_CASE("a device that libqdrt opened shares nothing, and NULL is refused by name") {
  const std::string spelling = GENERATE(std::string("cpu"), std::string("vulkan:0"));
  qdrt::Device device = qdrt::Device::open(spelling);
  qdrt::Array<float> array(device, {1});
  auto range = sized<qdrt_vulkan_buffer>();
  qdrt_buffer imported = nullptr;
  void *semaphore = &range;
  uint64_t value = 0;
  const std::string refusal = "device '" + spelling +
                              "' shares no buffers and semaphores of Vulkan; one does that a "
                              "program brings by qdrt_device_adopt with QDRT_VULKAN";
  CHECK_FAILS(qdrt_vulkan_buffer_import(device.get(), &range, &imported), QDRT_UNSUPPORTED, refusal);
  CHECK_FAILS(qdrt_vulkan_buffer_export(array.get(), &range), QDRT_UNSUPPORTED, refusal);
  CHECK_FAILS(qdrt_vulkan_stream_wait(device.get(), nullptr, semaphore, 1), QDRT_UNSUPPORTED, refusal);
  CHECK_FAILS(qdrt_vulkan_stream_signal(device.get(), nullptr, semaphore, 1), QDRT_UNSUPPORTED, refusal);
  CHECK_FAILS(qdrt_vulkan_stream_point(device.get(), nullptr, &semaphore, &value), QDRT_UNSUPPORTED, refusal);
  CHECK(semaphore == &range);

  CHECK_FAILS(qdrt_vulkan_buffer_import(nullptr, &range, &imported), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_vulkan_buffer_import(device.get(), nullptr, &imported), QDRT_INVALID_ARGUMENT, "'range'");
  CHECK_FAILS(qdrt_vulkan_buffer_import(device.get(), &range, nullptr), QDRT_INVALID_ARGUMENT, "'buffer'");
  CHECK_FAILS(qdrt_vulkan_buffer_export(nullptr, &range), QDRT_INVALID_ARGUMENT, "'buffer'");
  CHECK_FAILS(qdrt_vulkan_buffer_export(array.get(), nullptr), QDRT_INVALID_ARGUMENT, "'range'");
  CHECK_FAILS(qdrt_vulkan_stream_wait(nullptr, nullptr, semaphore, 1), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_vulkan_stream_wait(device.get(), nullptr, nullptr, 1), QDRT_INVALID_ARGUMENT, "'semaphore'");
  CHECK_FAILS(qdrt_vulkan_stream_signal(nullptr, nullptr, semaphore, 1), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_vulkan_stream_signal(device.get(), nullptr, nullptr, 1), QDRT_INVALID_ARGUMENT, "'semaphore'");
  CHECK_FAILS(qdrt_vulkan_stream_point(nullptr, nullptr, &semaphore, &value), QDRT_INVALID_ARGUMENT, "'device'");
  CHECK_FAILS(qdrt_vulkan_stream_point(device.get(), nullptr, nullptr, &value), QDRT_INVALID_ARGUMENT, "'semaphore'");
  CHECK_FAILS(qdrt_vulkan_stream_point(device.get(), nullptr, &semaphore, nullptr), QDRT_INVALID_ARGUMENT, "'value'");
}

TEST_CASE("a stream of another device neither waits for a semaphore nor raises it") {
  Engine engine;
  Semaphore semaphore(engine);
  qdrt::Device device = qdrt::Device::adopt(engine.native()), other = qdrt::Device::open("vulkan:0");
  qdrt::Stream stream(other);
  const std::string refusal = "the stream was created on another device";
  CHECK_THROWS_STATUS(device.waitForVulkan({semaphore.get(), 1}, stream.get()), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(device.signalVulkan({semaphore.get(), 1}, stream.get()), QDRT_INVALID_ARGUMENT, refusal);
  CHECK_THROWS_STATUS(device.vulkanPoint(stream.get()), QDRT_INVALID_ARGUMENT, refusal);
}
