//===- Memory.h - Flat memory in the LLVM dialect ------------- -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array is an address; element i lies at i times the size of its type in
// memory (MemoryTypes.h). Until all accesses are lowered a cast of the address
// (builtin.unrealized_conversion_cast) stands for the array.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVM_MEMORY_H
#define QDC_LOWERING_LLVM_MEMORY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMAttrs.h"
#include "mlir/IR/Builders.h"

namespace qdc {

/// The address of element `index` (index or i64) of the array at `pointer`.
mlir::Value elementAddress(mlir::OpBuilder &builder, mlir::Location location, mlir::Value pointer, mlir::Type element,
                           mlir::Value index);

/// Reads an element of type `element`, or an address, from `address`. The load is in `group`, unless that is null.
mlir::Value loadElement(mlir::OpBuilder &builder, mlir::Location location, mlir::Type element, mlir::Value address,
                        mlir::LLVM::AccessGroupAttr group = {});

/// Likewise.
void storeElement(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value, mlir::Value address,
                  mlir::LLVM::AccessGroupAttr group = {});

/// The alignment of stack arrays, in bytes: that of the widest vectors.
inline constexpr unsigned stackArrayAlignment = 64;

/// Room for `count` elements on the stack, which LLVM has in this address space, made once in the function that holds
/// `builder`'s insertion point.
mlir::Value stackArray(mlir::OpBuilder &builder, mlir::Location location, mlir::Type element, int64_t count,
                       unsigned addressSpace = 0);

/// An array of type `type`, which has rank 1, at `address`.
mlir::Value arrayAt(mlir::OpBuilder &builder, mlir::Location location, mlir::MemRefType type, mlir::Value address);

/// The address of an array that arrayAt made.
mlir::Value addressOf(mlir::Value array);

struct MemoryOptions {
  /// LLVM's synchronization scope for qd::Scope::device; empty: that of the system.
  llvm::StringRef deviceScope;
  /// The access group of a load or a store of `array` that is neither atomic nor volatile; null: none of them has one.
  llvm::function_ref<mlir::LLVM::AccessGroupAttr(mlir::Operation *access, mlir::Value array)> groupOf;
  /// LLVM's address space of the stack.
  unsigned stackAddressSpace = 0;
};

/// Lowers the flat operations of `function`, with the alignment that they may have (alignmentAttr), and reads of an
/// array's address; finds room for memref.alloca. Arrays are made by casts of addresses and by memref.alloca alone. Of
/// qd.flat_atomic_rmw the kinds isCommonAtomic (ExpandAtomics.h) are lowered, and addf, by an instruction that LLVM
/// expands where the chip has none.
void lowerMemory(mlir::func::FuncOp function, const MemoryOptions &options);

/// Erases what made arrays, once no access is left.
void eraseArrays(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LOWERING_LLVM_MEMORY_H
