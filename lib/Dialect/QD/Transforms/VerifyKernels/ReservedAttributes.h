//===- ReservedAttributes.h - Attributes of qd in other places --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_RESERVEDATTRIBUTES_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_RESERVEDATTRIBUTES_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Reports each attribute with the prefix 'qd.' on an operation of another dialect, the module among them, and on an
/// argument or result of a helper: nothing reads it there, so it was meant for another place, or misspelt. But loops of
/// scf may have `qd.strategy`.
mlir::LogicalResult verifyReservedAttributes(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_RESERVEDATTRIBUTES_H
