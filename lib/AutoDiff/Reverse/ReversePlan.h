//===- ReversePlan.h - Which operations have an adjoint ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_REVERSE_REVERSEPLAN_H
#define QDC_LIB_AUTODIFF_REVERSE_REVERSEPLAN_H

#include "AutoDiff/Kept/NeededValues.h"

#include <memory>

namespace qdc::autodiff {

/// The reverse sweep visits operations with an active result, those that write to arrays with a shadow, and the control
/// around both, from the last one to the first. The plan says which these are and which values they need.
class ReversePlan {
public:
  /// `hasForward`: the forward sweep stands before the reverse sweep in the same kernel, and keeps `kept`.
  ReversePlan(qd::KernelOp kernel, const Activity &activity, const KeptValues &kept, bool hasForward);

  /// Whether the reverse sweep visits the operation, or something in it.
  bool isReversed(mlir::Operation *op) const { return reversed.contains(op); }
  /// What the whole sweep needs.
  const NeededValues &needed() const { return whole; }
  /// What the reverse sweep of one trip of a serial loop needs; isReversed(loop).
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
