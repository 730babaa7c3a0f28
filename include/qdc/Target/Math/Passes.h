//===- Passes.h - Passes on math functions ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares createLowerMathCalls() and registerMathPasses(), generated from
// Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_MATH_PASSES_H
#define QDC_TARGET_MATH_PASSES_H

#include "qdc/Target/Math/MathLibrary.h"

#include "mlir/Pass/Pass.h"

#include <memory>

namespace qdc {

#define GEN_PASS_DECL
#include "qdc/Target/Math/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "qdc/Target/Math/Passes.h.inc"

} // namespace qdc

#endif // QDC_TARGET_MATH_PASSES_H
