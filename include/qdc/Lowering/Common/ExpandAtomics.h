//===- ExpandAtomics.h - Atomics that a chip lacks ------------ -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_EXPANDATOMICS_H
#define QDC_LOWERING_COMMON_EXPANDATOMICS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Whether a target has an instruction that folds values of a type by a kind.
using IsNativeAtomic = llvm::function_ref<bool(mlir::arith::AtomicRMWKind kind, mlir::Type type)>;

/// Folds of integers but products: every chip has them.
bool isCommonAtomic(mlir::arith::AtomicRMWKind kind, mlir::Type type);

/// Replaces each qd.flat_atomic_rmw of `function` that is not native by a loop that compares and swaps the bits until
/// no other thread wrote in between, with the `arith` op of the kind in the middle, so that the result is what that op
/// gives.
void expandAtomics(mlir::func::FuncOp function, IsNativeAtomic isNative);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_EXPANDATOMICS_H
