//===- TargetKinds.cpp - The table of targets -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Target.h"

#include "qdc/Target/CPU/CPUTarget.h"
#include "qdc/Target/CUDA/CUDATarget.h"
#include "qdc/Target/LLVMTranslation.h"

#include <algorithm>

namespace qdc {

namespace {

/// A kind of processor: what stands before the colon of a spelling.
struct TargetKind {
  std::string_view name;
  Result<std::unique_ptr<Target>> (*make)(std::string_view spelling);
  std::vector<TargetDescription> (*describe)();
};

constexpr TargetKind kinds[] = {
    {"cpu", makeCPUTarget, describeCPUTargets},
    {"cuda", makeCUDATarget, describeCUDATargets},
};

} // namespace

Result<std::unique_ptr<Target>> makeTarget(std::string_view spelling) {
  std::string_view name = spelling.substr(0, spelling.find(':'));
  const auto *kind = std::find_if(std::begin(kinds), std::end(kinds), [&](auto &kind) { return kind.name == name; });
  if (kind != std::end(kinds))
    return kind->make(spelling);
  std::string beginnings;
  for (const TargetKind &known : kinds)
    beginnings += (beginnings.empty() ? "'" : " or '") + std::string(known.name) + ":'";
  return Error{ErrorCode::invalidArgument, "unknown target '" + std::string(spelling) + "'; a target begins with " +
                                               beginnings + ", and 'qdc targets' lists them"};
}

std::vector<TargetDescription> describeTargets() {
  std::vector<TargetDescription> targets;
  for (const TargetKind &kind : kinds)
    for (TargetDescription &target : kind.describe())
      targets.push_back(std::move(target));
  return targets;
}

void registerTargetInterfaces(mlir::DialectRegistry &registry) { registerLLVMTranslation(registry); }

} // namespace qdc
