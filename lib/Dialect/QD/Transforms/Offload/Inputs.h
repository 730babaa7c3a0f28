//===- Inputs.h - What a task takes from elsewhere --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_INPUTS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_INPUTS_H

#include "Plan.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace qdc::qd::offload {

/// Gives a value its word, if it has none yet; `user` is named in an error.
using NeedWord = llvm::function_ref<mlir::LogicalResult(mlir::Value value, mlir::Operation *user)>;

/// Inputs of the task that `loop` becomes.
mlir::LogicalResult collectInputs(const Plan &plan, ForOp loop, NeedWord needWord, TaskInputs &inputs);

/// Inputs of the task that `run` becomes: for its statements, its copies, and
/// the bounds of the loops whose partials it combines.
mlir::LogicalResult collectInputs(const Plan &plan, const SerialRun &run, NeedWord needWord, TaskInputs &inputs);

} // namespace qdc::qd::offload

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_INPUTS_H
