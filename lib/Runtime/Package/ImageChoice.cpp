//===- ImageChoice.cpp - Which image a device takes -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Package/ImageChoice.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/Variants.h"

#include <tuple>

using namespace qdrt::loader;

/// "cpu:x86-64-v3", with the variant of that name.
static std::string labelOf(const qdc::Image &image) {
  return qdc::formatText("'{}{}{}'", image.target, image.variant.empty() ? "" : "' with '", image.variant);
}

std::string qdrt::loader::moduleName(size_t module, size_t count) {
  return count == 1 ? "the package" : qdc::formatText("module {} of the package", module);
}

qdc::Result<size_t> qdrt::loader::chooseImage(const OfferedImages &offered, const DeviceTraits &device,
                                              std::string_view spelling, const ImageChoice &choice,
                                              std::vector<ImageState> &states) {
  const std::span<const qdc::Image> images = offered.images;
  const std::string prefix = std::string(spelling.substr(0, spelling.find(':'))) + ":";
  states.clear();
  for (const qdc::ByteSpan &image : offered.bytes)
    states.push_back({image.size(), false, ""});
  size_t best = images.size();
  std::tuple<int64_t, uint32_t> bestRank;
  bool runsOne = false;
  for (size_t index = 0; index < states.size(); ++index) {
    const qdc::Image &image = images[index];
    std::string &reason = states[index].reason;
    ImageFit fit;
    if (image.target.compare(0, prefix.size(), prefix) != 0)
      reason = qdc::formatText("it is not for device '{}'", spelling);
    else if (fit = device.fit(image, offered.bytes[index]); !fit.reason.empty())
      reason = fit.reason;
    else if (runsOne = true; !choice.target.empty() && image.target != choice.target)
      reason = qdc::formatText("target '{}' was asked for", choice.target);
    else if (const std::optional<size_t> unasked = qdc::countUnaskedChecks(image.variant, choice.variant); !unasked)
      reason = choice.variant.empty() ? qdc::formatText("variant '{}' was not asked for", image.variant)
                                      : qdc::formatText("variant '{}' was asked for", choice.variant);
    // Checks that nobody asked for cost more than what a better target gives.
    else if (const std::tuple rank = {-static_cast<int64_t>(*unasked), fit.preference};
             best == states.size() || rank > bestRank) {
      best = index;
      bestRank = rank;
    }
  }
  for (size_t index = 0; index < states.size() && best < states.size(); ++index)
    if (index != best && states[index].reason.empty())
      states[index].reason = qdc::formatText("image {} is preferred", labelOf(images[best]));
  if (best < states.size()) {
    states[best].chosen = true;
    return best;
  }
  std::string message = qdc::formatText("no image of {} can be used on device '{}'", offered.name, spelling);
  for (size_t index = 0; index < states.size(); ++index)
    message += qdc::formatText("; {}: {}", labelOf(images[index]), states[index].reason);
  if (states.empty())
    message += "; it has no images";
  if (const std::string target = device.target(); !runsOne && !target.empty())
    message += qdc::formatText("; compile it for '{}'", target);
  return qdc::Error{qdc::ErrorCode::incompatible, std::move(message)};
}

qdc::Status qdrt::loader::checkImage(const qdc::Image &image, qdc::ByteSpan bytes) {
  if (qdc::Status same = qdc::verifyImageDigest(image, bytes); !same)
    return same;
  if (image.kernelABIVersion != QDC_KERNEL_ABI_VERSION)
    return qdc::makeError(qdc::ErrorCode::incompatible,
                          "image '{}' has kernel ABI version {}; this loader takes version {}", image.target,
                          image.kernelABIVersion, QDC_KERNEL_ABI_VERSION);
  return {};
}
