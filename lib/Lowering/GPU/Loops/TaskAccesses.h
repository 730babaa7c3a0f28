//===- TaskAccesses.h - What tasks read and write ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LOOPS_TASKACCESSES_H
#define QDC_LIB_LOWERING_GPU_LOOPS_TASKACCESSES_H

#include "../Grid/GridBody.h"

namespace qdc {

/// What some tasks read and write, by the slots that hold the addresses.
class TaskAccesses {
public:
  TaskAccesses() = default;
  /// Of one task, whose accesses are flat.
  static TaskAccesses of(const GridBody &body);
  /// The array that is this parameter of the body, or all arrays that may overlap each other.
  static mlir::Attribute placeOf(const GridBody &body, mlir::BlockArgument parameter);

  bool isEmpty() const { return reads.empty() && writes.empty(); }
  /// Whether one writes what the other reads or writes. Arrays that may overlap are one place. A word of the workspace
  /// is one, and so are all partials of a value. A task that may fail conflicts with every other
  /// one: when it fails, what precedes it in the source has happened, and nothing after it.
  bool conflictsWith(const TaskAccesses &other) const;
  bool writesWhatIsUsedBy(const TaskAccesses &other) const;
  void add(const TaskAccesses &other);
  /// Adds what the other one reads or writes, as read.
  void addAsRead(const TaskAccesses &other);
  void addRead(qd::SlotAttr slot, bool mayAlias);
  /// By its byte offset.
  void addWrittenWord(mlir::MLIRContext *context, uint64_t word);
  void clear();

private:
  void addWords(const GridBody &body);

  bool mayFail = false;
  using Places = llvm::SmallDenseSet<mlir::Attribute, 8>;
  Places reads, writes;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LOOPS_TASKACCESSES_H
