//===- LoopAccesses.h - Which iterations meet in an element -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether two accesses of one parallel loop may be of one element in different
// iterations, decided axis by axis: by indices that are sums of the loop's
// variables, and by the intervals that indices lie in. Reverse mode asks twice:
// where one of them writes, iterations depend on each other; where both only
// read, both add to one element of the shadow.
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

/// The accesses to one array in one parallel loop. What was found of an access is kept: the loop may not change.
class LoopAccesses {
public:
  explicit LoopAccesses(qd::ForOp loop) : loop(loop), range(describeRange(loop)) {}

  /// False if two iterations may meet in an element, one by the first access and the other one by the second.
  bool areOfOneIteration(qd::ElementAccess first, qd::ElementAccess second) const;
  /// True if the two are of different elements in whatever iterations.
  bool areOfDifferentElements(qd::ElementAccess first, qd::ElementAccess second) const;
  /// True if two iterations surely meet.
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

/// The loads in a kernel, but those of `others`, that reverse mode turns into additions without atomics: in their loop
/// no two iterations add to one element of the shadow.
llvm::DenseSet<mlir::Operation *> findPlainLoads(qd::KernelOp kernel, const Activity &activity,
                                                 const llvm::DenseSet<mlir::Operation *> &others);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_ANALYSIS_LOOPACCESSES_H
