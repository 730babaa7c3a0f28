//===- MeasuredTrips.h - Trips that a task counts in advance ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The number of trips of a loop may depend on memory. Then a task before the
// top-level operation that holds the loop counts them, and takes the maximum over
// all executions of the loop: it executes the slice of the operation that the trips
// depend on, and writes nothing. For a parallel loop, the task is a parallel loop
// over the same range, named as that with ".trips", with a reduction by maxu for
// each counted loop, and one by addi for each count of iterations that keep
// something (KeptRows.h). It stands as early as its operands allow, since a launch
// waits once for all arrays whose sizes are ready at the same time.
//
// Before the top-level operation, memory holds what the operation will read, unless
// the operation itself may write it first. In that case the trips cannot be counted
// in advance: this is a TripCycle. Local arrays belong to the task: it writes them as
// the kernel does.
//
// An assert may guard a load after it, or be all that ends a loop. So the task
// includes the asserts that stand before the end of the loop's last trip. In a
// checked kernel it includes every operation that can be executed early
// (RunsAhead.h), and these get their checks. An iteration that fails in the task
// fails in the kernel too, and the kernel reports it: the task only leaves the
// iteration out (UnreportedFailures.h). So the kernel has no slots for what such an
// iteration keeps before it fails. The same is done where the loop's bounds are known
// before the top-level operation, as they may be what is wrong. There remain checks
// of values that the kernel overwrites: a loop that only such a check would end is
// ended after kMostTrips by a check of the task itself, which is reported.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_MEASUREDTRIPS_H
#define QDC_LIB_AUTODIFF_KEPT_MEASUREDTRIPS_H

#include "AutoDiff/Analysis/RunsAhead.h"
#include "AutoDiff/Kept/KeptRows.h"
#include "AutoDiff/Kept/TripCountTask.h"
#include "qdc/Analysis/MemoryLocations.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace qdc::autodiff {

/// Why trips cannot be counted in advance.
struct TripCycle {
  mlir::Operation *read;            // the trips depend on its value
  mlir::Operation *write = nullptr; // may overwrite that before it; null: `read` gives another value when repeated
};

/// The measured loops of one kernel.
class MeasuredTrips {
public:
  MeasuredTrips(qd::KernelOp kernel, const Activity &activity)
      : kernel(kernel), activity(activity), locations(kernel) {}

  /// Has the trips of the range, which is in the kernel, counted. Returns the cycle if there is one; they are not then.
  std::optional<TripCycle> add(const TripRange &range);
  /// Whether a task counts the range's trips.
  bool isMeasured(const TripRange &range) const;
  /// Whether an assert or a check may end iterations of the task that counts for the top-level operation that holds
  /// `op`. Then the kernel may come to slots that were not counted.
  bool mayFailAhead(mlir::Operation *op);
  /// Has rows made for those iterations of a parallel loop that reach the innermost of these serial ranges, which are
  /// nested. Returns false if there is a cycle; there are no rows then.
  bool addRows(llvm::ArrayRef<TripRange> ranges);
  /// Adds the tasks to the kernel, each before its top-level operation.
  void measure();
  /// The maximum number of the range's trips, of type index; it dominates the top-level operation that holds the
  /// range's loop. After measure().
  mlir::Value find(const TripRange &range) const { return counts.lookup(range.variable); }
  /// The rows for the innermost of the ranges; null where addRows() was not called, or returned false. After measure().
  const KeptRows *findRows(llvm::ArrayRef<TripRange> ranges) const;

private:
  /// What is counted for one top-level operation.
  struct Task {
    llvm::SmallVector<TripRange> ranges; // all whose trips are counted
    MeasuredOperations operations;
    llvm::SmallVector<unsigned> most; // of the ranges, those whose maximum is wanted
    llvm::SmallVector<llvm::SmallVector<unsigned>>
        rows; // of the ranges, those around each place with rows, innermost last
  };

  mlir::Operation *topOf(mlir::Operation *op) { return kernel.getBody().front().findAncestorOpInBlock(*op); }
  /// Has the trips of the ranges counted, unless there is a cycle. Gives their positions in the task.
  std::optional<TripCycle> addRanges(llvm::ArrayRef<TripRange> ranges, llvm::SmallVectorImpl<unsigned> &positions);
  /// Whether the range's bounds and step are defined before the top-level operation.
  bool isKnownAhead(const TripRange &range, mlir::Operation *top) const;
  NeededValues needFor(llvm::ArrayRef<TripRange> ranges, const MeasuredOperations &operations) const;
  /// Adds the operations that the trips of the range depend on. Returns all values that these need.
  NeededValues findOperations(const TripRange &range, MeasuredOperations &operations);
  /// Adds the operations whose checks may end the range's loop or something before it, and the loop's own asserts, as
  /// far as they can be executed early. The trips of an scf.for are fixed when it starts, so its body is left out.
  void addChecked(const TripRange &range, MeasuredOperations &operations);
  std::optional<TripCycle> findCycle(mlir::Operation *top, mlir::Operation *read);
  std::optional<TripCycle> findCycle(mlir::Operation *top, const NeededValues &needed);
  bool mayWriteBefore(mlir::Operation *top, qd::ElementAccess write, qd::ElementAccess read);
  /// The earliest top-level operation before which the task for `top` has all that it needs. Pure operations that it
  /// needs and that stand after it are moved before it.
  mlir::Operation *findPlace(mlir::Operation *top, const NeededValues &needed);
  void measure(mlir::Operation *top, const Task &task, mlir::Operation *place);
  void measure(qd::ForOp loop, const Task &task, const NeededValues &needed, mlir::OpBuilder &builder);
  bool mayFail(const Task &task);

  qd::KernelOp kernel;
  const Activity &activity;
  MemoryLocations locations;
  KeptValues none; // the tasks stand before the forward sweep
  llvm::MapVector<mlir::Operation *, Task> tasks; // by top-level operations
  llvm::DenseMap<mlir::Operation *, std::optional<RunsAhead>> runsAhead; // of checked kernels; likewise
  llvm::DenseMap<mlir::Value, mlir::Value> counts; // by variables of ranges; null before measure()
  llvm::DenseMap<mlir::Value, KeptRows> rows; // by variables of innermost ranges
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_MEASUREDTRIPS_H
