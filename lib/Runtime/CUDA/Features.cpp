//===- Features.cpp - What a CUDA device can run --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Features.h"

#include "Runtime/CUDA/Driver.h"

#include "qdc/Package/ManifestNames.h"
#include "qdc/Support/Bytes.h"

#include <charconv>
#include <optional>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

namespace {
/// A target's parts: cuda:sm_90a.
struct Target {
  bool isText = false; // compute_
  int capability = 0;  // 90
  char suffix = 0;     // 'a', 'f' or none
};

/// The PTX that a driver takes, as the PTX manual has it: both times ten.
struct TextVersion {
  int driver;
  int ptx;
};
} // namespace

// From the oldest driver that the loader takes on.
static constexpr TextVersion kTextVersions[] = {
    {12030, 83}, {12040, 84}, {12050, 85}, {12070, 86}, {12080, 87}, {12090, 88}, {13000, 90}, {13010, 91},
};

static std::optional<Target> parseTarget(std::string_view text) {
  Target target;
  constexpr std::string_view kCode = "cuda:sm_", kText = "cuda:compute_";
  target.isText = text.starts_with(kText);
  if (!target.isText && !text.starts_with(kCode))
    return std::nullopt;
  text.remove_prefix(target.isText ? kText.size() : kCode.size());
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), target.capability);
  if (error != std::errc() || target.capability < 10)
    return std::nullopt;
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  if (text == "a" || text == "f")
    target.suffix = text[0];
  else if (!text.empty())
    return std::nullopt;
  return target;
}

/// "9.0" of 90.
static std::string tenths(int value) { return qdc::formatText("{}.{}", value / 10, value % 10); }

/// The version that PTX states, times ten; 0 if it states none.
static int statedVersion(std::string_view text) {
  constexpr std::string_view kDirective = ".version";
  size_t at = text.find(kDirective);
  if (at == std::string_view::npos)
    return 0;
  at = text.find_first_not_of(" \t", at + kDirective.size());
  if (at == std::string_view::npos)
    return 0;
  int major = 0, minor = 0;
  const char *last = text.data() + text.size();
  auto [dot, error] = std::from_chars(text.data() + at, last, major);
  if (error != std::errc() || dot == last || *dot != '.' || std::from_chars(dot + 1, last, minor).ec != std::errc())
    return 0;
  return 10 * major + minor;
}

/// Why the driver does not take the text, or "". Of a driver newer than the table nothing is known; it says itself.
static std::string unusableTextReason(std::span<const std::byte> bytes, int driverVersion) {
  int stated = statedVersion(qdc::asText(bytes));
  int taken = 0;
  for (const TextVersion &row : kTextVersions)
    if (row.driver <= driverVersion)
      taken = row.ptx;
  if (driverVersion > std::rbegin(kTextVersions)->driver || stated <= taken)
    return "";
  return qdc::formatText("it is PTX {}; the driver for CUDA {} takes PTX up to {}", tenths(stated),
                         versionText(driverVersion), tenths(taken));
}

ImageFit qdrt::loader::cuda::imageFit(const qdc::Image &image, std::span<const std::byte> bytes,
                                      const DeviceFeatures &features) {
  ImageFit fit;
  std::optional<Target> target = parseTarget(image.target);
  if (!target) {
    fit.reason = "this loader knows the targets 'cuda:sm_XX' and 'cuda:compute_XX'";
    return fit;
  }
  int capability = 10 * features.major + features.minor;
  std::string needed = tenths(target->capability);
  bool sameMajor = target->capability / 10 == features.major;
  if (target->suffix == 'a') {
    if (target->capability != capability)
      needed += " alone";
    else
      needed.clear();
  } else if (target->suffix == 'f' || !target->isText) {
    if (!sameMajor || target->capability > capability)
      needed += qdc::formatText(" to {}.9", target->capability / 10);
    else
      needed.clear();
  } else if (target->capability > capability) {
    needed += " on";
  } else {
    needed.clear();
  }
  if (!needed.empty())
    fit.reason = qdc::formatText("it runs on compute capability {}; this device has {}", needed, tenths(capability));
  else if (target->isText)
    fit.reason = unusableTextReason(bytes, features.driverVersion);
  // A suffix stands for more features of the same capability.
  fit.preference = (target->isText ? 1u : 100000u) + 10 * static_cast<uint32_t>(target->capability) +
                   (target->suffix == 'a'   ? 2u
                    : target->suffix == 'f' ? 1u
                                            : 0u);
  return fit;
}

std::string cuda::targetOf(const DeviceFeatures &features) {
  // The oldest that qdc compiles for.
  return std::pair(features.major, features.minor) < std::pair(7, 5) ? "" : spellingOf(features);
}

std::string cuda::spellingOf(const DeviceFeatures &features) {
  return qdc::formatText("cuda:sm_{}{}", features.major, features.minor);
}

const char *cuda::noDecisionsReason(const DeviceFeatures &features) {
  // Nodes of the kinds IF and WHILE are of 12.3: older drivers have no device here.
  return std::pair(features.major, features.minor) < std::pair(7, 5)
             ? "the device is older than compute capability 7.5, which conditional nodes of graphs take"
             : nullptr;
}

qdc::Result<const char *> cuda::noLaunchReason(const qdc::EntryPoint &entry, const DeviceFeatures &features) {
  const qdc::LaunchShape *shape = qdc::gridOf(entry.launch);
  if (!shape)
    return qdc::makeError(qdc::ErrorCode::invalidPackage,
                          "entry point '{}' of the CUDA image has a launch of the kind '{}'; a GPU takes 'grid'",
                          entry.symbol, enumName(kindOf(entry.launch)));
  if (std::string reason = unusableReason(*shape, features.grid); !reason.empty())
    return qdc::makeError(qdc::ErrorCode::incompatible, "entry point '{}' of the CUDA image {}", entry.symbol, reason);
  return shape->grid == qdc::GridSize::cooperative && !features.launchesTogether
             ? "the device has no cooperative launches"
             : nullptr;
}

int cuda::newestKnownDriver() { return std::rbegin(kTextVersions)->driver; }
