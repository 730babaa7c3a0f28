//===- Arithmetic.h - Operations that compute values of values --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ARITHMETIC_H
#define QDC_DIALECT_QD_IR_ARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace qdc::qd {

/// Whether the operation is of arith or math, as most of a kernel are: it touches no memory, holds no region and uses
/// no symbol.
inline bool isArithmetic(mlir::Operation *op) {
  return llvm::isa_and_nonnull<mlir::arith::ArithDialect, mlir::math::MathDialect>(op->getDialect());
}

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_ARITHMETIC_H
