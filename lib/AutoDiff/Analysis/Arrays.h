//===- Arrays.h - Arrays of a kernel, and accesses to them ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_ANALYSIS_ARRAYS_H
#define QDC_LIB_AUTODIFF_ANALYSIS_ARRAYS_H

#include "qdc/Dialect/QD/IR/ElementAccess.h"

#include "mlir/IR/Value.h"

#include <string>

namespace qdc::autodiff {

/// Tells arrays of one kernel apart: two values of one array, such as two `memref.get_global` of one global, have one
/// key.
using ArrayKey = const void *;
ArrayKey arrayKey(mlir::Value array);

/// Whether the array is a memref.alloca, which lives as long as one iteration.
bool isLocalArray(mlir::Value array);

/// "'x'" for an argument, "'@x'" for a global, "a temporary", "a local array".
std::string describeArray(mlir::Value array);

/// Whether the operation is an atomic addition of floats.
bool isAtomicAddition(mlir::Operation *op);

/// Whether the operation is an atomic maximum or minimum of floats.
bool isExtremeUpdate(mlir::Operation *op);

/// What a store or an atomic operation puts or folds into the element; null for a load.
mlir::Value writtenValue(qd::ElementAccess access);

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_ANALYSIS_ARRAYS_H
