//===- Passes.td - The pass from grids to SPIR-V -----------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_SPIRV_PASSES_TD
#define QDC_LOWERING_SPIRV_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGridToSPIRV : Pass<"convert-grid-to-spirv", "::mlir::ModuleOp"> {
  let summary = "turn grids of threads into compute shaders of Vulkan";
  let description = [{
    Runs after `convert-tasks-to-grid` without subgroups and with all slots in
    memory. Leaves one `spirv.module`, in which each entry point is a function with
    its `spirv.EntryPoint`, as VulkanABI.h describes it; its attributes stay.
  }];
  let options = [Option<"minor", "minor", "unsigned", "2", "the minor version of Vulkan 1: 2 or 3">,
                 Option<"floatAtomics", "float-atomics", "bool", "false",
                        "the devices add f32 and f64 to memory in one step">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect", "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::spirv::SPIRVDialect",
                           "::qdc::qd::QDDialect"];
}

#endif // QDC_LOWERING_SPIRV_PASSES_TD
