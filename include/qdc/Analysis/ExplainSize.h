//===- ExplainSize.h - Why the host cannot know a size ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_EXPLAINSIZE_H
#define QDC_ANALYSIS_EXPLAINSIZE_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Value.h"

namespace qdc {

/// Attaches a note to an error about a size for which sizeExprFromValue() has no expression: what it depends on, or
/// which operations are accepted.
void explainSize(mlir::InFlightDiagnostic &error, mlir::Value size);

} // namespace qdc

#endif // QDC_ANALYSIS_EXPLAINSIZE_H
