//===- FeaturesTest.cpp - Tests of Features.h -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Features.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

static qdc::Image imageOf(std::string target, std::vector<std::string> features = {}) {
  qdc::Image image;
  image.target = std::move(target);
  image.features = std::move(features);
  return image;
}

static DeviceFeatures deviceOf(uint32_t version) {
  DeviceFeatures device;
  device.properties.apiVersion = version;
  return device;
}

TEST_CASE("the image is preferred that counts on more of the device, and then the newer") {
  DeviceFeatures device = deviceOf(VK_API_VERSION_1_3);
  device.has.ShaderAtomicFloatFeaturesEXT.shaderBufferFloat32AtomicAdd = VK_TRUE;
  const std::vector<std::string> sums = {"shaderBufferFloat32AtomicAdd"};
  const ImageFit fits[] = {imageFit(imageOf("vulkan:1.2"), device), imageFit(imageOf("vulkan:1.3"), device),
                           imageFit(imageOf("vulkan:1.2+float-atomics", sums), device),
                           imageFit(imageOf("vulkan:1.3+float-atomics", sums), device)};
  for (size_t index = 0; index < std::size(fits); ++index) {
    CHECK(fits[index].reason.empty());
    CHECK((index == 0 || fits[index - 1].preference < fits[index].preference));
  }
}

TEST_CASE("what an image needs and the device lacks is named") {
  const DeviceFeatures device = deviceOf(VK_API_VERSION_1_2);
  CHECK(imageFit(imageOf("vulkan:1.2+float-atomics", {"shaderBufferFloat64AtomicAdd"}), device).reason ==
        "it needs 'shaderBufferFloat64AtomicAdd', which this device lacks");
  CHECK(imageFit(imageOf("vulkan:1.2", {"rayTracing"}), device).reason ==
        "it needs 'rayTracing', which this loader does not know");
  CHECK(imageFit(imageOf("vulkan:1.3"), device).reason == "it runs on Vulkan 1.3 on; this device has 1.2");
  CHECK(imageFit(imageOf("vulkan:1.20"), device).reason ==
        "this loader knows the targets 'vulkan:1.2' and 'vulkan:1.3', and these with '+' and names of features");
}
