//===- CPUTarget.cpp - Code for x86-64 ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CPU/CPUTarget.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Lowering/CPU/Passes.h"
#include "qdc/Lowering/LLVM/Passes.h"
#include "qdc/Target/CPU/Builtins.h"
#include "qdc/Target/CPU/CodeGenerator.h"
#include "qdc/Target/CPU/Linker.h"
#include "qdc/Target/CPU/Processor.h"
#include "qdc/Target/EntryPoints.h"
#include "qdc/Target/LLVMTranslation.h"
#include "qdc/Target/Math/KeepMathCalls.h"
#include "qdc/Target/Math/MathLibrary.h"
#include "qdc/Target/Math/Passes.h"
#include "qdc/Target/ModuleParts.h"
#include "qdc/Target/ParallelFor.h"
#include "qdc/Target/SaveTemporary.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <optional>

using namespace mlir;

namespace qdc {

namespace {

constexpr std::string_view prefix = "cpu:";
constexpr std::string_view levels[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};

/// A part costs by itself what a dozen operations do; one of more than a thousand no longer fits a processor's caches.
/// A large group has functions of SplitLargeTasks.
constexpr ModuleParts::Bounds kParts = {.parts = 16, .smallestPart = 100, .fullPart = 500, .largestGroup = 6000};

/// Of instructions in a function. Time is linear up to here; beyond, vector forms are nearly as fast.
constexpr unsigned kInlinedMath = 4096;

struct CompiledPart {
  std::string object;
  bool callsMath = false;
};

class CPUTarget final : public Target {
public:
  CPUTarget(std::string spelling, Processor processor) : name(std::move(spelling)), processor(std::move(processor)) {}

  const std::string &spelling() const override { return name; }
  void addLoweringPasses(OpPassManager &passes, const ImageOptions &options) const override;
  Result<CompiledImage> emit(ModuleOp module, const ImageOptions &options) const override;

private:
  Result<std::string> generateObject(llvm::Module &module, const CodeGenerator &generator, bool &callsMath,
                                     const ImageOptions &options) const;
  Status emitPart(ModuleOp module, const CodeGenerator &generator, CompiledPart &part,
                  const ImageOptions &options) const;
  Result<std::vector<CompiledPart>> emitParts(ModuleOp module, const ImageOptions &options) const;

  std::string name;
  Processor processor;
};

void CPUTarget::addLoweringPasses(OpPassManager &passes, const ImageOptions &options) const {
  passes.addPass(qd::createNameSymbols());
  passes.addPass(qd::createExpandTaskParameters());
  passes.addPass(qd::createMergeEqualTasks({.compareLocations = options.code.debugInfo}));
  if (options.code.optimizationLevel >= 2) {
    passes.addNestedPass<qd::TaskOp>(qd::createUnrollLocalLoops({.shortLoops = true}));
    passes.addNestedPass<qd::TaskOp>(qd::createCollapseLoops());
    passes.addPass(createPrivatizeAtomics());
    // Of private forms: what is unrolled has more operations than such a form may have.
    passes.addNestedPass<qd::TaskOp>(qd::createUnrollLocalLoops({.shortLoops = true}));
  }
  passes.addPass(createLowerMathCalls());
  ConvertTasksToCPUOptions conversion;
  conversion.contract = options.code.contract;
  conversion.splitInterior = options.code.optimizationLevel >= 2;
  if (options.code.debugInfo)
    conversion.shareFrom = 0; // a chunk has the lines of its task
  passes.addPass(createConvertTasksToCPU(conversion));
  SplitLargeTasksOptions split;
  if (options.largestFunction)
    split.largest = split.part = options.largestFunction;
  passes.addPass(createSplitLargeTasks(split));
  passes.addPass(createPassSlots());
  if (options.code.debugInfo) {
    passes.addPass(createPlainLocations());
    passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass());
  }
}

/// From LLVM IR to an object; says whether it calls math functions.
Result<std::string> CPUTarget::generateObject(llvm::Module &module, const CodeGenerator &generator, bool &callsMath,
                                              const ImageOptions &options) const {
  generator.prepare(module);
  callsMath = qdc::callsMath(module);
  auto fusedMultiplyAdd = processor.has("fma") ? FusedMultiplyAdd::native : FusedMultiplyAdd::emulated;
  if (Status status = linkMath(module, fusedMultiplyAdd); !status)
    return status.error();
  generator.prepare(module); // the functions that came with the library
  keepMathCalls(module, options.largestFunction ? options.largestFunction : kInlinedMath,
                options.code.optimizationLevel >= 2 ? generator.vectorBits(module) : 0);
  if (Status status = saveTemporary(module, "ll", options); !status)
    return status.error();
  generator.optimize(module);
  eraseUnusedVectorForms(module);
  if (Status status = saveTemporary(module, "opt.ll", options); !status)
    return status.error();
  Result<std::string> object = generator.emitObject(module);
  if (object && options.saveTemporary)
    if (Status status = options.saveTemporary("o", *object); !status)
      return status.error();
  return object;
}

Status CPUTarget::emitPart(ModuleOp module, const CodeGenerator &generator, CompiledPart &part,
                           const ImageOptions &options) const {
  Result<std::string> object = generateFromLLVM(module, generator.dataLayout(), [&](llvm::Module &llvmModule) {
    return generateObject(llvmModule, generator, part.callsMath, options);
  });
  if (!object)
    return object.error();
  part.object = *std::move(object);
  return {};
}

/// The parts of an image, or the error of the first that has one, whatever the threads did.
Result<std::vector<CompiledPart>> CPUTarget::emitParts(ModuleOp module, const ImageOptions &options) const {
  ModuleParts modules(module, kParts);
  std::vector<CompiledPart> parts(modules.size());
  std::vector<Status> statuses(modules.size());
  std::vector<size_t> order = modules.largestFirst();
  std::vector<std::optional<Result<CodeGenerator>>> generators(options.threads);
  parallelFor(options.threads, modules.size(), [&](size_t place, unsigned thread) {
    size_t number = order[place];
    std::optional<Result<CodeGenerator>> &generator = generators[thread];
    if (!generator)
      generator.emplace(CodeGenerator::create(processor, options.code.optimizationLevel));
    if (!*generator) {
      statuses[number] = generator->error();
      return;
    }
    ImageOptions partOptions = options;
    if (options.saveTemporary && modules.size() > 1)
      partOptions.saveTemporary = [&, number](std::string_view suffix, std::string_view bytes) {
        return options.saveTemporary("part" + std::to_string(number) + "." + std::string(suffix), bytes);
      };
    OwningOpRef<ModuleOp> copy = modules.size() > 1 ? modules.clone(number) : nullptr;
    statuses[number] = emitPart(copy ? *copy : modules.only(), **generator, parts[number], partOptions);
  });
  for (Status &status : statuses)
    if (!status)
      return status.error();
  return parts;
}

Result<CompiledImage> CPUTarget::emit(ModuleOp module, const ImageOptions &options) const {
  CompiledImage image;
  image.target = name;
  image.triple = CodeGenerator::tripleName();
  image.architecture = processor.name;
  image.features = processor.features;
  image.entryPoints = collectEntryPoints(module);

  Result<std::vector<CompiledPart>> parts = emitParts(module, options);
  if (!parts)
    return parts.error();
  if (llvm::any_of(*parts, [](const CompiledPart &part) { return part.callsMath; }))
    image.mathLibrary = mathLibraryName().str();
  std::vector<std::string_view> objects;
  for (const CompiledPart &part : *parts)
    objects.push_back(part.object);
  llvm::StringRef builtins = cpuBuiltinsObject();
  objects.emplace_back(builtins.data(), builtins.size());
  Result<std::string> bytes = linkSharedObject(objects, {options.code.debugInfo});
  if (!bytes)
    return bytes.error();
  image.bytes = *std::move(bytes);
  if (options.saveTemporary)
    if (Status status = options.saveTemporary("so", image.bytes); !status)
      return status.error();
  return image;
}

class CPUFamily final : public TargetFamily {
public:
  explicit CPUFamily(std::optional<Processor> machine) : handedIn(std::move(machine)) {}

