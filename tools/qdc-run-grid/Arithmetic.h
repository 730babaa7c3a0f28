//===- Arithmetic.h - What operations compute -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact: integers of up to 64 bits wrap, floats round to nearest even in their own
// type. Functions of `math` are those of the C library, of f32 for narrower types.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_ARITHMETIC_H
#define QDC_TOOLS_RUNGRID_ARITHMETIC_H

#include "Program.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/APFloat.h"

namespace qdc {

/// What an operation without effects and regions computes; null if that is not known.
Compute computeOf(mlir::Operation *op);

/// The parts of it; null for others' operations.
Compute integerCompute(mlir::Operation *op);
Compute floatCompute(mlir::Operation *op);
Compute conversionCompute(mlir::Operation *op);
Compute mathCompute(mlir::Operation *op);

/// What an atomic fold stores, of the old value and the operand; null if there is no such fold of the type.
Compute foldOf(mlir::arith::AtomicRMWKind kind, mlir::Type type);

/// Compares two integers of `type`.
Compute comparisonOf(mlir::arith::CmpIPredicate predicate, mlir::Type type);

/// The bits of a constant scalar.
uint64_t bitsOf(mlir::Attribute constant);
/// Of an integer type or index.
unsigned widthOf(mlir::Type type);
/// An integer's value with its sign, and its bits.
int64_t signedValue(uint64_t bits, unsigned width);
uint64_t truncated(uint64_t bits, unsigned width);
/// A float's value, and its bits.
llvm::APFloat floatOf(uint64_t bits, mlir::Type type);
uint64_t bitsOf(const llvm::APFloat &value);
/// The same rounded to `type`.
uint64_t bitsOf(llvm::APFloat value, mlir::Type type);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_ARITHMETIC_H
