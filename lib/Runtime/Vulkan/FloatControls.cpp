//===- FloatControls.cpp - What code says of floats -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/FloatControls.h"

#include <algorithm>

using namespace qdrt::loader::vulkan;

namespace {
constexpr size_t kHeaderWords = 5;
constexpr uint32_t kOpExecutionMode = 16, kOpCapability = 17;

/// An execution mode whose operand is a width, with its capability, and the promises of a device.
struct FloatControl {
  uint32_t mode, capability;
  VkBool32 of16, of32, of64;

  bool isPromised(uint32_t width) const {
    return (width == 16 ? of16 : width == 32 ? of32 : width == 64 ? of64 : VK_FALSE) == VK_TRUE;
  }
  bool isPromisedAtAll() const { return isPromised(16) || isPromised(32) || isPromised(64); }
};
} // namespace

void qdrt::loader::vulkan::removeFloatControls(std::vector<uint32_t> &words,
                                               const VkPhysicalDeviceVulkan12Properties &device) {
  const FloatControl controls[] = {
      {4461, 4466, device.shaderSignedZeroInfNanPreserveFloat16, device.shaderSignedZeroInfNanPreserveFloat32,
       device.shaderSignedZeroInfNanPreserveFloat64},
      {4462, 4467, device.shaderRoundingModeRTEFloat16, device.shaderRoundingModeRTEFloat32,
       device.shaderRoundingModeRTEFloat64},
  };
  auto isRefused = [&](const uint32_t *instruction, size_t length) {
    const uint32_t operation = instruction[0] & 0xffff;
    return std::ranges::any_of(controls, [&](const FloatControl &control) {
      if (operation == kOpCapability && length == 2)
        return instruction[1] == control.capability && !control.isPromisedAtAll();
      return operation == kOpExecutionMode && length == 4 && instruction[2] == control.mode &&
             !control.isPromised(instruction[3]);
    });
  };
  size_t end = kHeaderWords; // of what is kept
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t length = words[at] >> 16;
    if (!isRefused(&words[at], length)) {
      std::copy_n(words.begin() + static_cast<ptrdiff_t>(at), length, words.begin() + static_cast<ptrdiff_t>(end));
      end += length;
    }
    at += length;
  }
  words.resize(end);
}
