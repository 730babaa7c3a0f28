//===- StripPackage.cpp - A package with fewer images ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Link/StripPackage.h"

#include "qdc/Link/OpenPackage.h"
#include "qdc/Support/NearestNames.h"

#include <algorithm>

using namespace qdc;

/// The targets that the package has images for, each once.
static std::vector<std::string_view> targetsOf(const Manifest &manifest) {
  std::vector<std::string_view> targets;
  for (const Module &module : manifest.modules)
    for (const Image &image : module.images)
      if (std::ranges::find(targets, image.target) == targets.end())
        targets.push_back(image.target);
  return targets;
}

static Status checkTargets(const LinkInput &input, const Manifest &manifest, std::span<const std::string> targets) {
  const std::vector<std::string_view> present = targetsOf(manifest);
  for (const std::string &target : targets) {
    if (std::ranges::find(present, target) != present.end())
      continue;
    std::string list;
    for (std::string_view each : present)
      list += formatText("{}'{}'", list.empty() ? "" : ", ", each);
    return makeError(ErrorCode::invalidArgument, "'{}' has no image for '{}'; it has some for {}{}", input.name, target,
                     list, didYouMean(nearestNames(target, present)));
  }
  return {};
}

static Status stripModule(Module &module, ModuleContents &contents, std::span<const std::string> targets) {
  const size_t before = module.images.size();
  for (size_t index = before; index-- > 0;)
    if (std::ranges::find(targets, module.images[index].target) != targets.end()) {
      module.images.erase(module.images.begin() + static_cast<ptrdiff_t>(index));
      contents.images.erase(contents.images.begin() + static_cast<ptrdiff_t>(index));
    }
  if (module.images.size() == before)
    return {};
  if (module.images.empty())
    return makeError(ErrorCode::invalidArgument, "no image of kernel '{}' would be left",
                     module.kernels.empty() ? std::string() : module.kernels.front().name);
  module.optionsDigest.reset();
  return {};
}

Result<ByteVector> qdc::stripPackage(const LinkInput &input, std::span<const std::string> targets) {
  Result<OpenPackage> package = openPackage(input.name, input.bytes);
  if (!package)
    return package.error();
  if (Status status = checkTargets(input, package->manifest, targets); !status)
    return status;
  for (size_t m = 0; m < package->contents.size(); ++m)
    if (Status status = stripModule(package->manifest.modules[m], package->contents[m], targets); !status)
      return makeError(ErrorCode::invalidArgument, "{} in '{}'; leave one of its targets out", status.error().message,
                       input.name);
  return closePackage(*package);
}
