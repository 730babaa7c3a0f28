//===- FloatControlsTest.cpp - Tests of FloatControls.h -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/FloatControls.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader::vulkan;

namespace {
using Words = std::vector<uint32_t>;

constexpr uint32_t capability = 2 << 16 | 17, executionMode = 4 << 16 | 16, localSize = 6 << 16 | 16;
constexpr uint32_t preserves = 4461, rounds = 4462, preservesCapability = 4466, roundsCapability = 4467;

/// A module of these instructions.
Words moduleOf(std::initializer_list<Words> instructions) {
  Words words = {0x07230203, 0x00010500, 0, 100, 0};
  for (const Words &instruction : instructions)
    words.insert(words.end(), instruction.begin(), instruction.end());
  return words;
}

Words removed(Words words, const VkPhysicalDeviceVulkan12Properties &device) {
  removeFloatControls(words, device);
  return words;
}
} // namespace

TEST_CASE("what a device promises stays in the module") {
  VkPhysicalDeviceVulkan12Properties device = {};
  device.shaderSignedZeroInfNanPreserveFloat16 = device.shaderSignedZeroInfNanPreserveFloat32 =
      device.shaderSignedZeroInfNanPreserveFloat64 = VK_TRUE;
  device.shaderRoundingModeRTEFloat16 = device.shaderRoundingModeRTEFloat32 = device.shaderRoundingModeRTEFloat64 =
      VK_TRUE;
  const Words module = moduleOf({{capability, 1},
                                 {capability, preservesCapability},
                                 {capability, roundsCapability},
                                 {executionMode, 7, preserves, 16},
                                 {executionMode, 7, rounds, 32},
                                 {executionMode, 7, rounds, 64}});
  CHECK(removed(module, device) == module);
}

TEST_CASE("modes of a width that a device does not promise are taken out") {
  VkPhysicalDeviceVulkan12Properties device = {};
  device.shaderSignedZeroInfNanPreserveFloat32 = VK_TRUE;
  const Words module = moduleOf({{capability, 1},
                                 {capability, preservesCapability},
                                 {capability, roundsCapability},
                                 {executionMode, 7, preserves, 16},
                                 {localSize, 7, 17, 128, 1, 1},
                                 {executionMode, 7, preserves, 32},
                                 {executionMode, 7, rounds, 32},
                                 {executionMode, 7, preserves, 64},
                                 {1 << 16 | 253}});
  CHECK(removed(module, device) == moduleOf({{capability, 1},
                                             {capability, preservesCapability},
                                             {localSize, 7, 17, 128, 1, 1},
                                             {executionMode, 7, preserves, 32},
                                             {1 << 16 | 253}}));
}

TEST_CASE("a device that promises nothing gets a module that asks for nothing") {
  const Words module = moduleOf({{capability, preservesCapability},
                                 {capability, roundsCapability},
                                 {executionMode, 7, preserves, 64},
                                 {executionMode, 7, rounds, 16}});
  CHECK(removed(module, {}) == moduleOf({}));
}
