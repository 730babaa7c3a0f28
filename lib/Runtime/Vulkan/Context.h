//===- Context.h - A Vulkan device and its health ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_CONTEXT_H
#define QDRT_VULKAN_CONTEXT_H

#include "Runtime/Vulkan/Features.h"

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

namespace qdrt::loader::vulkan {

/// How others are kept from a queue that a caller brought (qdrt_native_device).
struct QueueLock {
  void (*set)(void *user, int isTaken) = nullptr; // NULL: there are no others
  void *user = nullptr;
};

/// A queue, which one thread uses at a time.
class Queue {
public:
  explicit Queue(VkQueue handle, QueueLock others = {}) : handle(handle), others(others) {}
  VkResult submit(const DeviceFunctions &driver, const VkSubmitInfo &work) {
    std::lock_guard lock(mutex);
    if (others.set)
      others.set(others.user, 1);
    const VkResult code = driver.queueSubmit(handle, 1, &work, VK_NULL_HANDLE);
    if (others.set)
      others.set(others.user, 0);
    return code;
  }

private:
  const VkQueue handle;
  const QueueLock others;
  std::mutex mutex;
};

/// A device of the driver with its queues and what all images of it share. Shared by everything that was made of it.
/// Thread-safe.
///
/// Vulkan's codes become errors here: a device that is lost stays so, and says so from then on.
class Context {
public:
  /// unusableReason(features) is "".
  static qdc::Result<std::shared_ptr<Context>> open(const Instance &instance, VkPhysicalDevice physical,
                                                    DeviceFeatures features, std::string spelling);
  /// A device that the caller made and keeps, likewise; `features` are those that are enabled.
  static qdc::Result<std::shared_ptr<Context>> adopt(const InstanceFunctions &instance, VkDevice device, VkQueue queue,
                                                     QueueLock lock, DeviceFeatures features, std::string spelling);
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  const DeviceFunctions &driver() const { return functions; }
  VkDevice device() const { return handle; }
  const DeviceFeatures &features() const { return about; }
  /// "vulkan:0".
  const std::string &spelling() const { return name; }
  /// For what the loader itself has to do, which others' work is not to hold up where there are several queues.
  Queue &ownQueue() { return queues.front(); }
  /// Streams take turns with the others.
  Queue &nextQueue() {
    const size_t others = queues.size() - 1;
    return others == 0 ? queues.front() : queues[1 + turn.fetch_add(1, std::memory_order_relaxed) % others];
  }
  /// Of all entry points: the push constants of VulkanABI.h, and nothing else.
  VkPipelineLayout pipelineLayout() const { return layout; }
  /// The caller made the device, and may have memory there of which nobody here knows.
  bool isAdopted() const { return adopted; }
  bool isLost() const { return lost.load(std::memory_order_relaxed); }
  /// deviceLost once the device is, for calls that need not ask the driver.
  qdc::Status checkNotLost(std::string_view attempted) const {
    return isLost() ? failed(VK_ERROR_DEVICE_LOST, attempted) : qdc::Status();
  }

  /// What a call of the driver gave. The error says "cannot ATTEMPTED on 'vulkan:0'".
  qdc::Status check(VkResult code, std::string_view attempted) const {
    return code == VK_SUCCESS ? qdc::Status() : failed(code, attempted);
  }
  /// The error for a code that is no success; notes whether the device is lost, which is deviceLost from then on.
  qdc::Error failed(VkResult code, std::string_view attempted) const;
  /// Where the validation layer looks at the calls, an error once it has said something.
  qdc::Status checkValidation() const;

private:
  Context(DeviceFeatures features, std::string spelling, bool isValidated, bool isAdopted)
      : about(std::move(features)), name(std::move(spelling)), isValidated(isValidated), adopted(isAdopted) {}
  qdc::Status start(const InstanceFunctions &instance);

  const DeviceFeatures about;
  const std::string name;
  const bool isValidated, adopted;
  VkDevice handle = VK_NULL_HANDLE;
  DeviceFunctions functions;
  std::deque<Queue> queues;
  std::atomic<size_t> turn = 0;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  mutable std::atomic<bool> lost = false;
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_CONTEXT_H
