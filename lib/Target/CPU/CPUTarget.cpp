//===- CPUTarget.cpp - Code for x86-64 ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/CPUTarget.h"

#include "qdc/Conversion/QDToLLVM/Passes.h"
#include "qdc/Conversion/QDToLLVM/QDToLLVM.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Target/CPU/CodeGenerator.h"
#include "qdc/Target/CPU/Linker.h"
#include "qdc/Target/CPU/MathLibrary.h"
#include "qdc/Target/CPU/Passes.h"
#include "qdc/Target/CPU/Processor.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

namespace {

constexpr std::string_view prefix = "cpu:";
constexpr std::string_view levels[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};

class CPUTarget final : public Target {
public:
  CPUTarget(std::string spelling, Processor processor) : name(std::move(spelling)), processor(std::move(processor)) {}

  const std::string &spelling() const override { return name; }
  void addLoweringPasses(OpPassManager &passes, const CompileOptions &options) const override;
  Result<CompiledImage> emit(ModuleOp module, const CompileOptions &options) const override;

private:
  Result<std::string> generateCode(llvm::Module &module, const CompileOptions &options) const;

  std::string name;
  Processor processor;
};

void CPUTarget::addLoweringPasses(OpPassManager &passes, const CompileOptions &options) const {
  passes.addPass(qd::createExpandTaskParameters());
  if (options.optimizationLevel >= 2)
    passes.addNestedPass<qd::TaskOp>(qd::createCollapseLoops());
  passes.addPass(createLowerMathCalls());
  ConvertQDToLLVMOptions conversion;
  conversion.contract = options.fpContract == FPContract::fast;
  conversion.splitInterior = options.optimizationLevel >= 2;
  passes.addPass(createConvertQDToLLVM(conversion));
  SplitLargeTasksOptions split;
  if (options.largestFunction)
    split.largest = split.part = options.largestFunction;
  passes.addPass(createSplitLargeTasks(split));
  if (options.debugInfo)
    passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
}

/// Reads back what the lowering wrote at the entry points.
Result<std::vector<CompiledEntryPoint>> collectEntryPoints(ModuleOp module) {
  std::vector<CompiledEntryPoint> entryPoints;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto task = function->getAttrOfType<StringAttr>(entryTaskAttr);
    if (!task)
      continue;
    auto kernel = function->getAttrOfType<StringAttr>(entryKernelAttr);
    auto slots = function->getAttrOfType<ArrayAttr>(entrySlotsAttr);
    if (!kernel || !slots)
      return Error{ErrorCode::internal, "entry point '" + function.getSymName().str() + "' has no kernel or no slots"};
    Result<std::vector<SlotSource>> sources = slotSources(slots);
    if (!sources)
      return sources.error();
    entryPoints.push_back({function.getSymName().str(), kernel.str(), {task.str()}, *std::move(sources)});
  }
  return entryPoints;
}

bool callsMath(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return function.isDeclaration() && function.getName().starts_with("qdm_");
  });
}

Status saveText(const llvm::Module &module, std::string_view suffix, const CompileOptions &options) {
  if (!options.saveTemporary)
    return {};
  std::string text;
  llvm::raw_string_ostream stream(text);
  module.print(stream, nullptr);
  return options.saveTemporary(suffix, text);
}

/// Keeps the first error that LLVM has about a module, and all other remarks to itself. Without one, LLVM prints errors
/// and ends the process.
class FirstError final : public llvm::DiagnosticHandler {
public:
  explicit FirstError(std::string &message) : message(message) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &diagnostic) override {
    if (diagnostic.getSeverity() != llvm::DS_Error || !message.empty())
      return true;
    llvm::raw_string_ostream stream(message);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    diagnostic.print(printer);
    return true;
  }

private:
  std::string &message;
};

