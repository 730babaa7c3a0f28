//===- ArrayExtents.h - Accesses that are surely inside ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_ARRAYEXTENTS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_ARRAYEXTENTS_H

#include "qdc/Dialect/QD/IR/DeclaredExtents.h"
#include "qdc/Dialect/QD/IR/ElementAccess.h"

#include <optional>

namespace qdc::qd {

/// The extents of a kernel's arrays as far as the host knows them. The kernel is verified.
class ArrayExtents {
public:
  explicit ArrayExtents(KernelOp kernel) : kernel(kernel), named(*DeclaredExtents::read(kernel)) {}

  /// As an expression over the kernel's arguments, if it is one.
  std::optional<SizeExpr> known(mlir::Value array, unsigned axis) const;

  /// Whether the access is inside of its array for sure. `place` is the access itself, or an operation around it: then
  /// it is wherever that runs, if its indices can be computed before it.
  bool isInside(ElementAccess access, mlir::Operation *place) const;

private:
  KernelOp kernel;
  DeclaredExtents named;
};

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_ARRAYEXTENTS_H
