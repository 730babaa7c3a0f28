//===- LLVMPipelines.cpp - LLVM's optimiser and code generators -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/LLVMPipelines.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"
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

namespace {
/// LLVM's pipelines for levels 2 and 3 combine a function's instructions eight times, the costliest of their passes.
/// Two of these times leave nothing lasting: what the fourth would find, which is after GVN, the fifth does at the end
/// of the function's simplification, and what the seventh would, which is after the SLP vectoriser, the eighth does
/// after the unrolling of loops.
class FewerCombines {
public:
  /// For one run of a pipeline; this outlives it.
  void install(llvm::PassInstrumentationCallbacks &callbacks) {
    callbacks.registerShouldRunOptionalPassCallback([this](llvm::StringRef pass, const llvm::Any &unit) {
      auto *function = llvm::any_cast<const llvm::Function *>(&unit);
      return !function || pass != "InstCombinePass" || isNeeded((*function)->getName());
    });
  }

private:
  bool isNeeded(llvm::StringRef function) {
    const unsigned turn = ++turns[function];
    return turn != 4 && turn != 7;
  }

  /// How often the pass's turn has come, by the name of a function: an address may become that of another one.
  llvm::StringMap<unsigned> turns;
};
} // namespace

void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine, unsigned optimizationLevel,
                    const llvm::PipelineTuningOptions &tuning, const llvm::TargetLibraryInfoImpl &libraryInfo,
                    llvm::function_ref<void(llvm::PassBuilder &)> extend) {
  FewerCombines combines;
  llvm::PassInstrumentationCallbacks callbacks;
  if (optimizationLevel >= 2)
    combines.install(callbacks);
  llvm::PassBuilder builder(&machine, tuning, std::nullopt, &callbacks);
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
