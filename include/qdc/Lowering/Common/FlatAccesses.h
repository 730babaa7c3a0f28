//===- FlatAccesses.h - From elements to flat memory ---------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All targets access memory in one form (QDMemoryOps.td):
//
//     %b = memref.load %flags[%i] : memref<?xi1>     %byte = qd.flat_load %flags[%i] : memref<?xi1> -> i8
//                                                ->  %b = arith.cmpi ne, %byte, %c0
//     memref.atomic_rmw addf %v, %sums[%i]           qd.flat_atomic_rmw addf device %v, %sums[%i]
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_FLATACCESSES_H
#define QDC_LOWERING_COMMON_FLATACCESSES_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Marks a memref.atomic_rmw without uses whose array is a copy that no other thread sees. The order of such folds is
/// open.
inline constexpr llvm::StringLiteral privateFoldAttr = "qd.private_fold";

/// Marks an atomic operation whose array nothing else of the launch touches at the same time (AloneAtomics.h).
inline constexpr llvm::StringLiteral aloneAttr = "qd.alone";

/// The array is the iteration's own.
bool isLocalArray(mlir::Value array);

/// Fails, with an error at the op, if it accesses an array of another rank than 1.
mlir::LogicalResult verifyRank(qd::ElementAccess access);

/// Replaces every access of `function` to an element, of arrays of rank 1, by its flat form. Values are converted to
/// the types that they have in memory. What no other thread sees, local arrays and private folds, and what is marked by
/// aloneAttr, is loaded and stored instead of folded in one step. Fails, with an error at the op, if something else
/// than an access uses an array.
mlir::LogicalResult flattenAccesses(mlir::func::FuncOp function);

/// Folds `value` into element `index` (i64) of `array`, which other threads see, as memref.atomic_rmw of that kind
/// does, and gives the old element.
mlir::Value foldAtomically(mlir::OpBuilder &builder, mlir::Location location, mlir::arith::AtomicRMWKind kind,
                           mlir::Value value, mlir::Value array, mlir::Value index);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_FLATACCESSES_H
