//===- KernelFunction.h - A task on its way to a GPU kernel -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOGPU_KERNELFUNCTION_H
#define QDC_LIB_CONVERSION_QDTOGPU_KERNELFUNCTION_H

#include "../QDToLLVM/ChunkFunction.h"
#include "../QDToLLVM/I64Builder.h"
#include "GPUIntrinsics.h"
#include "qdc/Package/Manifest.h"

#include "mlir/IR/SymbolTable.h"

namespace qdc {

/// What the steps of the lowering share about one task.
struct KernelFunction {
  /// Runs all iterations of the task, whatever the grid. `begin`, `end` and `accessGroup` are null. It is the entry
  /// point itself if slots are passed by value.
  ChunkFunction chunk;
  mlir::func::FuncOp entry;
  /// As chosen so far; `convert-qd-to-gpu` writes it to the entry point in the end.
  LaunchShape shape;
  const GPUIntrinsics &intrinsics;

  GPUBuilder gpu(mlir::OpBuilder &builder, mlir::Location location) const { return {builder, location, intrinsics}; }

  /// The place of a thread in the grid, i64 all of them.
  struct Place {
    mlir::Value group, groupCount; // of threadsPerIteration threads
    mlir::Value lane;              // the thread in its group
  };
  Place place(mlir::OpBuilder &builder, mlir::Location location) const;
};

/// Makes the threads of a block leave a failed launch together or not at all, for kernels whose blocks come together
/// after the loop. The kernel has an error record.
void leaveAsBlocks(KernelFunction &kernel);

/// The last qd.combine_partials of a serial task, up to which a warp works together; null if it has none.
qd::CombinePartialsOp lastCombine(mlir::func::FuncOp function);

/// Creates the entry point of `task` and, if slots are passed in memory, the function it calls, which take over the
/// task's body (its qd.for still in it). A task with an error record does nothing where an iteration of the launch has
/// failed before. The task is erased. Fails, with an error at the task, if a parameter is not what
/// `qd-expand-task-parameters` leaves, or, at the op, if a qd.combine_partials stands after an effect.
mlir::FailureOr<KernelFunction> createKernelFunction(qd::TaskOp task, mlir::SymbolTableCollection &symbols,
                                                     const GPUIntrinsics &intrinsics);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOGPU_KERNELFUNCTION_H
