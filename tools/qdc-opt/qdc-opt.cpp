//===- qdc-opt.cpp - mlir-opt for kernels ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs passes on a .qir file and prints the result: `qdc-opt --help` lists
// them. Registers exactly the dialects that kernels and their lowering use.
//
//===----------------------------------------------------------------------===//

#include "qdc/AutoDiff/Passes.h"
#include "qdc/Dialect/QD/Transforms/InputDialects.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/SimplifyPipeline.h"
#include "qdc/Lowering/CPU/Passes.h"
#include "qdc/Lowering/Common/Passes.h"
#include "qdc/Lowering/GPU/Passes.h"
#include "qdc/Lowering/LLVM/Passes.h"
#include "qdc/Lowering/NVVM/Passes.h"
#include "qdc/Lowering/SPIRV/Passes.h"
#include "qdc/Target/Math/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  qdc::qd::registerInputDialects(registry);
  // What lowering makes.
  registry.insert<mlir::LLVM::LLVMDialect, mlir::cf::ControlFlowDialect, mlir::gpu::GPUDialect,
                  mlir::spirv::SPIRVDialect>();
  qdc::qd::registerQDPasses();
  qdc::registerAutoDiffPasses();
  qdc::registerLoweringNVVMPasses();
  qdc::registerLoweringSPIRVPasses();
  qdc::registerLoweringGPUPasses();
  qdc::registerLoweringLLVMPasses();
  qdc::registerLoweringCPUPasses();
  qdc::registerLoweringCommonPasses();
  qdc::registerMathPasses();
  qdc::qd::registerSimplifyPipeline();
  mlir::registerCanonicalizerPass();
  mlir::registerCSEPass();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "qdc optimizer driver\n", registry));
}
