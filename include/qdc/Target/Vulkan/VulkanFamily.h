//===- VulkanFamily.h - The targets of Vulkan -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_VULKAN_VULKANFAMILY_H
#define QDC_TARGET_VULKAN_VULKANFAMILY_H

#include "qdc/Target/TargetFamily.h"

namespace qdc {

/// The targets "vulkan:..." (VulkanTarget.h). They have no options and run no tools.
std::unique_ptr<TargetFamily> makeVulkanFamily();

} // namespace qdc

#endif // QDC_TARGET_VULKAN_VULKANFAMILY_H
