//===- FloatControls.h - What code says of floats ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images say of each entry point that floats are to be rounded to the nearest
// and to keep NaN, infinity and the sign of 0. Devices need not be able to promise
// that, so an image does not need it (VulkanABI.h): what a device has no promise
// for is taken out of the module before the driver sees it.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_FLOATCONTROLS_H
#define QDRT_VULKAN_FLOATCONTROLS_H

#include "Runtime/Vulkan/DriverTypes.h"

#include <cstdint>
#include <vector>

namespace qdrt::loader::vulkan {

/// Removes from a module of SPIR-V the execution modes SignedZeroInfNanPreserve and RoundingModeRTE of each width of
/// which the device does not promise them, and their capabilities where it does of none. The lengths of instructions
/// have been checked.
void removeFloatControls(std::vector<uint32_t> &words, const VkPhysicalDeviceVulkan12Properties &device);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_FLOATCONTROLS_H
