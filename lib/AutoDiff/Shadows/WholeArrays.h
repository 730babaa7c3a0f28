//===- WholeArrays.h - Temporaries as large as an array ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_SHADOWS_WHOLEARRAYS_H
#define QDC_LIB_AUTODIFF_SHADOWS_WHOLEARRAYS_H

#include "mlir/IR/Builders.h"

namespace qdc::autodiff {

/// A value of the array at the builder's place, which is at the top level of its kernel: the array itself, or a new
/// memref.get_global.
mlir::Value findAtTop(mlir::OpBuilder &builder, mlir::Value array);

/// Makes a temporary at the builder's place, at top level, with the extents of `array` and elements of type `element`.
mlir::Value makeLike(mlir::OpBuilder &builder, mlir::Location location, mlir::Value array, mlir::Type element);

/// The same, and a parallel loop that fills it with zeros.
mlir::Value makeZeros(mlir::OpBuilder &builder, mlir::Location location, mlir::Value array, mlir::Type element);

/// Makes a parallel loop over the elements of an array, at top level. `body` builds an iteration at the builder's
/// place; of an array of rank 0 there is no loop, only what `body` builds.
void forEachElement(mlir::OpBuilder &builder, mlir::Location location, mlir::Value array,
                    llvm::function_ref<void(mlir::ValueRange indices)> body);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_SHADOWS_WHOLEARRAYS_H
