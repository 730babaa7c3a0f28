//===- WorkgroupMemory.h - What the threads of a block share ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRID_WORKGROUPMEMORY_H
#define QDC_LIB_LOWERING_GPU_GRID_WORKGROUPMEMORY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc {

/// The arrays that the threads of a block share in one entry point, be it that of a task or of a loop with its tasks.
/// All of them together stay within what the device has: who finds no room does without, or says so. An array is a
/// memref.global beside the function that asked for it; what is returned, its address, is created at the insertion
/// point of `builder`.
class WorkgroupMemory {
public:
  /// `name` begins those of arrays that tasks reuse; `bytes` is all that there is.
  WorkgroupMemory(llvm::StringRef name, uint64_t bytes) : name(name), total(bytes) {}

  /// `count` elements of a type.
  struct Wanted {
    mlir::Type type;
    unsigned count;
  };

  /// Whether there is room for another array.
  bool hasRoom(const Wanted &wanted) const;

  /// An array for `function` alone; null if there is no room.
  mlir::Value create(mlir::OpBuilder &builder, mlir::Location location, mlir::func::FuncOp function,
                     const Wanted &wanted);

  /// One that is used from a barrier to a barrier, which its users create: of other uses that ended ahead of the first,
  /// in tasks before, or, where there is no room for another array, in this one. Null if none fits.
  mlir::Value createBetweenBarriers(mlir::OpBuilder &builder, mlir::Location location, mlir::func::FuncOp function,
                                    const Wanted &wanted);
  /// Whether that would find one for each of these, in turn.
  bool hasRoomBetweenBarriers(mlir::func::FuncOp function, llvm::ArrayRef<Wanted> wanted) const;

  /// Arrays of these types and sizes, or larger, that tasks which run one after the other have in common. None if all
  /// such arrays would then take more than `most` bytes, or leave no room for them.
  llvm::SmallVector<mlir::Value> reuse(mlir::OpBuilder &builder, mlir::Location location, mlir::func::FuncOp function,
                                       llvm::ArrayRef<Wanted> wanted, uint64_t most);

private:
  struct Array {
    mlir::memref::GlobalOp global;
    mlir::func::FuncOp function; // which asked for it first
  };
  bool hasRoom(uint64_t bytes) const { return bytes <= total - used; }
  mlir::memref::GlobalOp add(mlir::func::FuncOp function, llvm::StringRef prefix, size_t firstNumber,
                             const Wanted &wanted);

  std::string name;
  uint64_t total, used = 0;
  llvm::SmallVector<Array> betweenBarriers, reused;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRID_WORKGROUPMEMORY_H
