//===- KeptValues.h - Values that the forward sweep keeps -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that the reverse sweep needs and cannot compute again is kept (it is what
// others call the tape, or the cache): the forward sweep stores it to a temporary,
// from which the reverse sweep loads it. The temporary has a slot for each execution
// of the operation: its axes are the trips of the serial loops around it, the
// outermost one first, then the axes of the parallel loop, so that neighbouring
// iterations have neighbouring slots. In place of the last axes there may be one of
// rows, for the iterations that keep something (KeptRows.h). A slot is written only
// where the operation is executed.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_KEPTVALUES_H
#define QDC_LIB_AUTODIFF_KEPT_KEPTVALUES_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace qdc::autodiff {

/// The kept values of one kernel.
class KeptValues {
public:
  bool contains(mlir::Operation *op) const { return places.contains(op); }
  /// The one result of `op` is to be kept.
  void add(mlir::Operation *op) { places.insert({op, Place()}); }
  /// Removes operations whose values are not needed.
  void keepOnly(llvm::function_ref<bool(mlir::Operation *)> isNeeded);
  /// The values that findSlot() computes the slot from, except those at the top level of the kernel. setPlace() changes
  /// them.
  llvm::SmallVector<mlir::Value> findSlotValues(mlir::Operation *op) const;

  /// The result of `op` is kept in this array. `row`, in the forward sweep, before the loops around the value, is the
  /// index along its last axis; null: the array has the axes of the parallel loop.
  void setPlace(mlir::Operation *op, mlir::Value array, mlir::Value row) { places[op] = {array, row}; }
  /// The indices of the slot, at the builder's place; `values` has what findSlotValues() gives. After setPlace().
  llvm::SmallVector<mlir::Value> findSlot(mlir::OpBuilder &builder, mlir::Operation *op,
                                          const mlir::IRMapping &values) const;
  /// The value in the reverse sweep, loaded from that slot.
  mlir::Value load(mlir::OpBuilder &builder, mlir::Operation *op, const mlir::IRMapping &values) const;

private:
  /// Null before setPlace().
  struct Place {
    mlir::Value array, row;
  };

  llvm::MapVector<mlir::Operation *, Place> places;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_KEPTVALUES_H
