//===- Timeline.cpp - How far the work of a stream is ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Timeline.h"

#include <thread>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

qdc::Result<std::shared_ptr<Timeline>> Timeline::create(std::shared_ptr<Context> context) {
  std::shared_ptr<Timeline> made(new Timeline(std::move(context)));
  auto type = structOf<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  auto info = structOf<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
  info.pNext = &type;
  const Context &of = *made->shared;
  if (VkResult code = checkMade(of.driver().createSemaphore(of.device(), &info, nullptr, &made->handle), made->handle);
      code != VK_SUCCESS)
    return of.failed(code, "make a timeline semaphore");
  return made;
}

Timeline::~Timeline() { shared->driver().destroySemaphore(shared->device(), handle, nullptr); }

void Timeline::finish(uint64_t value) const {
  // For want of memory of the host, say; a driver that can't wait at all can't be helped.
  constexpr int kMostAttempts = 100;
  for (int attempt = 0; attempt < kMostAttempts && !wait(value, "wait for work") && !shared->isLost(); ++attempt)
    std::this_thread::yield();
}

bool Timeline::hasReached(uint64_t value) const {
  uint64_t reached = 0;
  const VkResult code = shared->driver().getSemaphoreCounterValue(shared->device(), handle, &reached);
  return shared->check(code, "ask for progress") && reached >= value;
}

qdc::Status Timeline::wait(uint64_t value, const char *attempted) const {
  auto info = structOf<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
  info.semaphoreCount = 1;
  info.pSemaphores = &handle;
  info.pValues = &value;
  return shared->check(shared->driver().waitSemaphores(shared->device(), &info, UINT64_MAX), attempted);
}
