//===- IndexOperations.h - Operations of index as those of arith *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_INDEXOPERATIONS_H
#define QDC_LIB_LOWERING_SPIRV_INDEXOPERATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Replaces the operations of the dialect `index` in `function` by those of `arith` that do the same on an index of 64
/// bits.
void lowerIndexOperations(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_INDEXOPERATIONS_H
