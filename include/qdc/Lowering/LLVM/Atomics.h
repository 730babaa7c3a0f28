//===- Atomics.h - Read-modify-write in one step ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVM_ATOMICS_H
#define QDC_LOWERING_LLVM_ATOMICS_H

#include "qdc/Lowering/LLVM/ChunkFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace qdc {

/// Marks a memref.atomic_rmw without uses whose array is a copy that no other thread sees.
inline constexpr llvm::StringLiteral privateFoldAttr = "qd.private_fold";

/// An element as an integer of its size in memory, and back.
mlir::Value toBits(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value);
mlir::Value fromBits(mlir::OpBuilder &builder, mlir::Location location, mlir::Value bits, mlir::Type element);

/// Folds `value` into the element at `address` as memref.atomic_rmw of that kind does in a CPU's chunk, and gives the
/// old element. To be called before control flow is lowered.
mlir::Value foldAtomically(mlir::OpBuilder &builder, mlir::Location location, mlir::arith::AtomicRMWKind kind,
                           mlir::Value address, mlir::Value value);

/// Lowers memref.atomic_rmw of every kind and type and qd.atomic_cas, all relaxed. Integer kinds other than muli become
/// atomicrmw; the rest compares and swaps the element's bits until nobody came between, with the `arith` op of the
/// kind in the middle, so that the result is what that op gives. A memref.atomic_rmw that is marked with
/// privateFoldAttr is a load, the `arith` op and a store. Runs after lowerMemory and before control flow
/// is lowered.
void lowerAtomics(ChunkFunction &chunk);

} // namespace qdc

#endif // QDC_LOWERING_LLVM_ATOMICS_H
