//===- GPUIntrinsics.h - What a vendor's GPUs are asked for -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that the lowering says in the words of one vendor's back end of LLVM
// stands in a table, `GPUIntrinsics`; the rest of this folder is the same for
// every GPU. `GPUBuilder` creates what the table names.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOGPU_GPUINTRINSICS_H
#define QDC_LIB_CONVERSION_QDTOGPU_GPUINTRINSICS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace qdc {

/// The address space of memory that all threads of a device share; LLVM's GPU back ends agree on it.
inline constexpr unsigned globalAddressSpace = 1;
/// That of memory that the threads of a block share; likewise.
inline constexpr unsigned sharedAddressSpace = 3;

struct GPUBuilder;

struct GPUIntrinsics {
  mlir::LLVM::CConv kernelConvention;
  /// The attribute of a kernel's function that has the number of threads in a block, in decimal.
  llvm::StringLiteral blockThreadsAttribute;
  /// The scope of an atomic that all threads of the device see in one step.
  llvm::StringLiteral deviceScope;
  /// Of the dimension x, without arguments, i32: a thread in its block, a block in the grid, and the grid's blocks.
  llvm::StringLiteral threadIndex, blockIndex, blockCount;
  /// A 32-bit word of the thread `distance` further on in the warp, all threads of which take part.
  mlir::Value (*shuffleDown)(const GPUBuilder &gpu, mlir::Value word, int32_t distance);
  /// Whether a condition holds in any thread of the block, all of which wait here for each other.
  mlir::Value (*blockOr)(const GPUBuilder &gpu, mlir::Value condition);
  /// Whether all threads of the warp are here, with the same i64.
  mlir::Value (*isUniform)(const GPUBuilder &gpu, mlir::Value value);
};

/// As LLVM's NVPTX back end spells them.
extern const GPUIntrinsics nvidiaIntrinsics;

/// Calls of intrinsics at `builder`'s insertion point.
struct GPUBuilder {
  mlir::OpBuilder &builder;
  mlir::Location location;
  const GPUIntrinsics &intrinsics;

  /// As i64, all of them.
  mlir::Value threadIndex() const { return readIndex(intrinsics.threadIndex); }
  mlir::Value blockIndex() const { return readIndex(intrinsics.blockIndex); }
  mlir::Value blockCount() const { return readIndex(intrinsics.blockCount); }

  /// `value`, an integer or a float of up to 64 bits, of the thread `distance` further on in the warp; without meaning
  /// in the last `distance` threads. All threads of the warp take part.
  mlir::Value shuffleDown(mlir::Value value, int32_t distance) const;

  /// Whether `condition` (i1) holds in any thread of the block. All of them come here and wait for each other; what
  /// they wrote to shared memory before is seen after it.
  mlir::Value blockOr(mlir::Value condition) const { return intrinsics.blockOr(*this, condition); }

  /// Whether all threads of the warp are here together, with the same `value` (i64). The answer is the same in those
  /// that are.
  mlir::Value isUniform(mlir::Value value) const { return intrinsics.isUniform(*this, value); }

  mlir::Value call(llvm::StringRef name, mlir::Type result, mlir::ValueRange operands) const;

private:
  mlir::Value readIndex(llvm::StringRef name) const;
};

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOGPU_GPUINTRINSICS_H
