//===- ExtremeUpdates.h - Atomic maxima and minima --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `memref.atomic_rmw maximumf` and `minimumf` leave in an element the extreme of
// its old value and of all operands (Extremes.h). So reverse mode needs the elements
// before the task and after it: the forward sweep copies them into temporaries.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_EXTREMEUPDATES_H
#define QDC_LIB_AUTODIFF_KEPT_EXTREMEUPDATES_H

#include "AutoDiff/Analysis/Activity.h"

namespace qdc::autodiff {

/// An array with such updates in one top-level operation.
struct ExtremeUpdate {
  mlir::Value array;         // in the primal body
  mlir::Value before, after; // temporaries with its elements before the operation and after it
};

/// The updates of a kernel.
class ExtremeUpdates {
public:
  /// Finds the top-level operations that update arrays with a shadow.
  ExtremeUpdates(qd::KernelOp kernel, const Activity &activity);

  /// The first update of the kernel; null: there is none.
  mlir::Operation *first() const { return firstUpdate; }
  /// Makes the copies in the forward sweep.
  void store();
  /// Those in a top-level operation. After store() they have `before` and `after`.
  llvm::ArrayRef<ExtremeUpdate> in(mlir::Operation *top) const;

private:
  qd::KernelOp kernel;
  mlir::Operation *firstUpdate = nullptr;
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<ExtremeUpdate>> updates;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_EXTREMEUPDATES_H
