//===- Accumulations.h - How shadows are added to ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_REVERSE_ACCUMULATIONS_H
#define QDC_LIB_AUTODIFF_REVERSE_ACCUMULATIONS_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Package/Manifest.h"

#include "llvm/ADT/SetVector.h"

namespace qdc::autodiff {

/// Into which shadows the reverse sweep accumulates adjoints, and how: the derivative's attribute `qd.accumulations`
/// (Derivatives.h).
class Accumulations {
public:
  /// `shadow` is an array of the derivative; local arrays are left out. `location` is that of the operation whose
  /// adjoint is added.
  void add(AccumulationKind kind, mlir::Value shadow, mlir::Location location);
  /// Whether anything was added to the array.
  bool contain(mlir::Value shadow) const { return shadows.contains(shadow); }
  /// Writes the attribute.
  void store(qd::KernelOp derivative) const;

private:
  llvm::SetVector<mlir::Attribute> all;
  llvm::DenseSet<mlir::Value> shadows;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_REVERSE_ACCUMULATIONS_H
