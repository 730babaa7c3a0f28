//===- MemoryTypes.h - Values as they lie in memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An i1 is the byte 0 or 1 (any other byte reads as true), index is 64 bits. A
// bf16 is its bits: LLVM's own bf16 must not see it, because the processor's
// conversion to it, which back ends put even after a selection, makes
// subnormals 0.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_MEMORYTYPES_H
#define QDC_LOWERING_COMMON_MEMORYTYPES_H

#include "mlir/IR/Builders.h"

namespace qdc {

/// The type that an element of type `element` has in memory.
mlir::Type memoryType(mlir::Type element);

/// A value as it lies in memory: of `memoryType`.
mlir::Value toMemoryType(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value);

/// The element of type `element` that lies in memory as `value`.
mlir::Value fromMemoryType(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value, mlir::Type element);

/// An element as an integer of its size in memory, and back.
mlir::Value toBits(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value);
mlir::Value fromBits(mlir::OpBuilder &builder, mlir::Location location, mlir::Value bits, mlir::Type element);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_MEMORYTYPES_H
