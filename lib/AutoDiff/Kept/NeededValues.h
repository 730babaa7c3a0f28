//===- NeededValues.h - Primal values that are needed later -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In the reverse sweep, rules, indices and conditions need values of the forward
// sweep (the primal). Such a value is computed again, from arguments, from memory
// that still holds what was read, and from values that are kept.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_NEEDEDVALUES_H
#define QDC_LIB_AUTODIFF_KEPT_NEEDEDVALUES_H

#include "AutoDiff/Analysis/Activity.h"
#include "AutoDiff/Kept/KeptValues.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace qdc::autodiff {

/// The values that are needed, with all that they are computed from.
class NeededValues {
public:
  /// Of a whole kernel. `hasForward`: the forward sweep stands before the reverse sweep in the same kernel, so that its
  /// top-level values are available, and it keeps `kept`.
  NeededValues(qd::KernelOp kernel, const Activity &activity, const KeptValues &kept, bool hasForward)
      : activity(activity), kept(kept), top(&kernel.getBody().front()), hasForward(hasForward) {}
  /// Of the body of a serial loop, for one of its trips: values from outside the loop are available, and iteration
  /// arguments are needed where the trip uses them.
  NeededValues(const NeededValues &whole, mlir::Operation *loop)
      : activity(whole.activity), kept(whole.kept), top(whole.top), hasForward(whole.hasForward), loop(loop) {}

  void add(mlir::Value value);
  void addAll(mlir::ValueRange values);
  /// Adds what the reverse sweep of an operation needs, without that of operations nested in it.
  void addFor(mlir::Operation *op);
  /// Adds the values that these are computed from, transitively. Call it once, after all others are added.
  void complete();

  bool contains(mlir::Value value) const { return needed.contains(value); }
  /// Whether a value is needed and must be computed again; otherwise it is available, or not needed.
  bool isComputedAgain(mlir::Value value) const;
  /// The positions of needed values.
  llvm::SmallVector<unsigned> positionsOf(mlir::ValueRange values) const;
  /// The operations that give needed values and whose copies may give other ones: loads, and what has side effects.
  const llvm::DenseSet<mlir::Operation *> &reads() const { return found; }
  const KeptValues &keptValues() const { return kept; }

private:
  void addForParallel(qd::ForOp loop);
  bool isOutside(mlir::Value value) const;
  void expandArgument(mlir::BlockArgument argument);
  void expandResult(mlir::OpResult result);

  const Activity &activity;
  const KeptValues &kept;
  mlir::Block *top; // of the kernel
  bool hasForward;
  mlir::Operation *loop = nullptr; // null: the whole kernel
  llvm::DenseSet<mlir::Value> needed;
  llvm::DenseSet<mlir::Operation *> found;
  llvm::SmallVector<mlir::Value> worklist;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_NEEDEDVALUES_H
