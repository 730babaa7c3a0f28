//===- SubgroupFold.h - The values of a subgroup as one ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_SUBGROUPFOLD_H
#define QDC_LIB_LOWERING_GPU_SUBGROUPFOLD_H

#include "GridBuilder.h"

namespace qdc {

/// Folds `value`, of an element's type or as it lies in memory, of all threads of a subgroup, in the order of a tree.
/// `fold` creates the fold of two such values. All threads come here; thread 0 has the result, the others values
/// without meaning.
mlir::Value foldSubgroup(const GridBuilder &grid, mlir::Value value,
                         llvm::function_ref<mlir::Value(mlir::Value lhs, mlir::Value rhs)> fold);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_SUBGROUPFOLD_H
