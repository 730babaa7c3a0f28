//===- AcceptInput.h - What a source may bring along -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DRIVER_ACCEPTINPUT_H
#define QDC_LIB_DRIVER_ACCEPTINPUT_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Looks at a module that was parsed with unregistered dialects allowed, and was not verified. Removes the attributes
/// with the prefix of another dialect than qd, which mean nothing here, whatever they hold: from operations, arguments
/// and results. Reports operations that no dialect of kernels has, tasks and what else a phase of the compiler makes.
mlir::LogicalResult acceptInput(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LIB_DRIVER_ACCEPTINPUT_H
