//===- GridToLLVM.h - From grids to the LLVM dialect ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NVVM and other leaves that go through LLVM share. A leaf hands in what
// differs by vendor, and marks its kernels afterwards:
//
//   func.func @scale$0(%x: memref<?xf32>, %s: f32, %n: index) attributes {qd.entry_point = ...}
// becomes
//   llvm.func @scale$0(%x: !llvm.ptr<1> {llvm.noalias}, %s: i64, %n: i64) attributes {qd.entry_point = ...}
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_LLVMGPU_GRIDTOLLVM_H
#define QDC_LOWERING_LLVMGPU_GRIDTOLLVM_H

#include "qdc/Lowering/LLVMGPU/LLVMGPUDescription.h"
#include "qdc/Lowering/LLVMGPU/LLVMGPUIntrinsics.h"

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Replaces the functions of `module`, which `convert-tasks-to-grid` made for the vendor's subgroup width or for none,
/// by functions of the LLVM dialect: entry points with a parameter of 8 bytes for each slot, or with the address of the
/// slots, which keep qd.entry_point, and bodies, which are internal and inlined later. On failure an error has been
/// emitted that names the op, and the module is unusable.
mlir::LogicalResult lowerGridToLLVM(mlir::ModuleOp module, const LLVMGPUDescription &description,
                                    const LLVMGPUIntrinsics &intrinsics);

} // namespace qdc

#endif // QDC_LOWERING_LLVMGPU_GRIDTOLLVM_H
