//===- WorkgroupFold.h - Folds through workgroup memory ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_REDUCE_WORKGROUPFOLD_H
#define QDC_LIB_LOWERING_GPU_REDUCE_WORKGROUPFOLD_H

#include "../Grid/GridBody.h"

namespace qdc {

/// Whether workgroup memory has room for folds of values of this type (foldBlock). It has for GridBody::foldedTypes.
bool hasRoomForFold(const GridBody &body, mlir::Type type);

/// Folds `value` of each group of `threads` threads of a block, a power of two that divides the block, in the order of
/// a tree: thread t of the group with thread t + threads / 2, then / 4, ..., 2, 1, the first subgroup by shuffles.
/// `fold` creates the fold of two values. All threads of the block execute it together: it holds barriers. The first
/// thread of each group has its result, what the others have is undefined. hasRoomForFold is true.
mlir::Value foldBlock(mlir::OpBuilder &builder, mlir::Location location, const GridBody &body, unsigned threads,
                      mlir::Value value, llvm::function_ref<mlir::Value(mlir::Value lhs, mlir::Value rhs)> fold);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_REDUCE_WORKGROUPFOLD_H
