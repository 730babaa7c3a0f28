//===- CheckRequest.h - What qdc check-grad is asked for --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_CHECKGRAD_CHECKREQUEST_H
#define QDC_TOOLS_CHECKGRAD_CHECKREQUEST_H

#include "CheckGrad/Comparison.h"
#include "CheckGrad/LaunchedFunction.h"

#include <optional>

namespace qdc {

/// A command line of qdc check-grad, but for what is compiled.
struct CheckRequest {
  GradientPackages packages;
  ComparisonOptions comparison;    // but for the tolerance
  std::optional<double> tolerance; // nothing: by the coarsest type
};

/// What is tolerated of a gradient in a type, relative to the exact one: 1e-10 in f64, 1e-3 in f32, more in f16 and
/// bf16. Much more than a rounding, since a kernel adds up many of them.
double toleranceOf(qdrt_type type);

/// Compares the gradient in the packages and prints what was found. ExitCode::inputError if they disagree.
ExitCode runComparison(const CheckRequest &request);

} // namespace qdc

#endif // QDC_TOOLS_CHECKGRAD_CHECKREQUEST_H