  std::string_view name() const override { return "cpu"; }
  std::vector<TargetDescription> describe() const override;
  Result<std::unique_ptr<Target>> make(std::string_view spelling) const override;
  Result<std::vector<OptionValues>> fingerprint(std::string_view spelling, const DigestOfFile &digestOf) const override;

private:
  /// Asked for only where it is wanted: each CPUID leaves a virtual machine.
  Processor machine() const { return handedIn ? *handedIn : hostProcessor(); }

  std::optional<Processor> handedIn;
};

Result<std::unique_ptr<Target>> CPUFamily::make(std::string_view spelling) const {
  std::string_view level = spelling.substr(std::min(prefix.size(), spelling.size()));
  if (spelling.starts_with(prefix) && level == "native")
    return std::unique_ptr<Target>(std::make_unique<CPUTarget>(std::string(spelling), machine()));
  if (spelling.starts_with(prefix) && llvm::is_contained(levels, level))
    return std::unique_ptr<Target>(std::make_unique<CPUTarget>(std::string(spelling), processorOfLevel(level)));
  std::string accepted;
  for (const TargetDescription &target : describe())
    accepted += (accepted.empty() ? "'" : ", '") + target.spelling + "'";
  return Error{ErrorCode::invalidArgument, "unknown CPU target '" + std::string(spelling) + "'; accepted: " + accepted};
}

/// The levels are the same on every machine.
Result<std::vector<OptionValues>> CPUFamily::fingerprint(std::string_view spelling, const DigestOfFile &) const {
  if (spelling.substr(std::min(prefix.size(), spelling.size())) != "native")
    return std::vector<OptionValues>();
  const auto &[name, features] = machine();
  return std::vector<OptionValues>{{"processor", {name}}, {"features", features}};
}

std::vector<TargetDescription> CPUFamily::describe() const {
  std::vector<TargetDescription> targets = {
      {"cpu:native", "the processor that qdc runs on", ""},
      {"cpu:x86-64-v2", "SSE4.2: every x86-64 processor since about 2009", ""},
      {"cpu:x86-64-v3", "AVX2 and FMA: since about 2015", ""},
      {"cpu:x86-64-v4", "AVX-512", ""},
  };
  Processor native = machine();
  for (TargetDescription &target : llvm::drop_begin(targets)) {
    Processor level = processorOfLevel(std::string_view(target.spelling).substr(prefix.size()));
    std::string missing = llvm::join(missingFeatures(level, native), ", ");
    if (!missing.empty())
      target.cannotRunReason = "this processor lacks " + missing;
  }
  return targets;
}

} // namespace

std::unique_ptr<TargetFamily> makeCPUFamily() { return std::make_unique<CPUFamily>(std::nullopt); }

std::unique_ptr<TargetFamily> makeCPUFamily(Processor machine) {
  return std::make_unique<CPUFamily>(std::move(machine));
}

} // namespace qdc
