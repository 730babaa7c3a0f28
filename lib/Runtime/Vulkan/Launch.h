//===- Launch.h - A task as commands ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_LAUNCH_H
#define QDRT_VULKAN_LAUNCH_H

#include "Runtime/DeviceCode/Publish.h"
#include "Runtime/DeviceCode/Sizes.h"
#include "Runtime/Vulkan/Allocator.h"
#include "Runtime/Vulkan/Image.h"

#include <array>

namespace qdrt::loader::vulkan {

inline const Entry &entryOf(const TaskLaunch &task) { return static_cast<const Entry &>(*task.entry); }

/// Workgroups of a task (GridShape.h).
uint32_t gridOf(const Context &context, const TaskLaunch &task);

/// Adds the launch of an entry point whose slots lie at `slots`.
void addLaunch(const Context &context, VkCommandBuffer to, const Entry &entry, VkDeviceAddress slots, uint32_t groups);

/// The slots of the kernel of Publish.h.
std::array<qd_slot, QDRT_PUBLISH_SLOTS> slotsOf(const GraphPublish &outcome);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_LAUNCH_H
