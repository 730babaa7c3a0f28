//===- MeasuredTrips.h - Trips of loops, counted ahead of them --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where only memory tells how many trips a loop has, a task ahead of the
// operation at the top level that holds the loop finds the most that there are
// at a time: it runs what decides about the trips, and writes nothing. Of a
// parallel loop it is one over the same range, with the name of that and
// ".trips", which reduces by maxu, and by addi where it counts the iterations
// that keep something (KeptRows.h). It stands as early as it can: a launch waits
// once for all arrays whose sizes are known at a time.
//
// Ahead of that operation memory holds what the kernel will read there, unless
// the operation itself may write it first. Then the trips cannot be measured:
// what decides about them is a cycle. Local arrays are the task's own: it writes
// them as the kernel does.
//
// An assert may keep what stands after it from being run, such as a load outside
// of an array, and end a loop that nothing else ends. So those that come before
// the loop's last trip are there too. Of a checked kernel all is there that can
// run ahead (RunsAhead.h), and gets its checks. What fails there fails in the
// kernel, which reports it: the task leaves the iteration out
// (UnreportedFailures.h). So the kernel has no slots for what such an iteration
// comes to before it fails. That is so, too, where the bounds of its loop are
// there ahead of the operation at the top level: they may be what is wrong. What
// remains are checks of values that the kernel overwrites: a loop that such a
// check alone would end is ended after kMostTrips by a check of the task's own,
// which is reported.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_MEASUREDTRIPS_H
#define QDC_LIB_AUTODIFF_KEPT_MEASUREDTRIPS_H

#include "AutoDiff/Analysis/RunsAhead.h"
#include "AutoDiff/Kept/KeptRows.h"
#include "AutoDiff/Kept/TripMeasure.h"
#include "qdc/Analysis/MemoryLocations.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace qdc::autodiff {

/// What keeps trips from being measured.
struct TripCycle {
  mlir::Operation *read;            // that decides about them
  mlir::Operation *write = nullptr; // that may come before it; null: the read gives another value when it runs again
};

/// The measured loops of one kernel.
class MeasuredTrips {
public:
  MeasuredTrips(qd::KernelOp kernel, const Activity &activity)
      : kernel(kernel), activity(activity), locations(kernel) {}

  /// Has the trips of the range, which is in the kernel, measured, unless there is a cycle, which it gives.
  std::optional<TripCycle> add(const TripRange &range);
  /// Whether a task measures the range.
  bool isMeasured(const TripRange &range) const;
  /// Whether an assert or a check may end iterations of the task that measures for the operation at the top level that
  /// holds `op`. Then slots that the kernel writes may be outside of what was measured.
  bool mayFailAhead(mlir::Operation *op);
  /// Has rows made for the iterations of a parallel loop that come to the innermost one of these serial ranges, which
  /// are all around one place in it. False, if there is a cycle.
  bool addRows(llvm::ArrayRef<TripRange> ranges);
  /// Adds the tasks to the kernel, each ahead of the operation at the top level that it is about.
  void measure();
  /// The most trips that the range has at a time, of type index and 0 or more; it is there at the operation at the top
  /// level that holds the range's loop. After measure().
  mlir::Value find(const TripRange &range) const { return counts.lookup(range.variable); }
  /// The rows for the innermost one of the ranges; null where addRows() was not called, or gave false. After measure().
  const KeptRows *findRows(llvm::ArrayRef<TripRange> ranges) const;

private:
  /// What is measured for one operation at the top level.
  struct Task {
    llvm::SmallVector<TripRange> ranges; // all that are counted
    MeasuredOperations operations;
    llvm::SmallVector<unsigned> most; // of the ranges, those that are measured
    llvm::SmallVector<llvm::SmallVector<unsigned>> rows; // those around places that have rows, the innermost one last
  };

  mlir::Operation *topOf(mlir::Operation *op) { return kernel.getBody().front().findAncestorOpInBlock(*op); }
  /// Has the trips of the ranges counted; none of them, if there is a cycle. Gives their positions in the task.
  std::optional<TripCycle> addRanges(llvm::ArrayRef<TripRange> ranges, llvm::SmallVectorImpl<unsigned> &positions);
  /// Whether the range's values are there ahead of the operation at the top level.
  bool isKnownAhead(const TripRange &range, mlir::Operation *top) const;
  NeededValues needFor(llvm::ArrayRef<TripRange> ranges, const MeasuredOperations &operations) const;
  /// Adds the operations that the trips of the range depend on; gives all that is needed.
  NeededValues findOperations(const TripRange &range, MeasuredOperations &operations);
  /// Adds those whose checks may end the range's loop, or what runs ahead of it, and the loop's own asserts, as far as
  /// they can run ahead. An scf.for has its trips when it begins, so what stands in it does not decide about them.
  void addChecked(const TripRange &range, MeasuredOperations &operations);
  std::optional<TripCycle> findCycle(mlir::Operation *top, mlir::Operation *read);
  std::optional<TripCycle> findCycle(mlir::Operation *top, const NeededValues &needed);
  bool mayWriteBefore(mlir::Operation *top, qd::ElementAccess write, qd::ElementAccess read);
  /// The earliest operation at the top level ahead of which there is all that the task for `top` needs; what of that is
  /// computed after it, from values alone, moves.
  mlir::Operation *findPlace(mlir::Operation *top, const NeededValues &needed);
  void measure(mlir::Operation *top, const Task &task, mlir::Operation *place);
  void measure(qd::ForOp loop, const Task &task, const NeededValues &needed, mlir::OpBuilder &builder);
  bool mayFail(const Task &task);

  qd::KernelOp kernel;
  const Activity &activity;
  MemoryLocations locations;
  KeptValues none; // ahead of the forward sweep
  llvm::MapVector<mlir::Operation *, Task> tasks; // by operations at the top level
  llvm::DenseMap<mlir::Operation *, std::optional<RunsAhead>> runsAhead; // of checked kernels; likewise
  llvm::DenseMap<mlir::Value, mlir::Value> counts; // by variables; null before measure()
  llvm::DenseMap<mlir::Value, KeptRows> rows; // by innermost variables
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_MEASUREDTRIPS_H
