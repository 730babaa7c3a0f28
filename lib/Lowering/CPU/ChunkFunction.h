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

/// The function that runs the iterations [begin, end) of a task. createTaskFunctions makes it, and what it finds stays;
/// lowerParallelLoop alone changes it.
class ChunkFunction {
public:
  /// What createTaskFunctions finds.
  struct Facts {
    mlir::func::FuncOp function;
    mlir::Value begin, end, workspace;
    ReportBuffers reports;
    llvm::SmallDenseSet<mlir::Value> privateCopies;
    mlir::LLVM::AccessGroupAttr accessGroup;
    llvm::SmallVector<int64_t> partials;
    bool splitInterior = true;
  };
  ChunkFunction(Facts facts, qd::ForOp loop) : facts(std::move(facts)), parallelLoop(loop) {}

  /// Arrays arrive as !llvm.ptr, index as i64, other scalars as they are; then begin and end.
  mlir::func::FuncOp function() const { return facts.function; }
  mlir::Value begin() const { return facts.begin; } // i64
  mlir::Value end() const { return facts.end; } // i64

  /// The address of the workspace; null where the task has none.
  mlir::Value workspace() const { return facts.workspace; }
  const ReportBuffers &reports() const { return facts.reports; }
  /// Whether the array is a copy of the thread's own, which iterations share.
  bool isPrivateCopy(mlir::Value array) const { return facts.privateCopies.contains(array); }
  /// Marks accesses that no two iterations of the loop have in common; null in a serial task.
  mlir::LLVM::AccessGroupAttr accessGroup() const { return facts.accessGroup; }
  /// Byte offsets in the workspace for the values of a reduction's blocks.
  llvm::ArrayRef<int64_t> partials() const { return facts.partials; }

  /// Whether the loop may get a second body for its interior (Interior.h).
  bool splitsInterior() const { return facts.splitInterior; }

  /// The parallel loop of a parallel task until it is lowered; null in a serial task.
  qd::ForOp loop() const { return parallelLoop; }
  /// For lowerParallelLoop: the loop is gone.
  void finishLoop() { parallelLoop = {}; }

private:
  Facts facts;
  qd::ForOp parallelLoop;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_CHUNKFUNCTION_H
