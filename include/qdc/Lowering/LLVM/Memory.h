//===- Memory.h - Elements of arrays ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array is an address; element i lies at i times the size of its type in
// memory (MemoryTypes.h).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVM_MEMORY_H
#define QDC_LOWERING_LLVM_MEMORY_H

#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/LLVM/ChunkFunction.h"

namespace qdc {

/// How an element is accessed.
struct AccessOptions {
  bool isVolatile = false;
  mlir::LLVM::AccessGroupAttr group; // null: none
};

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

#endif // QDC_LOWERING_LLVM_MEMORY_H
