//===- Memory.h - Where elements of arrays lie ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_MEMORY_H
#define QDC_LIB_LOWERING_SPIRV_MEMORY_H

#include "FunctionConversion.h"

namespace qdc {

/// A pointer to a value of `type`, one that SPIR-V has, at `address`, an i64.
mlir::Value pointerAt(FunctionConversion &to, mlir::Value address, mlir::Type type);

/// A pointer to the element `index` of an array of the grid, as a value of `type`. Of an array that is no memory of the
/// device, `type` is that of the elements in memory.
mlir::Value elementPointer(FunctionConversion &to, mlir::Value array, mlir::Value index, mlir::Type type);

mlir::spirv::StorageClass storageOf(mlir::Value pointer);

/// Loads a value of 8 bytes at `address`, which nothing writes while the launch runs.
mlir::Value loadSlot(FunctionConversion &to, mlir::Value address);

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_MEMORY_H
