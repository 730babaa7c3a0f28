//===- OwnCode.h - The code of the loader's own kernels ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_OWNCODE_H
#define QDRT_VULKAN_OWNCODE_H

#include <cstdint>
#include <span>

namespace qdrt::loader::vulkan {

/// SPIR-V of DeviceCode/SPIRV.
std::span<const uint32_t> publishCode();
std::span<const uint32_t> sizesCode();
std::span<const uint32_t> proceedCode();

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_OWNCODE_H
