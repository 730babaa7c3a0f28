//===- JoinModules.cpp - The same code for several targets ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JoinModules.h"

#include "qdc/Package/ManifestWriter.h"
#include "qdc/Package/Signature.h"

#include <algorithm>
#include <set>

using namespace qdc;

/// Equal parts have equal texts.
static std::string textOf(Module part) {
  Manifest manifest;
  manifest.modules.push_back(std::move(part));
  return writeManifest(manifest);
}

static std::string textOf(const Kernel &kernel) {
  Module part;
  part.kernels = {kernel};
  return textOf(std::move(part));
}

static std::string textOf(const Image &image) {
  Module part;
  part.images = {image};
  return textOf(std::move(part));
}

static std::string textOf(const Site &site) {
  Module part;
  part.sites = {site};
  return textOf(std::move(part));
}

static std::string textOfGlobals(const Module &module) {
  Module part;
  part.globals = module.globals;
  part.dataBytes = module.dataBytes;
  part.dataDigest = module.dataDigest;
  return textOf(std::move(part));
}

static const Kernel *findGeneral(const Module &module, const Kernel &like) {
  for (const Kernel &kernel : module.kernels)
    if (kernel.name == like.name && variantOf(kernel) == variantOf(like) && kernel.specializedValues.empty())
      return &kernel;
  return nullptr;
}

bool qdc::isSameModule(const Module &one, const Module &other) {
  if (one.kernels.empty() && other.kernels.empty())
    return one.sourceDigest == other.sourceDigest && textOfGlobals(one) == textOfGlobals(other);
  return std::ranges::any_of(other.kernels, [&](const Kernel &kernel) { return findGeneral(one, kernel); });
}

static Status refuse(std::string message) { return Error{ErrorCode::invalidArgument, std::move(message)}; }

/// "'bounds' and 'float'", "none".
static std::string variantsOf(const Module &module) {
  std::set<std::string_view> variants;
  for (const Kernel &kernel : module.kernels)
    if (kernel.checked)
      variants.insert(variantOf(kernel));
  std::string text;
  for (std::string_view variant : variants)
    text += formatText("{}'{}'", text.empty() ? "" : " and ", variant);
  return text.empty() ? "none" : text;
}

static Status compareSignatures(const LinkedModule &one, const LinkedModule &other) {
  const std::string onePlace = formatText("'{}'", one.input), otherPlace = formatText("'{}'", other.input);
  for (const Kernel &kernel : other.module.kernels)
    if (const Kernel *same = findGeneral(one.module, kernel))
      if (std::optional<std::string> difference =
              signatureDifference({Signature(*same), onePlace}, {Signature(kernel), otherPlace}))
        return refuse(formatText("kernel '{}' {}", kernel.name, *difference));
  return {};
}

/// The one of both lists is the start of the other, or the first place where it is not.
template <typename T>
static std::optional<size_t> firstDifference(const std::vector<T> &one, const std::vector<T> &other) {
  for (size_t index = 0; index < std::min(one.size(), other.size()); ++index)
    if (textOf(one[index]) != textOf(other[index]))
      return index;
  return std::nullopt;
}

/// Whether `longer` is `shorter` with more checked variants, or equal to it.
static bool isExtension(const Module &longer, const Module &shorter) {
  const size_t common = shorter.kernels.size();
  std::set<std::string_view> variants;
  for (const Kernel &kernel : shorter.kernels)
    variants.insert(variantOf(kernel));
  const bool hasMore = longer.kernels.size() > common;
  return longer.kernels.size() >= common && (hasMore || longer.sites.size() == shorter.sites.size()) &&
         longer.sites.size() >= shorter.sites.size() &&
         std::all_of(longer.kernels.begin() + static_cast<ptrdiff_t>(common), longer.kernels.end(),
                     [&](const Kernel &kernel) { return !variants.contains(variantOf(kernel)); });
}

/// Code for several targets, of one source by one compiler, agrees in all but images; checked variants come last, with
/// their sites.
static Status compareCode(const LinkedModule &one, const LinkedModule &other) {
  const Module &a = one.module, &b = other.module;
  const Kernel &shared = *std::ranges::find_if(b.kernels, [&](const Kernel &each) { return findGeneral(a, each); });
  if (a.sourceDigest != b.sourceDigest)
    return refuse(formatText("kernel '{}' is in '{}' and in '{}', which come from different sources; kernels of one "
                             "package have different names, or come from one source for several targets",
                             shared.name, one.input, other.input));
  constexpr std::string_view cure =
      "they are joined if one qdc compiled both with the same options but for targets and '-O'";
  if (textOfGlobals(a) != textOfGlobals(b))
    return refuse(formatText("kernel '{}' is in '{}' and in '{}', whose globals differ; {}", shared.name, one.input,
                             other.input, cure));
  const std::optional<size_t> kernel = firstDifference(a.kernels, b.kernels);
  if (!kernel && !firstDifference(a.sites, b.sites) && (isExtension(a, b) || isExtension(b, a)))
    return {};
  if (const std::string ofOne = variantsOf(a), ofOther = variantsOf(b); ofOne != ofOther)
    return refuse(formatText("kernel '{}' has the checked variants {} in '{}', and {} in '{}'; they are joined if both "
                             "have the same, or one has further ones",
                             shared.name, ofOne, one.input, ofOther, other.input));
  for (const auto &[these, those] : {std::pair(&one, &other), std::pair(&other, &one)})
    for (const Kernel &each : these->module.kernels)
      if (!findGeneral(those->module, each))
        return refuse(formatText("'{}' and '{}' come from one source, but '{}' has kernel '{}' and '{}' has not; {}",
                                 one.input, other.input, these->input, each.name, those->input, cure));
  return refuse(formatText("kernel '{}' has other tasks or another graph in '{}' than in '{}'; {}",
                           kernel ? a.kernels[*kernel].name : shared.name, one.input, other.input, cure));
}

static Status addImage(LinkedModule &module, const Image &image, const ImageBytes &bytes, const std::string &input) {
  for (size_t index = 0; index < module.module.images.size(); ++index) {
    const Image &present = module.module.images[index];
    if (present.target != image.target || present.variant != image.variant)
      continue;
    if (textOf(present) == textOf(image))
      return {};
    const std::string variant = image.variant.empty() ? std::string() : formatText(" with '{}'", image.variant);
    return refuse(formatText("the image for '{}'{} has {} bytes in '{}' and {} other ones in '{}'; a package has one "
                             "image for a target and its checks",
                             image.target, variant, module.contents.images[index].bytes.size(),
                             module.imageInputs[index], bytes.bytes.size(), input));
  }
  module.module.images.push_back(image);
  module.contents.images.push_back(bytes);
  module.imageInputs.push_back(input);
  return {};
}

Status qdc::joinModules(LinkedModule &module, LinkedModule other) {
  if (Status status = compareSignatures(module, other); !status)
    return status;
  if (!other.module.kernels.empty())
    if (Status status = compareCode(module, other); !status)
      return status;
  for (size_t index = 0; index < other.module.images.size(); ++index)
    if (Status status =
            addImage(module, other.module.images[index], other.contents.images[index], other.imageInputs[index]);
        !status)
      return status;
  if (module.module.kernels.size() < other.module.kernels.size()) {
    module.module.kernels = std::move(other.module.kernels);
    module.module.sites = std::move(other.module.sites);
  }
  if (module.module.optionsDigest != other.module.optionsDigest)
    module.module.optionsDigest.reset();
  return {};
}
