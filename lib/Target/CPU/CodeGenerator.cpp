//===- CodeGenerator.cpp - From LLVM IR to an object ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/CodeGenerator.h"

#include "qdc/Target/CPU/MathLibrary.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"

#include <mutex>

namespace qdc {

static const llvm::Triple &triple() {
  static const llvm::Triple value("x86_64-unknown-linux-gnu");
  return value;
}

/// LLVM's registry of targets is global and must be filled once.
static void initializeBackEnd() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
  });
}

static std::string featureString(const Processor &processor) {
  std::string text;
  for (const std::string &feature : processor.features)
    text += (text.empty() ? "+" : ",+") + feature;
  return text;
}

static llvm::CodeGenOptLevel codeGenLevel(unsigned level) {
  return level == 0   ? llvm::CodeGenOptLevel::None
         : level == 1 ? llvm::CodeGenOptLevel::Less
         : level == 2 ? llvm::CodeGenOptLevel::Default
                      : llvm::CodeGenOptLevel::Aggressive;
}

static llvm::OptimizationLevel pipelineLevel(unsigned level) {
  return level == 0   ? llvm::OptimizationLevel::O0
         : level == 1 ? llvm::OptimizationLevel::O1
         : level == 2 ? llvm::OptimizationLevel::O2
                      : llvm::OptimizationLevel::O3;
}

CodeGenerator::CodeGenerator(Processor processor, unsigned optimizationLevel,
                             std::unique_ptr<llvm::TargetMachine> machine)
    : processor(std::move(processor)), optimizationLevel(optimizationLevel), machine(std::move(machine)) {}
CodeGenerator::CodeGenerator(CodeGenerator &&) = default;
CodeGenerator::~CodeGenerator() = default;

Result<CodeGenerator> CodeGenerator::create(const Processor &processor, unsigned optimizationLevel) {
  initializeBackEnd();
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple(), reason);
  if (!target)
    return Error{ErrorCode::internal, "LLVM has no back end for x86-64: " + reason};
  llvm::TargetOptions options;
  options.FunctionSections = true;
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple(), processor.name, featureString(processor), options, llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, codeGenLevel(optimizationLevel)));
  if (!machine)
    return Error{ErrorCode::internal, "LLVM cannot generate code for processor '" + processor.name + "'"};
  return CodeGenerator(processor, optimizationLevel, std::move(machine));
}

void CodeGenerator::prepare(llvm::Module &module) const {
  module.setTargetTriple(triple());
  module.setDataLayout(machine->createDataLayout());
  if (module.getPICLevel() != llvm::PICLevel::BigPIC) // a flag may be set once
    module.setPICLevel(llvm::PICLevel::BigPIC);
  std::string features = featureString(processor);
  for (llvm::Function &function : module) {
    function.addFnAttr("target-cpu", processor.name);
    function.addFnAttr("target-features", features);
  }
}

void CodeGenerator::optimize(llvm::Module &module) const {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = optimizationLevel >= 2;
  llvm::PassBuilder builder(machine.get(), tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  functions.registerPass([] { return llvm::TargetLibraryAnalysis(cpuTargetLibraryInfo(triple())); });
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

Result<std::string> CodeGenerator::emitObject(llvm::Module &module) const {
  llvm::SmallString<0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  passes.add(new llvm::TargetLibraryInfoWrapperPass(cpuTargetLibraryInfo(triple())));
  if (machine->addPassesToEmitFile(passes, stream, nullptr, llvm::CodeGenFileType::ObjectFile))
    return Error{ErrorCode::internal, "LLVM cannot write objects for processor '" + processor.name + "'"};
  passes.run(module);
  return std::string(bytes.begin(), bytes.end());
}

} // namespace qdc
