//===- ReductionRule.h - The order in which a reduction folds ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of the rule in KernelABI.h, which every target follows: blocks,
// starts, folds, and where the values of the blocks lie.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_REDUCTIONRULE_H
#define QDC_LOWERING_COMMON_REDUCTIONRULE_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/I64Builder.h"

namespace qdc {

/// The fold of two values of a type that `kind` applies to.
mlir::Value foldPair(mlir::OpBuilder &builder, mlir::Location location, qd::ReduceKind kind, mlir::Value lhs,
                     mlir::Value rhs);

/// What a reduction starts with, and gives where there is nothing to fold: the neutral element (Folds.h), but +0 for
/// sums of floats. `type` is one that `kind` applies to.
mlir::TypedAttr startOfReduction(mlir::OpBuilder &builder, qd::ReduceKind kind, mlir::Type type);

/// The blocks of a reduction.
struct ReductionBlocks {
  mlir::Value total; // i64: all iterations
  mlir::Value size;  // i64: the iterations of each block but the last

  /// Those of a reduction over `total` iterations (i64, at least 0).
  static ReductionBlocks create(I64Builder i64, mlir::Value total);

  /// How many blocks there are (i64).
  mlir::Value count(I64Builder i64) const;
  /// The first iteration of `block` (i64).
  mlir::Value begin(I64Builder i64, mlir::Value block) const;
  /// The iteration (i64) after the last one of the block that begins at `first` (i64).
  mlir::Value end(I64Builder i64, mlir::Value first) const;
};

/// The word of the workspace (i64) that holds partial `index` (i64) of the value whose partials start at byte `offset`.
mlir::Value partialWord(I64Builder i64, int64_t offset, mlir::Value index);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_REDUCTIONRULE_H
