//===- Nesting.h - Which loop may hold which ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_NESTING_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_NESTING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

namespace qdc::qd {

/// What inlining a helper brings to the place of the call.
struct HelperContents {
  /// It holds a loop that becomes a part of the graph: qd.for, qd.do_while or, outside of parallel loops, scf.parallel.
  bool isGraph = false;
  /// A qd.for or qd.do_while, or null: one that may not stand in a parallel loop.
  mlir::Operation *graphLoop = nullptr;
  /// A loop that asks for a strategy, or null: in a parallel loop it is none of the graph.
  mlir::Operation *askingLoop = nullptr;
  /// Null, or a memref.alloca that is in no loop or branch of the helper that lies within one task.
  mlir::Operation *outerAllocation = nullptr;
  /// Null, or a memref.alloc: one that may not stand within a task.
  mlir::Operation *temporary = nullptr;
  /// Null, or an scf.for that holds a parallel loop and has a wrong step (Steps.h): in a parallel loop all are serial.
  mlir::Operation *wrongStep = nullptr;
};

using HelperContentsMap = llvm::DenseMap<mlir::Operation *, HelperContents>;

/// Reports each qd.for and qd.do_while inside a parallel loop of `function`, each loop
/// that has `qd.strategy` but will be part of a task, temporaries within tasks, and, if
/// `function` is a kernel, local arrays outside of tasks, and wrong steps of loops that hold
/// parallel loops. `contents` knows the helpers that `function` calls, and knows `function`
/// afterwards.
mlir::LogicalResult verifyNesting(mlir::FunctionOpInterface function, const mlir::SymbolTable &symbols,
                                  HelperContentsMap &contents);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_NESTING_H
