//===- Described.cpp - Devices of Vulkan that are not there ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/Described.h"

#include "Runtime/Vulkan/Device.h"
#include "Runtime/Vulkan/LoopCosts.h"

#include <charconv>
#include <set>

using namespace qdrt::loader;
using namespace qdrt::loader::vulkan;

namespace {
class DescribedVulkan final : public DeviceTraits {
public:
  explicit DescribedVulkan(const DeviceFeatures &features) : features(features) {}

  const BackendCapabilities &capabilities() const override { return kCapabilities; }
  ImageFit fit(const qdc::Image &image, std::span<const std::byte>) const override { return imageFit(image, features); }
  std::string target() const override { return vulkan::kTarget; }
  LoopCosts loopCosts() const override { return loopCostsOf(features.grid.multiprocessors); }
  qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry) const override {
    return vulkan::noLaunchReason(entry, features);
  }

private:
  const DeviceFeatures features;
};
} // namespace

static qdc::Error refusal() {
  return qdc::makeError(qdc::ErrorCode::invalidArgument,
                        "a device of Vulkan is described by its version, '1.2' or '1.3', and after it by the features "
                        "that it has beside those that libqdrt needs, as images have them among their needs, and its "
                        "size from 1 to 4096, each once, as in "
                        "'vulkan:1.2,shaderFloat64,shaderInt8,multiprocessors=40'")
      .error();
}

/// The number in "multiprocessors=40"; 0: it is another text, or a number that no device has.
static uint32_t multiprocessorsIn(std::string_view part) {
  constexpr std::string_view kSize = "multiprocessors=";
  constexpr uint32_t kMost = 4096;
  uint32_t number = 0;
  if (!part.starts_with(kSize) || part.substr(kSize.size()).starts_with('0'))
    return 0;
  const char *end = part.data() + part.size();
  const auto [at, error] = std::from_chars(part.data() + kSize.size(), end, number);
  return error == std::errc() && at == end && number <= kMost ? number : 0;
}

qdc::Result<DescribedDevice> vulkan::describe(std::string_view text) {
  const std::string_view version = text.substr(0, text.find(','));
  if (version != "1.2" && version != "1.3")
    return refusal();
  DeviceFeatures features = leastFeatures(version == "1.2" ? VK_API_VERSION_1_2 : VK_API_VERSION_1_3);
  std::set<std::string_view> given;
  std::string spelling = qdc::formatText("vulkan:{}", version);
  for (text.remove_prefix(version.size()); !text.empty();) {
    text.remove_prefix(1);
    const std::string_view part = text.substr(0, text.find(','));
    const uint32_t multiprocessors = features.grid.multiprocessors == 0 ? multiprocessorsIn(part) : 0;
    if (multiprocessors != 0)
      features.grid.multiprocessors = multiprocessors;
    else if (giveFeature(features, part) && given.insert(part).second)
      spelling.append(",").append(part);
    else
      return refusal();
    text.remove_prefix(part.size());
  }
  if (features.grid.multiprocessors == 0)
    features.grid.multiprocessors = kMeasuredMultiprocessors;
  DescribedDevice device;
  device.spelling = qdc::formatText("{},multiprocessors={}", spelling, features.grid.multiprocessors);
  device.traits = std::make_unique<DescribedVulkan>(features);
  return device;
}
