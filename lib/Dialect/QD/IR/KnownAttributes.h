//===- KnownAttributes.h - Which attributes an operation has ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_IR_KNOWNATTRIBUTES_H
#define QDC_LIB_DIALECT_QD_IR_KNOWNATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace qdc::qd {

/// Emits an error for the first operation of this dialect, `op` or one in its regions, that has an attribute which
/// nothing reads: one that is not its own, that no pass of ours puts there, and that has not the prefix of another
/// dialect, whose business it is. Looks at names alone, so the operations need not be valid.
llvm::LogicalResult verifyKnownAttributes(mlir::Operation *op);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_IR_KNOWNATTRIBUTES_H
