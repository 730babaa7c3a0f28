//===- Determinism.h - The same bits in each launch -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_DETERMINISM_H
#define QDC_LIB_DRIVER_DETERMINISM_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// What --deterministic asks for: emits an error at each atomic update of a kernel, or of a derivative, whose order
/// would show (UnorderedUpdates.h), and fails if there are any. A place is reported once, for the first kernel that has
/// it.
mlir::LogicalResult verifyDeterministic(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LIB_DRIVER_DETERMINISM_H
