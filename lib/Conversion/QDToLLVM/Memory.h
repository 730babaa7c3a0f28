//===- Memory.h - Elements of arrays ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array is an address; element i lies at i times the size of its type. An i1
// is the byte 0 or 1 (any other byte reads as true), index is 64 bits. A bf16 is
// its bits: LLVM's own bf16 must not see it, because the processor's conversion
// to it, which back ends put even after a selection, makes subnormals 0.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOLLVM_MEMORY_H
#define QDC_LIB_CONVERSION_QDTOLLVM_MEMORY_H

#include "ChunkFunction.h"

namespace qdc {

/// How an element is accessed.
struct AccessOptions {
  bool isVolatile = false;
  mlir::LLVM::AccessGroupAttr group; // null: none
};

/// The type that an element of type `element` has in memory.
mlir::Type memoryType(mlir::Type element);

/// A value as it lies in memory: of `memoryType`.
mlir::Value toMemoryType(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value);

/// The element of type `element` that lies in memory as `value`.
mlir::Value fromMemoryType(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value, mlir::Type element);

/// The address of element `index` (index or i64) of the array at `pointer`.
mlir::Value elementAddress(mlir::OpBuilder &builder, mlir::Location location, mlir::Value pointer, mlir::Type element,
                           mlir::Value index);

/// Reads an element of type `element`, or an address, from `address`.
mlir::Value loadElement(mlir::OpBuilder &builder, mlir::Location location, mlir::Type element, mlir::Value address,
                        AccessOptions options = {});

void storeElement(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value, mlir::Value address,
                  AccessOptions options = {});

/// The alignment of stack arrays, in bytes: that of the widest vectors.
inline constexpr unsigned stackArrayAlignment = 64;

/// Room for `count` elements on the stack, made once in the function that holds `builder`'s insertion point.
mlir::Value stackArray(mlir::OpBuilder &builder, mlir::Location location, mlir::Type element, int64_t count);

/// Lowers memref.load, memref.store, qd.volatile_load, qd.flat_load and qd.flat_store and finds room for memref.alloca.
/// Accesses in the parallel loop go to the chunk's access group, except those of local arrays, which the iterations of
/// a chunk share. Fails, with an error at the op, if something other than an access uses an array. `chunk.pointers`
/// knows every array afterwards.
mlir::LogicalResult lowerMemory(ChunkFunction &chunk);

/// Erases what made memrefs, once no access is left.
void eraseMemRefs(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOLLVM_MEMORY_H
