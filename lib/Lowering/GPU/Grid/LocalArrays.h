//===- LocalArrays.h - Arrays of one iteration ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRID_LOCALARRAYS_H
#define QDC_LIB_LOWERING_GPU_GRID_LOCALARRAYS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc {

/// Creates room for one element of `type` at the start of `function`.
mlir::Value createLocalElement(mlir::func::FuncOp function, mlir::Location location, mlir::Type type);

/// Moves all local arrays to the start of `function`: the iterations of a thread then use the same memory, one after
/// the other, since an iteration finds undefined values there anyway.
void hoistLocalArrays(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRID_LOCALARRAYS_H
