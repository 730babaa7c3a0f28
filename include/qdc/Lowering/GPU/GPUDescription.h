//===- GPUDescription.h - What differs between vendors of GPUs --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_GPU_GPUDESCRIPTION_H
#define QDC_LOWERING_GPU_GPUDESCRIPTION_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace qdc {

/// What a vendor's lowering and its targets ask about the vendor's devices. There is one constant for each, in the room
/// of its lowering. What depends on the architecture is the target's.
struct GPUDescription {
  /// Threads that every device runs in step: 32 or 64; 0: no number is guaranteed.
  unsigned subgroupWidth;
  /// LLVM's address spaces of memory that all threads of a device share, and of memory that those of a block share.
  unsigned globalAddressSpace, workgroupAddressSpace;
  /// How LLVM names the threads of a device, which see an atomic in one step.
  llvm::StringLiteral deviceScope;
  /// Folds that are one operation of LLVM, whose back end expands what a chip lacks; others are expanded before.
  bool (*isNativeAtomic)(mlir::arith::AtomicRMWKind kind, mlir::Type type);
};

} // namespace qdc

#endif // QDC_LOWERING_GPU_GPUDESCRIPTION_H
