//===- Described.cpp - Processors that are not there ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Described.h"

#include "Runtime/CPU/Device.h"

using namespace qdrt::loader;

namespace {
class Processor final : public DeviceTraits {
public:
  explicit Processor(cpu::ProcessorFeatures features) : features(std::move(features)) {}

  const BackendCapabilities &capabilities() const override { return can; }
  ImageFit fit(const qdc::Image &image, std::span<const std::byte>) const override {
    return cpu::imageFit(image, features);
  }
  std::string target() const override {
    constexpr std::string_view oldest = "x86-64-v2";
    return features.hasAll(*cpu::ProcessorFeatures::ofLevel(oldest)) ? qdc::formatText("cpu:{}", oldest) : "";
  }
  LoopCosts loopCosts() const override { return {}; }
  qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry) const override {
    return cpu::noLaunchReason(entry);
  }

private:
  const BackendCapabilities can = cpu::Device::capabilitiesOf(1);
  const cpu::ProcessorFeatures features;
};
} // namespace

qdc::Result<DescribedDevice> cpu::describe(std::string_view text) {
  DescribedDevice device;
  device.spelling.append("cpu:").append(text);
  const std::string_view level = text.substr(0, text.find(','));
  std::optional<ProcessorFeatures> features = ProcessorFeatures::ofLevel(level);
  if (!features)
    return qdc::makeError(
        qdc::ErrorCode::invalidArgument,
        "'{}' is no level of processors; there are 'x86-64', 'x86-64-v2', 'x86-64-v3' and 'x86-64-v4', "
        "after which features may stand, as in 'cpu:x86-64-v3,avx512f'",
        level);
  std::set<std::string_view> given;
  for (text.remove_prefix(level.size()); !text.empty();) {
    text.remove_prefix(1);
    const std::string_view name = text.substr(0, text.find(','));
    if (!ProcessorFeatures::knows(name))
      return qdc::makeError(qdc::ErrorCode::invalidArgument,
                            "'{}' is no feature of a processor that this loader knows; it knows those that "
                            "'qdc inspect' shows of an image, such as 'avx2', 'fma' or 'avx512f'",
                            name);
    if (!given.insert(name).second)
      return qdc::makeError(qdc::ErrorCode::invalidArgument, "'{}' stands there twice; each feature stands there once",
                            name);
    features->add(name);
    text.remove_prefix(name.size());
  }
  device.traits = std::make_unique<Processor>(*std::move(features));
  return device;
}
