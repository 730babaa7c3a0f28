//===- GridToSPIRV.h - From grids to compute shaders ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes SPIR-V, in MLIR's dialect, of what `convert-tasks-to-grid` leaves
// (TasksToGrid.h), as a function; `convert-grid-to-spirv` (Passes.td) wraps it.
//
//   func.func @scale$0(%x: memref<?xf32>, %s: f32, %n: index) attributes {qd.entry_point = ...}
// becomes
//   spirv.module PhysicalStorageBuffer64 Vulkan requires #spirv.vce<v1.5, [Shader, Int64, ...], []> {
//     spirv.GlobalVariable @qdc.push : !spirv.ptr<!spirv.struct<(i64 [0])>, PushConstant>
//     spirv.func @scale$0() "None" attributes {qd.entry_point = ...}
//     spirv.EntryPoint "GLCompute" @scale$0, @qdc.push, ...
//     spirv.ExecutionMode @scale$0 "LocalSize", 128, 1, 1
//   }
//
// An array is its address, an i64; each access makes a pointer of a sum. Loops and
// branches keep their structure, and an iteration that ends early is a function.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_SPIRV_GRIDTOSPIRV_H
#define QDC_LOWERING_SPIRV_GRIDTOSPIRV_H

#include "qdc/ABI/VulkanABI.h"
#include "qdc/Lowering/Common/GridLimits.h"
#include "qdc/Lowering/GPU/GPUDescription.h"

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Of what runs Vulkan. Its subgroups have any width.
inline constexpr GPUDescription vulkanGPUs = {.vendor = "Vulkan", .subgroupWidth = 0};

/// What all devices have, but for a word by which the threads of a block vote.
inline constexpr GridLimits vulkanLimits = {.parameters = 0,
                                            .blockThreads = QDC_VULKAN_WORKGROUP_THREADS,
                                            .workgroupBytes = QDC_VULKAN_WORKGROUP_BYTES - 8,
                                            .subgroupWidth = vulkanGPUs.subgroupWidth,
                                            .windows = false};

/// What the devices that a module is made for have.
struct VulkanDevices {
  /// The version of Vulkan: 1.2 or 1.3.
  unsigned minor = 2;
  /// Additions of f32 and f64 to memory in one step (VK_EXT_shader_atomic_float), of which a module needs those that
  /// it uses. Without, and all others, these are loops that compare and swap.
  bool floatAtomics = false;
};

/// Replaces the functions of `module` by one spirv.module. On failure an error has been emitted at each operation that
/// has no code, and the module is unusable.
mlir::LogicalResult lowerGridToSPIRV(mlir::ModuleOp module, const VulkanDevices &devices);

} // namespace qdc

#endif // QDC_LOWERING_SPIRV_GRIDTOSPIRV_H