/// From LLVM IR to the bytes of an image.
Result<std::string> CPUTarget::generateCode(llvm::Module &module, const CompileOptions &options) const {
  Result<CodeGenerator> generator = CodeGenerator::create(processor, options.optimizationLevel);
  if (!generator)
    return generator.error();
  generator->prepare(module);
  auto fusedMultiplyAdd = processor.has("fma") ? FusedMultiplyAdd::native : FusedMultiplyAdd::emulated;
  if (Status status = linkCPUMath(module, fusedMultiplyAdd); !status)
    return status.error();
  generator->prepare(module); // the functions that came with the library
  if (Status status = saveText(module, "ll", options); !status)
    return status.error();
  generator->optimize(module);
  if (Status status = saveText(module, "opt.ll", options); !status)
    return status.error();
  Result<std::string> object = generator->emitObject(module);
  if (!object)
    return object;
  if (options.saveTemporary)
    if (Status status = options.saveTemporary("o", *object); !status)
      return status.error();
  llvm::StringRef builtins = cpuBuiltinsObject();
  return linkSharedObject({*object, {builtins.data(), builtins.size()}}, {options.debugInfo});
}

Result<CompiledImage> CPUTarget::emit(ModuleOp module, const CompileOptions &options) const {
  CompiledImage image;
  image.target = name;
  image.architecture = processor.name;
  image.features = processor.features;
  Result<std::vector<CompiledEntryPoint>> entryPoints = collectEntryPoints(module);
  if (!entryPoints)
    return entryPoints.error();
  image.entryPoints = *std::move(entryPoints);

  std::string refusal;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<FirstError>(refusal));
  std::unique_ptr<llvm::Module> llvmModule = translateModuleToLLVMIR(module, context, "qdc");
  if (!llvmModule)
    return Error{ErrorCode::internal, "the module could not be translated to LLVM IR"};
  if (callsMath(*llvmModule))
    image.mathLibrary = cpuMathLibraryName().str();
  Result<std::string> bytes = generateCode(*llvmModule, options);
  if (!refusal.empty())
    return Error{ErrorCode::internal, "LLVM refused generated code: " + refusal};
  if (!bytes)
    return bytes.error();
  image.triple = llvmModule->getTargetTriple().str();
  image.bytes = *std::move(bytes);
  return image;
}

} // namespace

Result<std::unique_ptr<Target>> makeCPUTarget(std::string_view spelling) {
  std::string_view level = spelling.substr(std::min(prefix.size(), spelling.size()));
  if (spelling.starts_with(prefix) && level == "native")
    return std::unique_ptr<Target>(std::make_unique<CPUTarget>(std::string(spelling), hostProcessor()));
  if (spelling.starts_with(prefix) && llvm::is_contained(levels, level))
    return std::unique_ptr<Target>(std::make_unique<CPUTarget>(std::string(spelling), processorOfLevel(level)));
  std::string accepted;
  for (const TargetDescription &target : describeCPUTargets())
    accepted += (accepted.empty() ? "'" : ", '") + target.spelling + "'";
  return Error{ErrorCode::invalidArgument, "unknown CPU target '" + std::string(spelling) + "'; accepted: " + accepted};
}

std::vector<TargetDescription> describeCPUTargets() {
  std::vector<TargetDescription> targets = {
      {"cpu:native", "the processor that qdc runs on", ""},
      {"cpu:x86-64-v2", "SSE4.2: every x86-64 processor since about 2009", ""},
      {"cpu:x86-64-v3", "AVX2 and FMA: since about 2015", ""},
      {"cpu:x86-64-v4", "AVX-512", ""},
  };
  Processor host = hostProcessor();
  for (TargetDescription &target : llvm::drop_begin(targets)) {
    Processor level = processorOfLevel(std::string_view(target.spelling).substr(prefix.size()));
    std::string missing = llvm::join(missingFeatures(level, host), ", ");
    if (!missing.empty())
      target.notHere = "this processor lacks " + missing;
  }
  return targets;
}

void registerCPUInterfaces(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
}

} // namespace qdc
