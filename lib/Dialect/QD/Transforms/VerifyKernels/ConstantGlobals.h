//===- ConstantGlobals.h - Constant globals are never written ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_CONSTANTGLOBALS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_CONSTANTGLOBALS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace qdc::qd {

/// For each helper, which of its parameters are arrays that it or a callee
/// writes.
using WrittenParametersMap = llvm::DenseMap<mlir::Operation *, llvm::BitVector>;

/// Calls `visit` with each store and atomic of `function` to a global, and with each call of a helper that writes the
/// global which it is passed. `written` knows the helpers that `function` calls, and knows `function` afterwards.
void forEachGlobalWrite(mlir::FunctionOpInterface function, const mlir::SymbolTable &symbols,
                        WrittenParametersMap &written,
                        llvm::function_ref<void(mlir::memref::GlobalOp global, mlir::Operation *op)> visit);

/// Reports each of these where the global is `constant`.
mlir::LogicalResult verifyConstantGlobals(mlir::FunctionOpInterface function, const mlir::SymbolTable &symbols,
                                          WrittenParametersMap &written);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_CONSTANTGLOBALS_H
