//===- VulkanTarget.h - Code for whatever runs Vulkan -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The image of `vulkan:1.2` is a SPIR-V module for every device of Vulkan 1.2 or
// later that has what the image names; VulkanABI.h describes it. Code cannot ask a
// device what it has, so what only some have is a target of its own,
// `vulkan:1.2+float-atomics`. A package may hold both, and a loader takes the image
// that counts on the most that its device has.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_VULKAN_VULKANTARGET_H
#define QDC_TARGET_VULKAN_VULKANTARGET_H

#include "qdc/Target/Target.h"
#include "qdc/Target/TargetFamily.h"

namespace qdc {

/// The target of "vulkan:1.2" or another of the spellings that describeVulkanTargets() has. Fails with
/// ErrorCode::invalidArgument, listing these, for another spelling.
Result<std::unique_ptr<Target>> makeVulkanTarget(std::string_view spelling);

std::vector<TargetDescription> describeVulkanTargets();

} // namespace qdc

#endif // QDC_TARGET_VULKAN_VULKANTARGET_H
