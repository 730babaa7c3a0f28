//===- ConstantTables.h - What is in globals that nobody writes -*- C++ -*-===//
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

/// Whether the elements are the initial ones for ever: it is `constant`, and has a value of its own or zeros. What a
/// caller binds may change from launch to launch.
bool isConstantTable(mlir::memref::GlobalOp global);

/// Looks up elements of constant tables. The globals of the module stay as they are while it lives; other operations
/// beside the asking one, other kernels for one, are not looked at.
class ConstantTables {
public:
  /// The table that `load` reads; null if it reads another array.
  mlir::memref::GlobalOp tableOf(mlir::memref::LoadOp load);

  /// The element of `table` at `indices`, one for each axis and nullopt where nobody knows it. Bits are those of the
  /// initial value, of NaNs too. Null if more has to be known, the element is outside of the table, or the value is
  /// one that no package could hold.
  mlir::TypedAttr elementOf(mlir::memref::GlobalOp table, llvm::ArrayRef<std::optional<int64_t>> indices) const;

private:
  bool isRead = false; // the module, of which `tables` has all then
  llvm::DenseMap<mlir::StringAttr, mlir::memref::GlobalOp> tables;
};

} // namespace qdc

#endif // QDC_ANALYSIS_CONSTANTTABLES_H
