//===- FakeVulkan.h - Vulkan without a device -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A libvulkan.so.1 for tests. Its device memory is memory of the host; what the
// host maps of it lies at another address, and is filled with anything but
// zeros. Work on a queue runs when somebody waits for it and not before, and
// commands between two barriers run backwards, so that a wait or a barrier that
// is missing shows. Its images are modules whose OpString holds a shared object
// with the entry points (images/entry.h); the loader's own kernels it knows by
// their names. What a failed call leaves where a handle was to be is no handle.
//
// A program that links it finds it with dlopen("libvulkan.so.1") too. One that
// does not is told by the environment variable FAKE_VULKAN, a list of settings:
// FAKE_VULKAN="devices=2 version=1.1 lacks=shaderInt64 vkCreateInstance=-9" (a
// name of a function: what its calls give).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_FAKEVULKAN_H
#define QDC_TEST_RUNTIME_FAKEVULKAN_H

#include "Runtime/Vulkan/DriverTypes.h"

#include <set>
#include <string>
#include <vector>

#define FAKE_VULKAN_API __attribute__((visibility("default")))

namespace fake_vulkan {

/// What the library says about itself and its devices.
struct Settings {
  uint32_t devices = 1;
  uint32_t loaderVersion = VK_API_VERSION_1_3, version = VK_API_VERSION_1_3;
  /// Features and extensions of VulkanNeeds.def that devices lack; functions that nobody finds.
  std::set<std::string> lacks;
  /// Queues of the two families that compute: the first also draws. 0: there is no such family.
  uint32_t drawingQueues = 1, computingQueues = 2;
  uint32_t timestampBits = 36;
  /// Heap 0 is the device's, heap 1 the host's.
  std::vector<VkMemoryPropertyFlags> memoryTypes = {
      VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT,
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT};
  uint64_t heapBytes = uint64_t{4} << 30, largestAllocation = uint64_t{1} << 31;
  uint32_t mostAllocations = 4096; // maxMemoryAllocationCount
  uint32_t maximumGrid = 65535, maximumBlock = 1024;
  bool hasValidationLayer = false;
};
FAKE_VULKAN_API Settings &settings();

/// Lets the call number `number` from now on, counted from 1, of the function give `code` instead of doing anything;
/// "": of any function that may fail. 0: none. VK_ERROR_DEVICE_LOST loses the device.
FAKE_VULKAN_API void failCall(const std::string &function, long number, VkResult code);
/// True if that call came.
FAKE_VULKAN_API bool hasFailed();

/// Calls since the last clear, one a line: the name, and what tells buffers, pipelines and commands apart.
FAKE_VULKAN_API std::string takeCalls();

/// Things that somebody has to give back.
struct Live {
  long devices = 0, memories = 0, buffers = 0, modules = 0, layouts = 0, caches = 0, pipelines = 0, pools = 0,
       commandBuffers = 0, semaphores = 0, queryPools = 0;
  /// What was given back twice, never existed or was in use, and commands that the specification forbids.
  long wrong = 0;
  bool operator==(const Live &) const = default;
};
FAKE_VULKAN_API Live live();
/// What was wrong last; "": nothing.
FAKE_VULKAN_API std::string lastWrong();

/// Says that as the validation layer says a mistake, to whoever asked for its messages.
FAKE_VULKAN_API void say(const std::string &message);

/// Pipelines that were compiled, and those that a cache had.
struct Compiled {
  long anew = 0, cached = 0;
};
FAKE_VULKAN_API Compiled takeCompiled();

} // namespace fake_vulkan

#endif // QDC_TEST_RUNTIME_FAKEVULKAN_H
