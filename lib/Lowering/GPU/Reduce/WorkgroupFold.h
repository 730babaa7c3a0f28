//===- WorkgroupFold.h - Folds through workgroup memory ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_REDUCE_WORKGROUPFOLD_H
#define QDC_LIB_LOWERING_GPU_REDUCE_WORKGROUPFOLD_H

#include "../Grid/GridBody.h"

namespace qdc {

/// Room for `count` elements of `type` that the threads of a block share; created at the builder's insertion point.
mlir::Value createWorkgroupArray(mlir::OpBuilder &builder, mlir::Location location, const GridBody &body,
                                 mlir::Type type, unsigned count);

/// Arrays of these types, and of these sizes or larger, that the threads of a block share; tasks of one loop get the
/// same ones, which they use one after the other. Created at the builder's insertion point; none if all such arrays
/// together would then take more than `mostBytes`.
llvm::SmallVector<mlir::Value> reuseWorkgroupArrays(mlir::OpBuilder &builder, mlir::Location location,
                                                    const GridBody &body,
                                                    mlir::ArrayRef<std::pair<mlir::Type, unsigned>> wanted,
                                                    uint64_t mostBytes);

/// Folds `value` of all threads of a block, which has a power of two of them, in the order of a tree: thread t with
/// thread t + B / 2, then B / 4, ..., 2, 1, the first subgroup by shuffles. `fold` creates the fold of two values. All
/// threads of the block execute it together: it holds barriers. Thread 0 has the result, what the others have is
/// undefined.
mlir::Value foldBlock(mlir::OpBuilder &builder, mlir::Location location, const GridBody &body, mlir::Value value,
                      llvm::function_ref<mlir::Value(mlir::Value lhs, mlir::Value rhs)> fold);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_REDUCE_WORKGROUPFOLD_H
