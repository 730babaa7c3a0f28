//===- Outcome.h - What a run left ------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_OUTCOME_H
#define QDC_TOOLS_RUNGRID_OUTCOME_H

#include "Instance.h"
#include "Launches.h"

namespace qdc {

/// An array or scalar after a run.
struct NamedValue {
  std::string name;
  ArrayContents value;
};

/// What users see of a run: how it ended, what conditional nodes were told, results of the kernel, arrays.
struct Outcome {
  std::string status; // "ok", or what the error record says
  Conditions conditions;
  std::vector<NamedValue> results, arrays;
};

/// After the launches of `kernel`, or of entry points alone if that is null.
Outcome takeOutcome(Launches &launches, qd::KernelOp kernel, llvm::ArrayRef<GivenArgument> arguments);

/// "name = value", a line for each part of it.
std::string outcomeText(const Outcome &outcome);

/// Names what differs between the outcomes of two runs; empty: nothing does.
std::string differenceOf(const Outcome &a, const Outcome &b);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_OUTCOME_H
