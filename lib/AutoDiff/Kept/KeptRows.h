//===- KeptRows.h - Rows for iterations that keep something -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that a parallel loop keeps has slots in each iteration, as many as in
// the one that has most. Where most iterations keep nothing, since a condition
// or bounds from memory leave loops out, that is memory for nothing. So the task
// that counts trips counts these iterations too. If they are a quarter or less,
// each of them gets a row, which two more tasks give; the others have none.
// Otherwise the row of an iteration is its number, as if nobody had counted
// them. That is decided when the kernel runs.
//
// There is a number for each 8 neighbouring iterations: bits tell which of them
// have a row, and above these is the first row. So that takes a byte an
// iteration. One task writes the bits, another one gives rows to 512 iterations
// at a time, in their order, so that neighbours have neighbouring rows. Which
// rows 512 get changes from launch to launch (qdc/Dialect/QD/IR/KeptRows.h).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_KEPTROWS_H
#define QDC_LIB_AUTODIFF_KEPT_KEPTROWS_H

#include "qdc/Analysis/TripBounds.h"

namespace qdc::autodiff {

/// Of a parallel loop, rows for those iterations that come to one place in it. Its values are at the top level.
struct KeptRows {
  mlir::Value extent;     // how many rows there are; of type index
  mlir::Value isSparse;   // i1: whether `places` has the rows; else they are the numbers of iterations
  mlir::Value given;      // memref<i64>, in which they are counted when they are given
  mlir::Value places;     // memref<?xi64>, for each 8 iterations: bits of those with rows, above them the first row
  mlir::Value iterations; // of the loop; of type index
  llvm::SmallVector<mlir::Value> extents; // the same along each axis
};

/// Whether rows may save memory, for a value with these serial loops around it, the outermost one first. `extents` are
/// bounds of their trips; null: a task counts them. Where arguments and shapes bound the trips, the launch need not
/// wait for a task without rows: there they are worth it only after a condition that memory decides, and from a few
/// slots on.
bool maySaveMemory(llvm::ArrayRef<TripRange> ranges, llvm::ArrayRef<mlir::Value> extents);

/// Makes rows at the builder's place, ahead of the loop. `active` has how many iterations have one, for each of the
/// rows.
llvm::SmallVector<KeptRows> makeRows(mlir::OpBuilder &builder, qd::ForOp loop, mlir::ValueRange active);

/// Adds the tasks that give rows, with the loop's name and ".keeps" and ".rows". `keeps` computes, at the builder's
/// place, whether the iteration with these variables has one of each of `all`; of type i1.
void giveRows(mlir::OpBuilder &builder, qd::ForOp loop, llvm::ArrayRef<KeptRows> all,
              llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange variables)> keeps);

/// The row of the iteration at the builder's place, which is in the loop.
mlir::Value findRow(mlir::OpBuilder &builder, qd::ForOp loop, const KeptRows &rows);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_KEPTROWS_H
