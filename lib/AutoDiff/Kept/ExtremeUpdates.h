//===- ExtremeUpdates.h - Atomic maxima and minima --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `memref.atomic_rmw maximumf` and `minimumf` leave in an element is the
// extreme of what was there and of all that was given (Extremes.h). So reverse
// mode needs the elements ahead of the task and after it: the forward sweep
// copies them into temporaries.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_EXTREMEUPDATES_H
#define QDC_LIB_AUTODIFF_KEPT_EXTREMEUPDATES_H

#include "AutoDiff/Analysis/Activity.h"

namespace qdc::autodiff {

/// An array that is updated so, in one operation at the top level of a kernel.
struct ExtremeUpdate {
  mlir::Value array;         // in the primal body
  mlir::Value before, after; // arrays of its elements ahead of the operation and after it, at the top level
};

/// The updates of a kernel.
class ExtremeUpdates {
public:
  /// The operations at top level that update arrays with a shadow, with these arrays.
  ExtremeUpdates(qd::KernelOp kernel, const Activity &activity);

  /// An update that needs what was there before; null: there is none.
  mlir::Operation *first() const { return firstUpdate; }
  /// Makes the copies in the forward sweep.
  void store();
  /// Those in an operation at top level. After store(), where there are any.
  llvm::ArrayRef<ExtremeUpdate> in(mlir::Operation *top) const;

private:
  qd::KernelOp kernel;
  mlir::Operation *firstUpdate = nullptr;
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<ExtremeUpdate>> updates;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_EXTREMEUPDATES_H
