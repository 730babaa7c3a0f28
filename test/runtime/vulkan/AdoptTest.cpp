//===- AdoptTest.cpp - Vulkan devices of the caller -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vulkan-adopt FOLDER: with images of that folder. Exit code 77: there is no
// device of Vulkan that libqdrt can use.
//
//===----------------------------------------------------------------------===//

#define CATCH_CONFIG_RUNNER
#include "Engine.h"

#include <atomic>
#include <mutex>
#include <thread>

using namespace runtime_test;

const std::string &runtime_test::deviceUnderTest() {
  static const std::string spelling = "vulkan:0";
  return spelling;
}

namespace {
/// What keeps threads apart that use the engine's queue.
struct Lock {
  std::mutex mutex;
  std::atomic<int> uses = 0;

  static void set(void *user, int isTaken) {
    Lock &lock = *static_cast<Lock *>(user);
    if (isTaken)
      lock.mutex.lock();
    else
      lock.mutex.unlock();
    lock.uses += isTaken;
  }
};
} // namespace

TEST_CASE("kernels run on a device and a queue of the caller, who is asked for the queue each time") {
  Engine engine;
  Lock lock;
  qdrt_native_device native = engine.native();
  native.of.vulkan.lock = Lock::set;
  native.of.vulkan.user = &lock;
  {
    qdrt::Device device = qdrt::Device::adopt(native);
    // As the one in the list.
    const qdrt_device_info about = device.describe();
    CHECK(about.backend == QDRT_VULKAN);
    CHECK(about.index == 0);
    CHECK(about.spelling == std::string("vulkan:0"));
    CHECK(about.name == std::string(qdrt::Device::open("vulkan:0").describe().name));
    CHECK(about.unavailable == nullptr);
    qdrt::Package package(device, saxpyPackage());
    std::vector<float> x = {1, 2, 3}, y = {10, 20, 30};
    package.kernel("saxpy")(x, y, 2.0f);
    CHECK(y == std::vector<float>{12, 24, 36});
    CHECK(lock.uses > 0);
  }
  CHECK(lock.mutex.try_lock());
  lock.mutex.unlock();
  // The device is the caller's, and goes on.
  CHECK(vkDeviceWaitIdle(engine.device) == VK_SUCCESS);
}

TEST_CASE("threads launch while the caller uses the same queue") {
  Engine engine;
  Lock lock;
  qdrt_native_device native = engine.native();
  native.of.vulkan.lock = Lock::set;
  native.of.vulkan.user = &lock;
  qdrt::Device device = qdrt::Device::adopt(native);
  qdrt::Package package(device, saxpyPackage());
  const qdrt::Kernel saxpy = package.kernel("saxpy");
  std::atomic<int> right = 0, failed = 0;
  std::vector<std::thread> threads;
  for (int number = 0; number < 2; ++number)
    threads.emplace_back([&] {
      const qdrt::Stream stream(device);
      for (int launch = 0; launch < 20; ++launch) {
        std::vector<float> x = {1, 2}, y = {0, static_cast<float>(launch)};
        saxpy.launch({stream.get()}, x, y, 3.0f);
        right += y == std::vector<float>{3, 6 + static_cast<float>(launch)};
      }
    });
  for (int submission = 0; submission < 40; ++submission) {
    std::lock_guard held(lock.mutex);
    failed += vkQueueSubmit(engine.queue, 0, nullptr, VK_NULL_HANDLE) != VK_SUCCESS;
  }
  for (std::thread &thread : threads)
    thread.join();
  CHECK(right == 40);
  CHECK(failed == 0);
}

TEST_CASE("features that are enabled by structs of their own count") {
  Engine engine;
  VkPhysicalDeviceTimelineSemaphoreFeatures timeline = {};
  timeline.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES;
  timeline.timelineSemaphore = VK_TRUE;
  VkPhysicalDeviceVulkanMemoryModelFeatures model = {};
  model.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES;
  model.pNext = &timeline;
  model.vulkanMemoryModel = model.vulkanMemoryModelDeviceScope = VK_TRUE;
  VkPhysicalDeviceBufferDeviceAddressFeatures addresses = {};
  addresses.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES;
  addresses.pNext = &model;
  addresses.bufferDeviceAddress = VK_TRUE;
  VkPhysicalDeviceShaderFloat16Int8Features int8 = {};
  int8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
  int8.pNext = &addresses;
  int8.shaderInt8 = VK_TRUE;
  VkPhysicalDevice8BitStorageFeatures storage8 = {};
  storage8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES;
  storage8.pNext = &int8;
  storage8.storageBuffer8BitAccess = VK_TRUE;
  VkPhysicalDeviceFeatures2 all = {};
  all.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  all.pNext = &storage8;
  all.features = engine.features.features;
  qdrt_native_device native = engine.native();
  native.of.vulkan.features = &all;
  auto needs = [&](const char *feature) {
    qdrt::Device device = qdrt::Device::adopt(native);
    PackageBuilder builder;
    builder.image("vulkan:1.2").features = {feature};
    KernelBuilder &k = builder.kernel("k");
    k.graph({k.task("store", {array(k.array("out", qdc::ElementType::i64, {})), word(0)})});
    qdrt::Package package(device, builder.bytes());
  };
  for (const char *enabled : {"shaderInt64", "bufferDeviceAddress", "vulkanMemoryModel", "vulkanMemoryModelDeviceScope",
                              "shaderInt8", "storageBuffer8BitAccess"}) {
    CAPTURE(enabled);
    CHECK_NOTHROW(needs(enabled));
  }
  for (const char *other :
       {"shaderFloat16", "storageBuffer16BitAccess", "shaderBufferInt64Atomics", "shaderBufferFloat32AtomicAdd"})
    CHECK_THROWS_STATUS(needs(other), QDRT_INCOMPATIBLE,
                        "it needs '" + std::string(other) + "', which this device lacks");
}

