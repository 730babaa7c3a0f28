//===- CodeGenerator.cpp - From LLVM IR to an object ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/CodeGenerator.h"

#include "BoundAtZero.h"
#include "ClampConversions.h"
#include "DeferUpdates.h"
#include "JamInnerLoops.h"
#include "LoopHints.h"

#include "qdc/Target/CPU/Builtins.h"
#include "qdc/Target/LLVMBackEnds.h"
#include "qdc/Target/LLVMPipelines.h"

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Utils/LCSSA.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"

namespace qdc {

static const llvm::Triple &triple() {
  static const llvm::Triple value("x86_64-unknown-linux-gnu");
  return value;
}

/// What LLVM has to take code to be for, so that features are those of Processor::features and no others: this name
/// implies what every x86-64 processor has. One such as "znver4" would bring AVX-512 along.
static constexpr llvm::StringLiteral kNameOfNoFeatures = "x86-64";

static std::string featureString(const Processor &processor) {
  std::string text;
  for (const std::string &feature : processor.features)
    text += (text.empty() ? "+" : ",+") + feature;
  return text;
}

CodeGenerator::CodeGenerator(Processor processor, unsigned optimizationLevel,
                             std::unique_ptr<llvm::TargetMachine> machine)
    : processor(std::move(processor)), optimizationLevel(optimizationLevel), machine(std::move(machine)) {}
CodeGenerator::CodeGenerator(CodeGenerator &&) noexcept = default;
CodeGenerator::~CodeGenerator() = default;

Result<CodeGenerator> CodeGenerator::create(const Processor &processor, unsigned optimizationLevel) {
  initializeBackEnds();
  std::string reason;
  const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple(), reason);
  if (!target)
    return Error{ErrorCode::internal, "LLVM has no back end for x86-64: " + reason};
  llvm::TargetOptions options;
  options.FunctionSections = true;
  std::unique_ptr<llvm::TargetMachine> machine(
      target->createTargetMachine(triple(), kNameOfNoFeatures, featureString(processor), options, llvm::Reloc::PIC_,
                                  llvm::CodeModel::Small, codeGenLevel(optimizationLevel)));
  if (!machine)
    return Error{ErrorCode::internal, "LLVM cannot generate code for processor '" + processor.name + "'"};
  return CodeGenerator(processor, optimizationLevel, std::move(machine));
}

std::string CodeGenerator::tripleName() { return triple().str(); }

std::string CodeGenerator::dataLayout() const { return machine->createDataLayout().getStringRepresentation(); }

void CodeGenerator::prepare(llvm::Module &module) const {
  module.setTargetTriple(triple());
  module.setDataLayout(machine->createDataLayout());
  if (module.getPICLevel() != llvm::PICLevel::BigPIC) // a flag may be set once
    module.setPICLevel(llvm::PICLevel::BigPIC);
  std::string features = featureString(processor);
  for (llvm::Function &function : module) {
    function.addFnAttr("target-cpu", kNameOfNoFeatures);
    function.addFnAttr("tune-cpu", processor.name);
    function.addFnAttr("target-features", features);
  }
}

unsigned CodeGenerator::vectorBits(llvm::Module &module) const {
  using llvm::TargetTransformInfo;
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      return machine->getTargetTransformInfo(function)
          .getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector)
          .getFixedValue();
  return 0;
}

static void prepareVectors(llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
  passes.addPass(ClampConversionsPass());
  passes.addPass(BoundAtZeroPass());
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  passes.addPass(JamInnerLoopsPass());
  passes.addPass(DeferUpdatesPass());
  passes.addPass(LoopHintsPass());
}

void CodeGenerator::optimize(llvm::Module &module) const {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.SLPVectorization = tuning.LoopInterleaving = optimizationLevel >= 2;
  optimizeModule(module, *machine, optimizationLevel, tuning, cpuTargetLibraryInfo(triple()),
                 [&](llvm::PassBuilder &builder) {
                   if (optimizationLevel >= 2)
                     builder.registerVectorizerStartEPCallback(prepareVectors);
                 });
}

Result<std::string> CodeGenerator::emitObject(llvm::Module &module) const {
  return generateFile(module, *machine, llvm::CodeGenFileType::ObjectFile, cpuTargetLibraryInfo(triple()));
}

} // namespace qdc
