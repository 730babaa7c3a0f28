//===- Described.cpp - GPUs of CUDA that are not there --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Described.h"

#include "Runtime/CUDA/Device.h"

#include <charconv>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

namespace {
class DescribedGPU final : public DeviceTraits {
public:
  explicit DescribedGPU(const DeviceFeatures &features) : features(features) {}

  const BackendCapabilities &capabilities() const override { return kCapabilities; }
  ImageFit fit(const qdc::Image &image, std::span<const std::byte> bytes) const override {
    return imageFit(image, bytes, features);
  }
  std::string target() const override { return targetOf(features); }
  LoopCosts loopCosts() const override { return loopCostsOf(features.grid.multiprocessors); }
  const char *noDecisionsReason() const override { return cuda::noDecisionsReason(features); }
  qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry) const override {
    return cuda::noLaunchReason(entry, features);
  }

private:
  const DeviceFeatures features;
};
} // namespace

/// A number of all of the text, without zeros ahead, from `least` to `most`.
static std::optional<int> numberIn(std::string_view text, int least, int most) {
  int number = 0;
  if (text.size() > 1 && text[0] == '0')
    return std::nullopt;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool isWhole = error == std::errc() && end == text.data() + text.size();
  return isWhole && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

/// "12.4" as 12040.
static std::optional<int> versionIn(std::string_view text) {
  const size_t dot = text.find('.');
  if (dot == text.npos)
    return std::nullopt;
  const std::optional<int> major = numberIn(text.substr(0, dot), 1, 99), minor = numberIn(text.substr(dot + 1), 0, 9);
  return major && minor ? std::optional(1000 * *major + 10 * *minor) : std::nullopt;
}

namespace {
/// What a description says, as far as it says it.
struct Said {
  std::optional<int> capability, driver, multiprocessors;
};
} // namespace

/// Reads "driver=12.4" or "multiprocessors=78", each once.
static bool readPart(std::string_view part, Said &said) {
  constexpr std::string_view driver = "driver=", multiprocessors = "multiprocessors=";
  if (part.starts_with(driver) && !said.driver) {
    said.driver = versionIn(part.substr(driver.size()));
    return said.driver && *said.driver >= neededDriverVersion() && *said.driver <= newestKnownDriver();
  }
  if (!part.starts_with(multiprocessors) || said.multiprocessors)
    return false;
  said.multiprocessors = numberIn(part.substr(multiprocessors.size()), 1, 4096);
  return said.multiprocessors.has_value();
}

/// Reads "sm_90,driver=12.4".
static bool read(std::string_view text, Said &said) {
  constexpr std::string_view prefix = "sm_";
  const std::string_view chip = text.substr(0, text.find(','));
  if (!chip.starts_with(prefix))
    return false;
  said.capability = numberIn(chip.substr(prefix.size()), 60, 999);
  if (!said.capability)
    return false;
  for (text.remove_prefix(chip.size()); !text.empty();) {
    text.remove_prefix(1);
    const std::string_view part = text.substr(0, text.find(','));
    if (!readPart(part, said))
      return false;
    text.remove_prefix(part.size());
  }
  return true;
}

qdc::Result<DescribedDevice> cuda::describe(std::string_view text) {
  Said said;
  if (!read(text, said))
    return qdc::makeError(qdc::ErrorCode::invalidArgument,
                          "a GPU of CUDA is described by its compute capability, from 'cuda:sm_60' on, and where that "
                          "matters by its driver, from {} to {}, and its size, each once, as in "
                          "'cuda:sm_90,driver=12.4,multiprocessors=132'",
                          versionText(neededDriverVersion()), versionText(newestKnownDriver()));
  DeviceFeatures features;
  features.major = *said.capability / 10;
  features.minor = *said.capability % 10;
  features.driverVersion = said.driver.value_or(newestKnownDriver());
  // But for the multiprocessors, of every device of these capabilities.
  features.grid = {static_cast<uint32_t>(said.multiprocessors.value_or(kMeasuredMultiprocessors)), INT32_MAX, 1024, 32};
  features.launchesTogether = true;
  DescribedDevice device;
  device.spelling = qdc::formatText("{},driver={},multiprocessors={}", spellingOf(features),
                                    versionText(features.driverVersion), features.grid.multiprocessors);
  device.traits = std::make_unique<DescribedGPU>(features);
  return device;
}
