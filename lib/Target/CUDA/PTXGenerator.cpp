//===- PTXGenerator.cpp - From LLVM IR to PTX -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/PTXGenerator.h"

#include "qdc/Target/LLVMBackEnds.h"
#include "qdc/Target/LLVMPipelines.h"

#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/IPO/Internalize.h"

namespace qdc {

static const llvm::Triple &triple() {
  static const llvm::Triple value("nvptx64-nvidia-cuda");
  return value;
}

/// There is no library on a GPU: no pass may make calls.
static llvm::TargetLibraryInfoImpl noLibrary() {
  llvm::TargetLibraryInfoImpl info(triple());
  info.disableAllFunctions();
  return info;
}

PTXGenerator::PTXGenerator(unsigned optimizationLevel, std::unique_ptr<llvm::TargetMachine> machine)
    : optimizationLevel(optimizationLevel), machine(std::move(machine)) {}
PTXGenerator::PTXGenerator(PTXGenerator &&) = default;
PTXGenerator::~PTXGenerator() = default;

Result<PTXGenerator> PTXGenerator::create(std::string_view number, unsigned optimizationLevel) {
  initializeBackEnds();
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple(), reason);
  if (!target)
    return Error{ErrorCode::internal, "LLVM has no back end for PTX: " + reason};
  llvm::TargetOptions options;
  options.MCOptions.AsmVerbose = false;
  // Without such a feature the back end takes the lowest version that has the processor: for sm_90 one that lacks
  // additions of vectors (VectorAtomics.h).
  std::string processor = "sm_" + std::string(number);
  llvm::StringRef features = number == "90" ? "+ptx81" : "";
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple(), processor, features, options, std::nullopt, std::nullopt, codeGenLevel(optimizationLevel)));
  if (!machine)
    return Error{ErrorCode::internal, "LLVM cannot generate PTX for '" + processor + "'"};
  return PTXGenerator(optimizationLevel, std::move(machine));
}

std::string PTXGenerator::dataLayout() const { return machine->createDataLayout().getStringRepresentation(); }

void PTXGenerator::prepare(llvm::Module &module) const {
  module.setTargetTriple(triple());
  module.setDataLayout(machine->createDataLayout());
}

void PTXGenerator::optimize(llvm::Module &module) const {
  llvm::internalizeModule(module, [](const llvm::GlobalValue &value) {
    auto *function = llvm::dyn_cast<llvm::Function>(&value);
    return function && function->getCallingConv() == llvm::CallingConv::PTX_Kernel;
  });
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = false;
  optimizeModule(module, *machine, optimizationLevel, tuning, noLibrary());
}

Result<std::string> PTXGenerator::emitPTX(llvm::Module &module) const {
  return generateFile(module, *machine, llvm::CodeGenFileType::AssemblyFile, noLibrary());
}

} // namespace qdc
