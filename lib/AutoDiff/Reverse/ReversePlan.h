//===- ReversePlan.h - What the reverse sweep does --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_REVERSE_REVERSEPLAN_H
#define QDC_LIB_AUTODIFF_REVERSE_REVERSEPLAN_H

#include "AutoDiff/Kept/NeededValues.h"

#include <memory>

namespace qdc::autodiff {

/// The reverse sweep visits operations with an active result, and those that write into arrays with shadows, from the
/// last one to the first.
class ReversePlan {
public:
  /// `hasForward`: the forward sweep stands ahead in the same kernel, and stores `kept` away.
  ReversePlan(qd::KernelOp kernel, const Activity &activity, const KeptValues &kept, bool hasForward);

  /// Whether the reverse sweep visits the operation, or something in it.
  bool isReversed(mlir::Operation *op) const { return reversed.contains(op); }
  /// What all of the sweep needs.
  const NeededValues &needed() const { return whole; }
  /// What the reverse sweep of one trip of a serial loop needs, which is reversed.
  const NeededValues &neededIn(mlir::Operation *loop) const { return *inLoops.find(loop)->second; }

private:
  void findReversed(mlir::Operation *op);

  qd::KernelOp kernel;
  const Activity &activity;
  llvm::DenseSet<mlir::Operation *> reversed;
  NeededValues whole;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<NeededValues>> inLoops;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_REVERSE_REVERSEPLAN_H
