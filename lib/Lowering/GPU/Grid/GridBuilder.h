//===- GridBuilder.h - Operations among threads -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRID_GRIDBUILDER_H
#define QDC_LIB_LOWERING_GPU_GRID_GRIDBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace qdc {

/// Creates operations among the threads of a subgroup at `builder`'s insertion point.
struct GridBuilder {
  mlir::OpBuilder &builder;
  mlir::Location location;
  unsigned subgroupWidth;

  /// `value`, an integer or a float of up to 64 bits, of the thread whose number in the subgroup is larger by `delta`;
  /// undefined in the last `delta` threads. All threads of the subgroup are active.
  mlir::Value shuffleDown(mlir::Value value, unsigned delta) const;

  /// Folds `value`, of an element's type or as it lies in memory, of all threads of a subgroup, in the order of a tree.
  /// `fold` creates the fold of two such values. All threads of the subgroup are active; thread 0 has the result, what
  /// the others have is undefined.
  mlir::Value foldSubgroup(mlir::Value value,
                           llvm::function_ref<mlir::Value(mlir::Value lhs, mlir::Value rhs)> fold) const;

  /// Whether `condition` (i1) holds in any thread of the block (qd.block_any).
  mlir::Value blockAny(mlir::Value condition) const;

private:
  mlir::Value shuffleWordDown(mlir::Value word, unsigned delta) const;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRID_GRIDBUILDER_H
