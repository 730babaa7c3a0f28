//===- KeptRows.h - Rows for iterations that keep something -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kept value of a parallel loop has the same number of slots in each iteration:
// that of the iteration with the most. Where most iterations keep nothing, because
// a condition or bounds from memory skip the loops around the value, most of that
// memory is unused. So the slots of iterations are compacted into rows. The task
// that counts trips also counts the iterations that keep something. If these are at
// most a quarter, two more tasks give each of them a row; the others have none.
// Otherwise the row of an iteration is its number. This is decided at run time.
//
// For each 8 neighbouring iterations there is an i64: its lowest 8 bits are a mask
// of those with a row, and the bits above are the first row. That is one byte an
// iteration. One task writes the masks. Another one takes rows for 512 iterations
// at a time, by an atomic addition, and deals them out in the order of iterations,
// so that neighbours have neighbouring rows. Which rows 512 iterations get differs
// from launch to launch (qdc/Dialect/QD/IR/KeptRows.h).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_KEPTROWS_H
#define QDC_LIB_AUTODIFF_KEPT_KEPTROWS_H

#include "qdc/Analysis/TripBounds.h"

namespace qdc::autodiff {

/// The rows of those iterations of a parallel loop that reach one place in it. All values are at the top level.
struct KeptRows {
  mlir::Value extent;     // the number of rows; of type index
  mlir::Value isSparse;   // i1: whether `places` has the rows; else they are the numbers of iterations
  mlir::Value given;      // memref<i64>: how many rows were taken so far
  mlir::Value places;     // memref<?xi64>, for each 8 iterations: the mask of those with rows, above it the first row
  mlir::Value iterations; // the number of the loop's iterations; of type index
  llvm::SmallVector<mlir::Value> extents; // the same along each axis
};

/// Whether rows may save memory for a value with these serial loops around it, the outermost one first. `extents` are
/// bounds of their trips; null: a task counts them. Where arguments and shapes bound all trips, a launch without rows
/// does not wait for a task to count. There, rows pay only where a condition from memory skips the value, and it has
/// more than a few slots.
bool maySaveMemory(llvm::ArrayRef<TripRange> ranges, llvm::ArrayRef<mlir::Value> extents);

/// Makes rows at the builder's place, before the loop: one KeptRows for each of `active`, which is the number of
/// iterations that keep something.
llvm::SmallVector<KeptRows> makeRows(mlir::OpBuilder &builder, qd::ForOp loop, mlir::ValueRange active);

/// Adds the tasks that give iterations their rows, named as the loop with ".keeps" and ".rows". `keeps` computes, at
/// the builder's place, for each of `all` whether the iteration with these variables has a row; of type i1.
void giveRows(mlir::OpBuilder &builder, qd::ForOp loop, llvm::ArrayRef<KeptRows> all,
              llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ValueRange variables)> keeps);

/// The row of the iteration at the builder's place, which is in the loop.
mlir::Value findRow(mlir::OpBuilder &builder, qd::ForOp loop, const KeptRows &rows);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_KEPTROWS_H
