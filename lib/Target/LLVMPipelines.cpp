//===- LLVMPipelines.cpp - LLVM's optimiser and code generators -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/LLVMPipelines.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace qdc {

llvm::CodeGenOptLevel codeGenLevel(unsigned optimizationLevel) {
  return optimizationLevel == 0   ? llvm::CodeGenOptLevel::None
         : optimizationLevel == 1 ? llvm::CodeGenOptLevel::Less
         : optimizationLevel == 2 ? llvm::CodeGenOptLevel::Default
                                  : llvm::CodeGenOptLevel::Aggressive;
}

static llvm::OptimizationLevel pipelineLevel(unsigned level) {
  return level == 0   ? llvm::OptimizationLevel::O0
         : level == 1 ? llvm::OptimizationLevel::O1
         : level == 2 ? llvm::OptimizationLevel::O2
                      : llvm::OptimizationLevel::O3;
}

void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, unsigned optimizationLevel,
                    const llvm::PipelineTuningOptions &tuning, const llvm::TargetLibraryInfoImpl &libraryInfo,
                    llvm::function_ref<void(llvm::PassBuilder &)> extend) {
  llvm::PassBuilder builder(&machine, tuning);
  if (extend)
    extend(builder);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  functions.registerPass([&] { return llvm::TargetLibraryAnalysis(libraryInfo); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes = optimizationLevel == 0
                                       ? builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0)
                                       : builder.buildPerModuleDefaultPipeline(pipelineLevel(optimizationLevel));
  passes.run(module, modules);
}

Result<std::string> generateFile(llvm::Module &module, llvm::TargetMachine &machine, llvm::CodeGenFileType type,
                                 const llvm::TargetLibraryInfoImpl &libraryInfo) {
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(libraryInfo));
  if (machine.addPassesToEmitFile(passes, stream, nullptr, type))
    return Error{ErrorCode::internal,
                 "LLVM cannot write such a file for processor '" + machine.getTargetCPU().str() + "'"};
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

} // namespace qdc
