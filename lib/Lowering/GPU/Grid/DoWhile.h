//===- DoWhile.h - Loops that run at least once -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRID_DOWHILE_H
#define QDC_LIB_LOWERING_GPU_GRID_DOWHILE_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace qdc {

/// What an iteration ends with.
struct IterationOutcome {
  mlir::Value goesOn; // i1
  llvm::SmallVector<mlir::Value> next; // the values of the next iteration, or of the loop
};

/// Creates an scf.while at the builder's insertion point whose first region is all of its body, so that it becomes a
/// loop with its test at the end. `iterate` fills it at the insertion point, which it may move; it gets the values, at
/// first `start`. The builder is after the loop afterwards.
mlir::scf::WhileOp createDoWhile(mlir::OpBuilder &builder, mlir::Location location, mlir::ValueRange start,
                                 llvm::function_ref<IterationOutcome(mlir::ValueRange values)> iterate);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRID_DOWHILE_H
