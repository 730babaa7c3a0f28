//===- LoopAccesses.h - Which iterations meet in an element -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dependence tests between iterations of one parallel loop: whether two accesses
// may touch one element in different iterations, decided axis by axis, by indices
// that are linear in the loop's variables and by intervals of indices. Reverse mode
// uses them twice: where one access writes, iterations depend on each other; where
// both read, their adjoints add to one element of the shadow.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_ANALYSIS_LOOPACCESSES_H
#define QDC_LIB_AUTODIFF_ANALYSIS_LOOPACCESSES_H

#include "AutoDiff/Analysis/Activity.h"
#include "qdc/Analysis/IndexBounds.h"
#include "qdc/Analysis/LinearIndex.h"

#include "llvm/ADT/MapVector.h"

#include <map>

namespace qdc::autodiff {

/// Compares accesses to one array in one parallel loop. Results are cached, so the loop must not change.
class LoopAccesses {
public:
  explicit LoopAccesses(qd::ForOp loop) : loop(loop), range(describeRange(loop)) {}

  /// False if two different iterations may touch one element, one by the first access and the other by the second.
  bool areOfOneIteration(qd::ElementAccess first, qd::ElementAccess second) const;
  /// True if the two are of different elements in whatever iterations.
  bool areOfDifferentElements(qd::ElementAccess first, qd::ElementAccess second) const;
  /// True if two different iterations surely touch one element so.
  bool surelyMeet(qd::ElementAccess first, qd::ElementAccess second) const;

private:
  /// The forms of the indices; nothing for one that has none.
  llvm::SmallVector<std::optional<LinearIndex>> formsOf(qd::ElementAccess access) const;

  llvm::ArrayRef<IndexInterval> intervalsOf(qd::ElementAccess access) const;
  /// True if indices of the two lie in intervals that do not meet.
  bool areApart(qd::ElementAccess first, qd::ElementAccess second) const;

  qd::ForOp loop;
  llvm::SmallVector<IterationDimension> range;
  mutable std::map<mlir::Operation *, llvm::SmallVector<IndexInterval>> intervals; // what it holds keeps its place
};

/// The loads in a kernel, except `others`, whose adjoints need no atomic addition: no two iterations of their loop add
/// to one element of the shadow.
llvm::DenseSet<mlir::Operation *> findPlainLoads(qd::KernelOp kernel, const Activity &activity,
                                                 const llvm::DenseSet<mlir::Operation *> &others);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_ANALYSIS_LOOPACCESSES_H
