//===- ConstantTables.h - Elements of constant globals ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_CONSTANTTABLES_H
#define QDC_ANALYSIS_CONSTANTTABLES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace qdc {

/// Whether the elements always have their initial values: the global is `constant` and has an initializer or zeros. One
/// that a caller binds may change from launch to launch.
bool isConstantTable(mlir::memref::GlobalOp global);

/// Looks up elements of constant tables. The globals of the module must not change during its lifetime. Of other
/// operations it looks only at the one that asks, so that other kernels may change meanwhile.
class ConstantTables {
public:
  /// The table that `load` reads; null if it reads no constant table.
  mlir::memref::GlobalOp tableOf(mlir::memref::LoadOp load);

  /// The element of `table` at `indices`, one for each axis, nullopt where it is unknown. Bits are those of the
  /// initial value, of NaNs too. Null if more indices must be known, the element is out of bounds, or the
  /// initializer is one that a package cannot hold.
  mlir::TypedAttr elementOf(mlir::memref::GlobalOp table, llvm::ArrayRef<std::optional<int64_t>> indices) const;

private:
  bool isRead = false; // `tables` has all of the module
  llvm::DenseMap<mlir::StringAttr, mlir::memref::GlobalOp> tables;
};

} // namespace qdc

#endif // QDC_ANALYSIS_CONSTANTTABLES_H
