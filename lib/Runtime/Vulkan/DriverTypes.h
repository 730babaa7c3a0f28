//===- DriverTypes.h - The types of the Vulkan driver -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_DRIVERTYPES_H
#define QDRT_VULKAN_DRIVERTYPES_H

// Functions are found at run time (Driver.h).
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

namespace qdrt::loader::vulkan {

/// A struct of Vulkan that says what it is; all else is 0.
template <typename Struct>
constexpr Struct structOf(VkStructureType type) {
  Struct made = {};
  made.sType = type;
  return made;
}

/// The code of a call that makes something. After a failure the handle is none, of which Vulkan promises nothing.
template <typename Handle>
VkResult checkMade(VkResult code, Handle &handle) {
  if (code != VK_SUCCESS)
    handle = VK_NULL_HANDLE;
  return code;
}

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_DRIVERTYPES_H
