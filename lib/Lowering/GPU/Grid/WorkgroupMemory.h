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
/// All of them together stay within what the device has. What can't do without memory reserves it before the first
/// array is created; the rest does without where there is no room. An array is a memref.global next to the function
/// that asked for it; what is returned, its address, is created at the insertion point of `builder`.
class WorkgroupMemory {
public:
  /// `name` begins those of arrays that tasks reuse; `bytes` is all that there is.
  WorkgroupMemory(llvm::StringRef name, uint64_t bytes) : name(name), total(bytes) {}

  /// `count` elements of a type.
  struct Wanted {
    mlir::Type type;
    unsigned count;
  };

  /// Keeps room for arrays of each of these types and sizes, so that createBetweenBarriers finds one for each, in turn.
  /// Those of one type share an array, of the largest of these sizes. False, and nothing is kept, if there is no room.
  bool reserve(llvm::ArrayRef<Wanted> wanted);
  /// The bytes that `reserve` takes for these where there is no array yet.
  static uint64_t bytesToReserve(llvm::ArrayRef<Wanted> wanted);

  /// Whether there is room for another array.
  bool hasRoom(const Wanted &wanted) const;

  /// An array for `function` alone; null if there is no room.
  mlir::Value create(mlir::OpBuilder &builder, mlir::Location location, mlir::func::FuncOp function,
                     const Wanted &wanted);

  /// One that is used from a barrier to a barrier, which its users create: of other uses that ended before the
  /// first, in earlier tasks, one that was reserved, or, where there is no room for another array, one of this
  /// function. Null if none fits.
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
  bool isReserved(const Wanted &wanted) const;
  mlir::memref::GlobalOp add(mlir::func::FuncOp function, llvm::StringRef prefix, size_t firstNumber,
                             const Wanted &wanted);

  std::string name;
  uint64_t total, used = 0; // what is reserved is used
  llvm::SmallVector<Array> betweenBarriers, reused;
  llvm::SmallVector<Wanted> reserved; // one for each type
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRID_WORKGROUPMEMORY_H
