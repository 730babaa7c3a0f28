//===- VerifyAll.h - What is wrong with operations, all of it ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_VERIFYALL_H
#define QDC_LIB_DRIVER_VERIFYALL_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Verifies a module as mlir::verify does, which stops at a kernel's first error; this one goes on with the operations
/// that do not hold, or stand in, a wrong one. Errors come in the order of their places.
mlir::LogicalResult verifyAll(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LIB_DRIVER_VERIFYALL_H
