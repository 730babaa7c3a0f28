//===- Timeline.h - How far the work of a stream is -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_TIMELINE_H
#define QDRT_VULKAN_TIMELINE_H

#include "Runtime/Vulkan/Context.h"

namespace qdrt::loader::vulkan {

/// A timeline semaphore. Each submission of a stream raises it by 1. Events share it with the stream that made it.
/// Thread-safe.
class Timeline {
public:
  static qdc::Result<std::shared_ptr<Timeline>> create(std::shared_ptr<Context> context);
  ~Timeline();
  Timeline(const Timeline &) = delete;
  Timeline &operator=(const Timeline &) = delete;

  VkSemaphore semaphore() const { return handle; }
  const std::shared_ptr<Context> &context() const { return shared; }
  /// Whether it is as high as `value` already.
  bool hasReached(uint64_t value) const;
  /// Waits until it is. `attempted` is what an error says.
  qdc::Status wait(uint64_t value, const char *attempted) const;
  /// The same for who frees next what the work uses: a wait that fails is made again, unless the device is lost.
  void finish(uint64_t value) const;

private:
  explicit Timeline(std::shared_ptr<Context> context) : shared(std::move(context)) {}

  const std::shared_ptr<Context> shared;
  VkSemaphore handle = VK_NULL_HANDLE;
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_TIMELINE_H
