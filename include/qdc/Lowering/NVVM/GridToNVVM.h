//===- GridToNVVM.h - From grids to kernels of NVIDIA's GPUs ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes NVIDIA's code of what `convert-tasks-to-grid` leaves (TasksToGrid.h), as
// a function; `convert-grid-to-nvvm` (Passes.td) wraps it.
//
//   func.func @scale$0(%x: memref<?xf32>, %s: f32, %n: index) attributes {qd.entry_point = ...}
// becomes
//   llvm.func ptx_kernelcc @scale$0(%x: !llvm.ptr<1> {llvm.noalias}, %s: i64, %n: i64)
//       attributes {qd.entry_point = ...}
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_NVVM_GRIDTONVVM_H
#define QDC_LOWERING_NVVM_GRIDTONVVM_H

#include "qdc/Lowering/GPU/GPUDescription.h"

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Of NVIDIA's GPUs, whose subgroups are called warps.
inline constexpr GPUDescription nvidiaGPUs = {.vendor = "NVIDIA", .subgroupWidth = 32};

/// Replaces the functions of `module` by kernels in the LLVM dialect. On failure an error has been emitted that names
/// the op, and the module is unusable.
mlir::LogicalResult lowerGridToNVVM(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LOWERING_NVVM_GRIDTONVVM_H
