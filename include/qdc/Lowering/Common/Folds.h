//===- Folds.h - Folding values two by two ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions and atomics fold alike: by the operation of `arith` that
// arith::getReductionOp makes of a kind.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_FOLDS_H
#define QDC_LOWERING_COMMON_FOLDS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace qdc {

/// The kind of atomic that folds as a reduction of `kind` does.
mlir::arith::AtomicRMWKind foldKind(qd::ReduceKind kind);

/// The value that changes no other when it is folded into it by `kind`. So -0 for addf, since +0 + -0 is +0; and NaN
/// for minnumf and maxnumf, which give the other operand. `kind` is not `assign`; `type` is an integer, index or float
/// type that `kind` applies to.
mlir::TypedAttr neutralElement(mlir::arith::AtomicRMWKind kind, mlir::Type type);

/// The bits of neutralElement, in 64.
llvm::APInt neutralBits(mlir::arith::AtomicRMWKind kind, mlir::Type type);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_FOLDS_H
