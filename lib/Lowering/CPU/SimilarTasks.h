//===- SimilarTasks.h - Tasks that differ in constants alone ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generator of kernels writes the same loop many times, with the constants of
// one material, layer or step each. Many such tasks get one chunk, which has
// these constants as parameters; the entry point of each knows its own. Few do
// not: their code can make use of the constants.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_SIMILARTASKS_H
#define QDC_LIB_LOWERING_CPU_SIMILARTASKS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/SymbolTable.h"

#include <vector>

namespace qdc {

/// Tasks that can have one chunk.
struct SimilarTasks {
  struct Other {
    qd::TaskOp task;
    llvm::SmallVector<mlir::TypedAttr> values; // what it has in the place of `constants`
  };

  qd::TaskOp first; // of the module's order
  llvm::SmallVector<mlir::arith::ConstantOp> constants; // in `first`: those that are not the same in all
  std::vector<Other> others;
};

/// Groups of at least `fewest` tasks of `module`, expanded ones, that have equal statements, parameters and attributes
/// but for f32 and f64 constants, at most 32 of them, and for the sources of their slots. What divides, and what is
/// no operand of `arith`, is the same. Takes time linear in the module, unless many tasks have the same operations with
/// other operands.
std::vector<SimilarTasks> findSimilarTasks(mlir::ModuleOp module, size_t fewest, mlir::SymbolTableCollection &symbols);

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_SIMILARTASKS_H