TEST_CASE("an image for a newer Vulkan than that of the caller's instance is not taken") {
  Engine engine;
  qdrt_native_device native = engine.native();
  auto take = [&] {
    qdrt::Device device = qdrt::Device::adopt(native);
    PackageBuilder builder;
    builder.image("vulkan:1.3");
    KernelBuilder &k = builder.kernel("k");
    k.graph({k.task("store", {array(k.array("out", qdc::ElementType::i64, {})), word(0)})});
    qdrt::Package package(device, builder.bytes());
  };
  CHECK_THROWS_STATUS(take(), QDRT_INCOMPATIBLE, "it runs on Vulkan 1.3 on; this device has 1.2");
  VkPhysicalDeviceProperties properties;
  vkGetPhysicalDeviceProperties(engine.physical, &properties);
  native.of.vulkan.api_version = VK_API_VERSION_1_3;
  if (properties.apiVersion >= VK_API_VERSION_1_3)
    CHECK_NOTHROW(take());
  native.of.vulkan.api_version = VK_API_VERSION_1_1;
  CHECK_THROWS_STATUS(take(), QDRT_UNSUPPORTED,
                      "the native device can't be used: it has Vulkan 1.1; libqdrt needs 1.2 or newer");
}

TEST_CASE("a device of the caller that lacks something is refused by name") {
  Engine engine(/*hasAddresses=*/false);
  qdrt_native_device native = engine.native();
  qdrt_device opened = nullptr;
  CHECK_FAILS(qdrt_device_adopt(&native, nullptr, &opened), QDRT_UNSUPPORTED,
              "the native device can't be used: it lacks the feature 'bufferDeviceAddress', which libqdrt needs");
  auto refuse = [&](const char *message) {
    CHECK_FAILS(qdrt_device_adopt(&native, nullptr, &opened), QDRT_INVALID_ARGUMENT, message);
    native = engine.native();
  };
  native = engine.native();
  native.of.vulkan.instance = nullptr;
  refuse("qdrt_native_device.of.vulkan.instance is NULL");
  native.of.vulkan.physical_device = nullptr;
  refuse("qdrt_native_device.of.vulkan.physical_device is NULL");
  native.of.vulkan.device = nullptr;
  refuse("qdrt_native_device.of.vulkan.device is NULL");
  native.of.vulkan.queue = nullptr;
  refuse("qdrt_native_device.of.vulkan.queue is NULL");
  native.of.vulkan.features = nullptr;
  refuse("qdrt_native_device.of.vulkan.features is NULL");
  native.of.vulkan.features = &engine.vulkan12;
  refuse("qdrt_native_device.of.vulkan.features is no VkPhysicalDeviceFeatures2");
  native.of.vulkan.extension_count = 2;
  refuse("qdrt_native_device.of.vulkan.extensions is NULL");
  const char *const extensions[] = {"VK_KHR_swapchain", nullptr};
  native.of.vulkan.extensions = extensions;
  native.of.vulkan.extension_count = 2;
  refuse("qdrt_native_device.of.vulkan.extensions[1] is NULL");
  native.of.vulkan.queue_family = 77;
  refuse("qdrt_native_device.of.vulkan.queue_family is 77; the families that compute are 0");
  native.of.vulkan.physical_device = engine.device;
  refuse("qdrt_native_device.of.vulkan.physical_device is none of the ");
  native.of.reserved[11] = 1;
  CHECK_FAILS(qdrt_device_adopt(&native, nullptr, &opened), QDRT_UNSUPPORTED,
              "qdrt_native_device.of.reserved[11] is not 0");
}

int main(int count, char **arguments) {
  useImages(deviceUnderTest(), arguments[count - 1]);
  qdrt_device opened = nullptr;
  if (qdrt_device_open_by_name("vulkan:0", nullptr, &opened) != QDRT_OK) {
    std::fprintf(stderr, "skipped: %s\n", qdrt_last_error());
    return 77;
  }
  qdrt_device_close(opened);
  return Catch::Session().run(count - 1, arguments);
}
