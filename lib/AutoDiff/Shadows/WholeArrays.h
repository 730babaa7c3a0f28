//===- WholeArrays.h - Temporaries as large as an array ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_SHADOWS_WHOLEARRAYS_H
#define QDC_LIB_AUTODIFF_SHADOWS_WHOLEARRAYS_H

#include "mlir/IR/Builders.h"

namespace qdc::autodiff {

/// The array, at a place at the top level of its kernel.
mlir::Value findAtTop(mlir::OpBuilder &builder, mlir::Value array);

/// A new temporary with the extents of an array, which is at the builder's place, at top level.
mlir::Value makeLike(mlir::OpBuilder &builder, mlir::Location location, mlir::Value array, mlir::Type element);

/// The same, with zeros of type `element` in it.
mlir::Value makeZeros(mlir::OpBuilder &builder, mlir::Location location, mlir::Value array, mlir::Type element);

/// Runs `body` for each element of an array, in a parallel loop, at top level.
void forEachElement(mlir::OpBuilder &builder, mlir::Location location, mlir::Value array,
                    llvm::function_ref<void(mlir::ValueRange indices)> body);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_SHADOWS_WHOLEARRAYS_H
