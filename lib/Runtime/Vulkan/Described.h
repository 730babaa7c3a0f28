//===- Described.h - Devices of Vulkan that are not there -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_DESCRIBED_H
#define QDRT_VULKAN_DESCRIBED_H

#include "Runtime/Core/DeviceTraits.h"

namespace qdrt::loader::vulkan {

inline constexpr const char kDescription[] = "vulkan:1.2,shaderFloat64";

/// "1.2" or "1.3", and after it what the device has of VulkanNeeds.def beside what libqdrt needs of each, and its size:
/// "1.3,shaderFloat64,shaderInt8,multiprocessors=40". Without one it has as many multiprocessors as the device on which
/// loops were measured (LoopCosts.h). invalidArgument says what is accepted.
qdc::Result<DescribedDevice> describe(std::string_view text);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_DESCRIBED_H
