//===- NeededValues.h - What the reverse sweep computes again ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules, indices and conditions need values of the forward sweep in the reverse
// one. Such a value is computed again, from arguments, from memory that still
// holds what was read, and from values that are kept.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_NEEDEDVALUES_H
#define QDC_LIB_AUTODIFF_KEPT_NEEDEDVALUES_H

#include "AutoDiff/Analysis/Activity.h"
#include "AutoDiff/Kept/KeptValues.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace qdc::autodiff {

/// The values that are needed, with all that they are made of.
class NeededValues {
public:
  /// Of a whole kernel. `hasForward`: the forward sweep stands ahead in the same kernel, so that values at its top
  /// level are there. `kept` is what that one stores away.
  NeededValues(qd::KernelOp kernel, const Activity &activity, const KeptValues &kept, bool hasForward)
      : activity(activity), kept(kept), top(&kernel.getBody().front()), hasForward(hasForward) {}
  /// Of what stands in a serial loop, for one of its trips: values from outside are there, and what the loop carries
  /// counts as needed where the trip uses it.
  NeededValues(const NeededValues &whole, mlir::Operation *loop)
      : activity(whole.activity), kept(whole.kept), top(whole.top), hasForward(whole.hasForward), loop(loop) {}

  void add(mlir::Value value);
  void addAll(mlir::ValueRange values);
  /// Adds what the reverse sweep of an operation needs, without what stands in it.
  void addFor(mlir::Operation *op);
  /// Adds what these values are made of. Call it once, at last.
  void complete();

  bool contains(mlir::Value value) const { return needed.contains(value); }
  /// Whether a value is needed and has to be computed again; else it is there, or nobody wants it.
  bool isComputedAgain(mlir::Value value) const;
  /// The positions of needed values.
  llvm::SmallVector<unsigned> positionsOf(mlir::ValueRange values) const;
  /// The operations that read what is needed: loads, and whatever else a clone may give another value of.
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
