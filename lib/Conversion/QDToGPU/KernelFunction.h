//===- KernelFunction.h - A task on its way to a GPU kernel -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOGPU_KERNELFUNCTION_H
#define QDC_LIB_CONVERSION_QDTOGPU_KERNELFUNCTION_H

#include "../QDToLLVM/ChunkFunction.h"
#include "GPUIntrinsics.h"
#include "qdc/Package/Manifest.h"

#include "mlir/IR/SymbolTable.h"

namespace qdc {

/// What the steps of the lowering share about one task.
struct KernelFunction {
  /// Runs all iterations of the task, whatever the grid. `begin`, `end` and `accessGroup` are null. It is the entry
  /// point itself if slots are passed by value.
  ChunkFunction chunk;
  LaunchShape shape;
  const GPUIntrinsics &intrinsics;

  GPUBuilder gpu(mlir::OpBuilder &builder, mlir::Location location) const { return {builder, location, intrinsics}; }
};

/// Creates the entry point of `task` and, if slots are passed in memory, the function it calls, which take over the
/// task's body (its qd.for still in it). A task with an error record does nothing where an iteration of the launch has
/// failed before. The task is erased. Fails, with an error at the task, if a parameter is not what
/// `qd-expand-task-parameters` leaves.
mlir::FailureOr<KernelFunction> createKernelFunction(qd::TaskOp task, mlir::SymbolTableCollection &symbols,
                                                     const GPUIntrinsics &intrinsics);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOGPU_KERNELFUNCTION_H
