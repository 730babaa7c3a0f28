//===- ReductionRule.h - The order in which a reduction folds ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arithmetic of the rule in KernelABI.h, which every target follows: blocks,
// neutral elements, folds, and where the values of the blocks lie.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOLLVM_REDUCTIONRULE_H
#define QDC_LIB_CONVERSION_QDTOLLVM_REDUCTIONRULE_H

#include "ChunkFunction.h"
#include "I64Builder.h"

namespace qdc {

/// The arith op that folds two values of a type that `kind` applies to.
mlir::Value foldPair(mlir::OpBuilder &builder, mlir::Location location, qd::ReduceKind kind, mlir::Value lhs,
                     mlir::Value rhs);

/// The value that changes nothing when folded: +0, 1, an infinity, the smallest, the largest, all bits. `type` is an
/// integer, index or float type that `kind` applies to.
mlir::TypedAttr neutralElement(mlir::OpBuilder &builder, qd::ReduceKind kind, mlir::Type type);

/// The number of iterations in each block of a reduction over `total` iterations (i64, at least 0), but the last.
mlir::Value reductionBlockSize(I64Builder i64, mlir::Value total);

/// The number of blocks of `size` iterations.
mlir::Value reductionBlockCount(I64Builder i64, mlir::Value total, mlir::Value size);

/// The word of the workspace (i64) that holds partial `index` (i64) of the value whose partials start at byte `offset`.
mlir::Value partialWord(I64Builder i64, int64_t offset, mlir::Value index);

/// The address of partial `index` (i64) of the value whose partials start at byte `offset` of the chunk's workspace.
mlir::Value partialAddress(mlir::OpBuilder &builder, mlir::Location location, const ChunkFunction &chunk,
                           int64_t offset, mlir::Value index);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOLLVM_REDUCTIONRULE_H
