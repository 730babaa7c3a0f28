//===- IterationNest.h - The iterations of a flat range as blocks -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A qd.for of any rank runs as two loops: one over rows, which are runs of the
// last induction variable with the others fixed, and an inner one along the
// row, which LLVM can turn into vector code. Coordinates are divided out once,
// at the start; from row to row they are counted up. The inner loop may exist
// twice, for the interior and for the edge:
//
//     first < last must hold
//     rows(flat, coordinates, column):  how far does the row go, and its interior?
//       edge(column):                   ... any iteration ...
//       interior(column):               ... conditions are settled (Interior.h) ...
//     nextRow(column):                  counts the coordinates up, or done
//
// For a reduction, rows are cut further where a group of lanes ends. What the
// interior holds of it are whole groups, so that its inner loop has as many
// iterations as there are lanes, which LLVM unrolls, and the lanes stay in
// registers from group to group. Of rows with few columns, a constant number of
// them, the interior holds whole rows: the loop along the row is unrolled, and
// the one over rows becomes vector code.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_ITERATIONNEST_H
#define QDC_LIB_LOWERING_CPU_ITERATIONNEST_H

#include "ChunkFunction.h"
#include "qdc/Lowering/Common/FlatRange.h"

#include <optional>

namespace qdc {

class Interior;

/// Lanes of a deterministic reduction: iteration `flat` belongs to lane (flat - origin) % QDC_REDUCE_LANES.
struct LaneGroups {
  mlir::Value origin; // i64; null: there are no lanes
};

/// What LLVM is told about the inner loops.
struct InnerLoopHints {
  mlir::LLVM::AccessGroupAttr accessGroup; // of accesses that no two iterations have in common
  bool unrollGroups = false; // of lanes, and short rows: entirely
};

/// The hints for `loop`. A body of more than 64 operations is not unrolled.
InnerLoopHints innerLoopHints(qd::ForOp loop, mlir::LLVM::AccessGroupAttr accessGroup);

/// What a nest visits.
struct NestShape {
  FlatRange range;
  mlir::Type variableType;
  mlir::Value first, last; // iterations [first, last) of the range, i64; first < last
  LaneGroups lanes;
  mlir::TypeRange valueTypes; // of the values that an iteration ends with
  InnerLoopHints hints;
  bool hasInterior = false;           // the interior has a loop of its own
  bool hasWholeRows = false;          // which visits whole rows, as hasShortRows says; not with lanes
  const Interior *interior = nullptr; // where it is; null: all of it is interior
};

/// The range has rows, of a constant number of columns from 2 to 8.
bool hasShortRows(const FlatRange &range);

/// One of the inner loops. Its body has no terminator; it must branch to `iterationEnd`.
struct InnerLoop {
  mlir::Block *body = nullptr;
  mlir::Block *iterationEnd = nullptr; // takes the values; what the caller adds in front runs after each iteration
  mlir::Value flatIteration;           // i64, known in body
  mlir::Value lane;                    // i64, known in body; null without lanes
  llvm::SmallVector<mlir::Value> inductionVariables; // of the loop's type, known in body
};

/// The blocks of a nest.
struct IterationNest {
  InnerLoop edge;                    // for any iteration
  std::optional<InnerLoop> interior; // for those of the interior
  mlir::Block *exit;                 // empty; after the last iteration
};

/// Creates blocks after the builder's insertion block, which must be without a terminator and gets one.
IterationNest createIterationNest(mlir::OpBuilder &builder, mlir::Location location, const NestShape &shape);

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_ITERATIONNEST_H
