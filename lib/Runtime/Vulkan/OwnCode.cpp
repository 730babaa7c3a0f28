//===- OwnCode.cpp - The code of the loader's own kernels -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/OwnCode.h"

// What DeviceCode/SPIRV/make-spirv writes.

std::span<const uint32_t> qdrt::loader::vulkan::publishCode() {
  static constexpr uint32_t words[] = {
#include "Runtime/DeviceCode/SPIRV/Publish.inc"
  };
  return words;
}

std::span<const uint32_t> qdrt::loader::vulkan::sizesCode() {
  static constexpr uint32_t words[] = {
#include "Runtime/DeviceCode/SPIRV/Sizes.inc"
  };
  return words;
}

std::span<const uint32_t> qdrt::loader::vulkan::proceedCode() {
  static constexpr uint32_t words[] = {
#include "Runtime/DeviceCode/SPIRV/Proceed.inc"
  };
  return words;
}
