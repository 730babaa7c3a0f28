//===- Callees.h - What kernels and helpers call ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_CALLEES_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_CALLEES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace qdc::qd {

/// Reports each func.call of something else than a func.func of the module. The
/// operations need not be verified.
mlir::LogicalResult verifyCallees(mlir::ModuleOp module, const mlir::SymbolTable &symbols);

/// The module's helpers, each after those that it calls. Reports one that
/// cannot be inlined: without a body, with several blocks, or in a cycle of
/// calls, with each of them. Needs verified operations, and verifyCallees.
mlir::FailureOr<llvm::SmallVector<mlir::func::FuncOp>> orderHelpers(mlir::ModuleOp module,
                                                                    const mlir::SymbolTable &symbols);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_CALLEES_H
