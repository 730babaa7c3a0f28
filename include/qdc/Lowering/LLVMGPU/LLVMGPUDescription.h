//===- LLVMGPUDescription.h - What LLVM names of a vendor's GPUs *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVMGPU_LLVMGPUDESCRIPTION_H
#define QDC_LOWERING_LLVMGPU_LLVMGPUDESCRIPTION_H

#include "qdc/Lowering/GPU/GPUDescription.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace qdc {

/// What lowerGridToLLVM asks about the GPUs of a vendor whose code LLVM makes. There is one constant for each vendor.
struct LLVMGPUDescription {
  GPUDescription gpu;
  /// LLVM's address spaces of memory that all threads of a device share, of memory that those of a block share, and of
  /// a thread's stack: the one that the data layout names for allocas.
  unsigned globalAddressSpace, workgroupAddressSpace, stackAddressSpace;
  /// LLVM's synchronization scope of all threads of a device.
  llvm::StringLiteral deviceScope;
  /// Whether LLVM's atomicrmw folds values of a type by a kind, or its back end expands what a chip lacks; other folds
  /// become loops that compare and swap (ExpandAtomics.h).
  bool (*isNativeAtomic)(mlir::arith::AtomicRMWKind kind, mlir::Type type);
  /// Bits of the narrowest integer that LLVM's cmpxchg compares and swaps, or its back end widens to a word; atomics on
  /// fewer bits become some on words (WidenNarrowAtomics.h).
  unsigned narrowestAtomic;
};

} // namespace qdc

#endif // QDC_LOWERING_LLVMGPU_LLVMGPUDESCRIPTION_H
