//===- TargetFamilies.cpp - The table of families -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Families/TargetFamilies.h"

#include "qdc/Target/CPU/CPUTarget.h"
#include "qdc/Target/CUDA/CUDAFamily.h"
#include "qdc/Target/Vulkan/VulkanFamily.h"

#include <algorithm>

namespace qdc {

/// In the order in which targets are listed.
static constexpr std::unique_ptr<TargetFamily> (*makers[])() = {makeCPUFamily, makeCUDAFamily, makeVulkanFamily};

TargetFamilies makeTargetFamilies(const std::function<std::string(const std::string &name)> &variable) {
  TargetFamilies families;
  for (auto make : makers) {
    const std::unique_ptr<TargetFamily> &family = families.emplace_back(make());
    for (const FamilyVariable &wanted : family->variables())
      wanted.take(variable(wanted.name));
  }
  return families;
}

const TargetFamily *findFamily(const TargetFamilies &families, std::string_view spelling) {
  std::string_view name = spelling.substr(0, spelling.find(':'));
  auto family = std::ranges::find_if(families, [&](const auto &candidate) { return candidate->name() == name; });
  return family == families.end() ? nullptr : family->get();
}

Result<std::unique_ptr<Target>> makeTarget(const TargetFamilies &families, std::string_view spelling) {
  if (const TargetFamily *family = findFamily(families, spelling))
    return family->make(spelling);
  std::string beginnings;
  for (const std::unique_ptr<TargetFamily> &known : families)
    beginnings += (beginnings.empty() ? "'" : " or '") + std::string(known->name()) + ":'";
  return Error{ErrorCode::invalidArgument, "unknown target '" + std::string(spelling) + "'; a target begins with " +
                                               beginnings + ", and 'qdc targets' lists them"};
}

std::vector<TargetDescription> describeTargets(const TargetFamilies &families) {
  std::vector<TargetDescription> targets;
  for (const std::unique_ptr<TargetFamily> &family : families)
    for (TargetDescription &target : family->describe())
      targets.push_back(std::move(target));
  return targets;
}

} // namespace qdc
