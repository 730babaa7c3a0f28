//===- IterationNest.h - The iterations of a flat range as blocks -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A qd.for of any rank runs as two loops: one over rows, which are runs of the
// last induction variable with the others fixed, and an inner one along the
// row, which LLVM can turn into vector code. Coordinates are divided out once,
// at the start; from row to row they are counted up.
//
//     first < last must hold
//     rows(flat, coordinates, column):    columns = min(rest of the row, last - flat)
//       body(column):                     ... the iteration ...
//       iterationEnd(values):             next column, or next row, or done
//
// Each row may be cut further into groups of lanes, for reductions.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOLLVM_ITERATIONNEST_H
#define QDC_LIB_CONVERSION_QDTOLLVM_ITERATIONNEST_H

#include "ChunkFunction.h"

namespace qdc {

/// The bounds of a qd.for, outermost first, all i64.
struct FlatRange {
  llvm::SmallVector<mlir::Value> lowerBounds, steps;
  /// Iterations of each variable, at least 0.
  llvm::SmallVector<mlir::Value> counts;

  /// Iterations of all together.
  mlir::Value total(mlir::OpBuilder &builder, mlir::Location location) const;
};

/// Creates the computation of `loop`'s range at the builder's insertion point.
FlatRange computeRange(mlir::OpBuilder &builder, qd::ForOp loop);

/// Lanes of a deterministic reduction: iteration `flat` belongs to lane (flat - origin) % QDC_REDUCE_LANES.
struct LaneGroups {
  mlir::Value origin; // i64; null: there are no lanes
};

/// What LLVM is told about the inner loop.
struct InnerLoopHints {
  mlir::LLVM::AccessGroupAttr accessGroup; // of accesses that no two iterations have in common
  bool vectorize = true;
};

/// The hints for `loop`. A body of more than 2048 operations stays scalar: the time of LLVM's loop vectoriser grows
/// with the square of its length (a quarter of a second for that many, minutes for ten times as many).
InnerLoopHints innerLoopHints(qd::ForOp loop, mlir::LLVM::AccessGroupAttr accessGroup);

/// The blocks of a nest.
struct IterationNest {
  mlir::Block *body;         // the iteration, without a terminator
  mlir::Block *iterationEnd; // its terminator closes the loops; what the caller adds before runs after each iteration
  mlir::Block *exit;         // empty; after the last iteration
  mlir::Value flatIteration; // i64, known in body
  mlir::Value lane;          // i64, known in body; null without lanes
  llvm::SmallVector<mlir::Value> inductionVariables; // of the loop's type, known in body
};

/// Creates blocks behind the builder's insertion block, which must be without a terminator and gets one, that visit the
/// iterations [first, last) of `range` (i64; first < last). Variables have type `variableType`; `iterationEnd` takes
/// arguments of `valueTypes`.
IterationNest createIterationNest(mlir::OpBuilder &builder, mlir::Location location, const FlatRange &range,
                                  mlir::Type variableType, mlir::Value first, mlir::Value last, LaneGroups lanes,
                                  mlir::TypeRange valueTypes, const InnerLoopHints &hints);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOLLVM_ITERATIONNEST_H
