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
#ifndef QDC_LOWERING_LLVM_CHUNKFUNCTION_H
#define QDC_LOWERING_LLVM_CHUNKFUNCTION_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace qdc {

/// The function that runs the iterations [begin, end) of a task.
struct ChunkFunction {
  /// Arrays arrive as !llvm.ptr, index as i64, other scalars as they are; then begin and end.
  mlir::func::FuncOp function;
  mlir::Value begin, end; // i64

  /// The address of every memref value: parameters, and, from lowerMemory on, local arrays.
  llvm::DenseMap<mlir::Value, mlir::Value> pointers;
  /// Addresses of the parameters of these kinds; null where the task has none.
  mlir::Value errorRecord, printBuffer, workspace;

  /// The threads that see an atomic in one step, as LLVM names the scope; empty: all of the system.
  llvm::StringRef atomicScope;
  /// Additions of floats to memory are one operation of LLVM, whose back end knows which of them the chip has.
  bool addsFloatsAtomically = false;

  /// The parallel loop of a parallel task, until lowerParallelLoop dissolves it; null in a serial task.
  qd::ForOp loop;
  /// Marks accesses that no two iterations of the loop have in common; null in a serial task.
  mlir::LLVM::AccessGroupAttr accessGroup;
  /// The loop may get a second body for its interior (Interior.h).
  bool splitInterior = true;
  /// Byte offsets in the workspace for the values of a reduction's blocks.
  llvm::SmallVector<int64_t> partials;

  /// Where an iteration ends, early or not; the values to reduce are its arguments. In a serial task the block that
  /// returns. Known after lowerParallelLoop.
  mlir::Block *iterationEnd = nullptr;
  /// The flat index of the iteration (i64). Known after lowerParallelLoop.
  mlir::Value flatIteration;
};

} // namespace qdc

#endif // QDC_LOWERING_LLVM_CHUNKFUNCTION_H
