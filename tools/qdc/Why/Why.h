//===- Why.h - What the loader does with a package, in words ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What qdc/Runtime/Explain found, and what the manifest says besides: why
// neighbouring loops are two tasks, what tasks reduce, how large workspaces are.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_WHY_WHY_H
#define QDC_TOOLS_WHY_WHY_H

#include "Inspect/GivenSizes.h"
#include "qdc/Runtime/Explain/ExplainPackage.h"

namespace qdc {

/// A package, and what was found of it.
struct WhyReport {
  std::string path; // as given
  const PackageOutline &package;
  const GivenSizes &sizes;
  const std::vector<ExplainedDevice> &devices;
};

/// Why a parallel task is none with the loop before it, in words; the task has the reason.
std::string notFusedText(const Kernel &kernel, const NotFused &neighbour);

/// For a person.
std::string whyText(const WhyReport &report);
/// One JSON object, as schema/why.schema.json describes it.
std::string whyJson(const WhyReport &report);

} // namespace qdc

#endif // QDC_TOOLS_WHY_WHY_H
