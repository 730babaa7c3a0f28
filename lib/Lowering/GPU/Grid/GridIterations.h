//===- GridIterations.h - A loop over iterations ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRID_GRIDITERATIONS_H
#define QDC_LIB_LOWERING_GPU_GRID_GRIDITERATIONS_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/FlatRange.h"

namespace qdc {

/// Creates a loop over iterations `first`, `first + step` and so on below `end` (i64), at least the first one, at the
/// builder's insertion point. `fill` gets each one's qd.iteration, which is empty, and the values of `loop`'s
/// variables.
void createIterations(mlir::OpBuilder &builder, qd::ForOp loop, const FlatRange &range, mlir::Value first,
                      mlir::Value step, mlir::Value end,
                      llvm::function_ref<void(qd::IterationOp iteration, mlir::ValueRange variables)> fill);

/// Moves the statements of `loop`'s body to `iteration`, whose body is empty. The values that they yield are given as
/// they lie in memory. The loop is left empty.
void moveBody(qd::ForOp loop, qd::IterationOp iteration, mlir::ValueRange inductionVariables);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRID_GRIDITERATIONS_H
