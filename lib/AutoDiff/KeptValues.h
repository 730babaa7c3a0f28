//===- KeptValues.h - What the forward sweep stores away --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is lost when the reverse sweep needs it is kept: the forward
// sweep stores it to a temporary, from which the reverse sweep loads it. That
// has a slot for each time the operation may run: its axes are the trips of the
// loops around it, serial ones from the outermost one on, then the axes of the
// parallel loop, so that neighbouring iterations have neighbouring slots. In
// place of these axes there may be one of rows, for those iterations that keep
// something (KeptRows.h). A slot is written only where the operation runs.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPTVALUES_H
#define QDC_LIB_AUTODIFF_KEPTVALUES_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace qdc::autodiff {

class Activity;
struct LostValue;

/// The kept values of one kernel.
class KeptValues {
public:
  bool contains(mlir::Operation *op) const { return places.contains(op); }
  /// The result of `op`, which has one, is to be kept.
  void add(mlir::Operation *op) { places.insert({op, Place()}); }
  /// Leaves out what nobody needs.
  void keepOnly(llvm::function_ref<bool(mlir::Operation *)> isNeeded);
  /// The values that tell the slot of a kept value, beside those at the top level of the kernel. store() changes them.
  llvm::SmallVector<mlir::Value> findSlotValues(mlir::Operation *op) const;

  /// Makes the temporaries, and the stores of the forward sweep. Emits an error and fails where neither the loader nor
  /// a task can know the number of slots ahead. `lost` says why values are kept.
  mlir::LogicalResult store(qd::KernelOp kernel, const Activity &activity, llvm::ArrayRef<LostValue> lost);
  /// The value in the reverse sweep; `values` has what findSlotValues() gives. After store().
  mlir::Value load(mlir::OpBuilder &builder, mlir::Operation *op, const mlir::IRMapping &values) const;

private:
  /// Null before store().
  struct Place {
    mlir::Value array;
    mlir::Value row; // in the forward sweep, ahead of the loops around the value; null: the array has the axes of the
                     // parallel loop
  };
  llvm::SmallVector<mlir::Value> findSlot(mlir::OpBuilder &builder, mlir::Operation *op,
                                          const mlir::IRMapping &values) const;

  llvm::MapVector<mlir::Operation *, Place> places;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPTVALUES_H
