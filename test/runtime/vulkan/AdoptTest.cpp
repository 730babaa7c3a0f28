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
#include "Fixture.h"

#include <atomic>
#include <vulkan/vulkan.h>

using namespace runtime_test;

const std::string &runtime_test::deviceUnderTest() {
  static const std::string spelling = "vulkan:0";
  return spelling;
}

namespace {
/// A device as an engine makes it, with one queue.
struct Engine {
  explicit Engine(bool hasAddresses = true) {
    VkApplicationInfo application = {};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_2;
    VkInstanceCreateInfo info = {};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    REQUIRE(vkCreateInstance(&info, nullptr, &instance) == VK_SUCCESS);
    uint32_t one = 1;
    REQUIRE(vkEnumeratePhysicalDevices(instance, &one, &physical) >= VK_SUCCESS);
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    while ((families.at(family).queueFlags & VK_QUEUE_COMPUTE_BIT) == 0)
      ++family;
    vulkan12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    vulkan12.timelineSemaphore = vulkan12.vulkanMemoryModel = vulkan12.vulkanMemoryModelDeviceScope = VK_TRUE;
    vulkan12.bufferDeviceAddress = hasAddresses;
    vulkan12.shaderInt8 = vulkan12.storageBuffer8BitAccess = VK_TRUE;
    features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features.pNext = &vulkan12;
    features.features.shaderInt64 = features.features.shaderInt16 = features.features.shaderFloat64 = VK_TRUE;
    const float priority = 1;
    VkDeviceQueueCreateInfo queues = {};
    queues.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queues.queueFamilyIndex = family;
    queues.queueCount = 1;
    queues.pQueuePriorities = &priority;
    VkDeviceCreateInfo made = {};
    made.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    made.pNext = &features;
    made.queueCreateInfoCount = 1;
    made.pQueueCreateInfos = &queues;
    REQUIRE(vkCreateDevice(physical, &made, nullptr, &device) == VK_SUCCESS);
    vkGetDeviceQueue(device, family, 0, &queue);
  }
  ~Engine() {
    vkDestroyDevice(device, nullptr);
    vkDestroyInstance(instance, nullptr);
  }
  Engine(const Engine &) = delete;
  Engine &operator=(const Engine &) = delete;

  qdrt_native_device native() {
    auto made = sized<qdrt_native_device>();
    made.kind = QDRT_VULKAN;
    made.of.vulkan.instance = instance;
    made.of.vulkan.physical_device = physical;
    made.of.vulkan.device = device;
    made.of.vulkan.queue = queue;
    made.of.vulkan.queue_family = family;
    made.of.vulkan.features = &features;
    return made;
  }

  VkInstance instance = VK_NULL_HANDLE;
  VkPhysicalDevice physical = VK_NULL_HANDLE;
  VkDevice device = VK_NULL_HANDLE;
  VkQueue queue = VK_NULL_HANDLE;
  uint32_t family = 0;
  VkPhysicalDeviceVulkan12Features vulkan12 = {};
  VkPhysicalDeviceFeatures2 features = {};
};

struct Lock {
  std::atomic<int> taken = 0, uses = 0;
  bool isBalanced = true;

  static void set(void *user, int isTaken) {
    Lock &lock = *static_cast<Lock *>(user);
    lock.isBalanced &= lock.taken == (isTaken ? 0 : 1);
    lock.taken = isTaken;
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
    CHECK(device.describe().spelling == std::string("vulkan:0"));
    qdrt::Package package(device, saxpyPackage());
    std::vector<float> x = {1, 2, 3}, y = {10, 20, 30};
    package.kernel("saxpy")(x, y, 2.0f);
    CHECK(y == std::vector<float>{12, 24, 36});
    CHECK(lock.uses > 0);
  }
  CHECK(lock.isBalanced);
  CHECK(lock.taken == 0);
  // The device is the caller's, and goes on.
  CHECK(vkDeviceWaitIdle(engine.device) == VK_SUCCESS);
}

TEST_CASE("a device of the caller that lacks something is refused by name") {
  Engine engine(/*hasAddresses=*/false);
  qdrt_native_device native = engine.native();
  qdrt_device opened = nullptr;
  CHECK_FAILS(qdrt_device_adopt(&native, nullptr, &opened), QDRT_UNSUPPORTED,
              "the native device can't be used: it lacks the feature 'bufferDeviceAddress', which libqdrt needs");
  native.of.vulkan.features = nullptr;
  CHECK_FAILS(qdrt_device_adopt(&native, nullptr, &opened), QDRT_INVALID_ARGUMENT,
              "qdrt_native_device.of.vulkan.features is NULL");
  native = engine.native();
  native.of.vulkan.queue = nullptr;
  CHECK_FAILS(qdrt_device_adopt(&native, nullptr, &opened), QDRT_INVALID_ARGUMENT,
              "qdrt_native_device.of.vulkan.queue is NULL");
  native = engine.native();
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
