//===- ChunkFunction.h - A task on its way to LLVM --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the steps of the lowering share about one task. createTaskFunctions
// makes it; then the steps run in the order of ConvertTasksToCPU.cpp, each named
// for the ops that are gone after it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_CHUNKFUNCTION_H
#define QDC_LIB_LOWERING_CPU_CHUNKFUNCTION_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/Reports.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"

namespace qdc {

/// The function that runs the iterations [begin, end) of a task.
struct ChunkFunction {
  /// Arrays arrive as !llvm.ptr, index as i64, other scalars as they are; then begin and end.
  mlir::func::FuncOp function;
  mlir::Value begin, end; // i64

  /// The address of the workspace; null where the task has none.
  mlir::Value workspace;
  ReportBuffers reports;
  /// Arrays that are copies of the thread's own, which iterations share.
  llvm::SmallDenseSet<mlir::Value> privateCopies;

  /// The parallel loop of a parallel task, until lowerParallelLoop dissolves it; null in a serial task.
  qd::ForOp loop;
  /// Marks accesses that no two iterations of the loop have in common; null in a serial task.
  mlir::LLVM::AccessGroupAttr accessGroup;
  /// The loop may get a second body for its interior (Interior.h).
  bool splitInterior = true;
  /// Byte offsets in the workspace for the values of a reduction's blocks.
  llvm::SmallVector<int64_t> partials;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_CHUNKFUNCTION_H
