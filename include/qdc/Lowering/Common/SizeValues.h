//===- SizeValues.h - Symbolic sizes as operations --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_SIZEVALUES_H
#define QDC_LOWERING_COMMON_SIZEVALUES_H

#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/SizeExpr/SizeExpr.h"

namespace qdc {

/// Creates the computation of `size` as an i64. `leaf` gives the value of a scalar, dim or word, as an i64. The loader
/// refuses a launch in which an expression of its arguments leaves 64 bits or divides by 0 before this runs; of what
/// reads a word, sums wrap then, and a quotient is 0.
mlir::Value createSize(I64Builder i64, const SizeExpr &size,
                       llvm::function_ref<mlir::Value(const SizeExpr &leaf)> leaf);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_SIZEVALUES_H
