//===- KnownAttributes.h - Which attributes an operation has ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_KNOWNATTRIBUTES_H
#define QDC_DIALECT_QD_IR_KNOWNATTRIBUTES_H

#include "mlir/IR/OpDefinition.h"

namespace qdc::qd {

/// Emits an error if `op`, an operation of this dialect, has an attribute which nothing reads: one that is not its own,
/// that no pass of ours puts there, and that has not the prefix of another dialect, whose business it is. Looks at
/// names alone, and not into regions.
llvm::LogicalResult verifyKnownAttributes(mlir::Operation *op);

/// The trait of operations whose verifier asks that: all of this dialect, wherever they stand.
template <typename ConcreteOp>
class KnownAttributes : public mlir::OpTrait::TraitBase<ConcreteOp, KnownAttributes> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) { return verifyKnownAttributes(op); }
};

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_KNOWNATTRIBUTES_H
