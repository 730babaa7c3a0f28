//===- SubgroupFold.h - The values of a subgroup as one ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_TASKSTOGRID_SUBGROUPFOLD_H
#define QDC_LIB_CONVERSION_TASKSTOGRID_SUBGROUPFOLD_H

#include "GridBuilder.h"

namespace qdc {

/// Folds `value`, of an element's type, of all threads of a subgroup by `kind`, in the order of a tree. All of them
/// come here; thread 0 has the result, the others values without meaning.
mlir::Value foldSubgroup(const GridBuilder &grid, mlir::arith::AtomicRMWKind kind, mlir::Value value);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_TASKSTOGRID_SUBGROUPFOLD_H
