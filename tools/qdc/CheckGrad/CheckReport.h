//===- CheckReport.h - What a check of a gradient shows ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_CHECKGRAD_CHECKREPORT_H
#define QDC_TOOLS_CHECKGRAD_CHECKREPORT_H

#include "CheckGrad/Comparison.h"
#include "Run/LaunchSession.h"

#include <string>

namespace qdc {

/// What was compared, and how it came out.
struct CheckReport {
  LaunchSubject subject; // the gradient
  std::string kernel;    // that it is of
  ComparisonOptions options;
  std::vector<FunctionVariable> inputs, outputs; // their names
  std::vector<std::vector<int64_t>> inputShapes, outputShapes; // as many; empty: a single number
  Comparison comparison;
};

/// For a person: a table with a line for each output and input, and whether they agree; or that all of them are 0.
std::string checkText(const CheckReport &report);

/// That there was nothing to compare. Only where there was not.
std::string nothingText(const CheckReport &report);

/// What disagrees about the worst element: "the gradient of 'f' disagrees with forward mode and with finite
/// differences: d y[3] / d x[7] is 0.5 by the gradient, 2 by forward mode, 2.0000001 by finite differences". Only where
/// something does.
std::string disagreementText(const CheckReport &report);

} // namespace qdc

#endif // QDC_TOOLS_CHECKGRAD_CHECKREPORT_H
