//===- CUDATarget.cpp - Code for NVIDIA's GPUs ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/CUDATarget.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/GridTaskPipeline.h"
#include "qdc/Lowering/GPU/Passes.h"
#include "qdc/Lowering/LLVM/Passes.h"
#include "qdc/Lowering/NVVM/GridToNVVM.h"
#include "qdc/Lowering/NVVM/Passes.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Target/CUDA/Architectures.h"
#include "qdc/Target/CUDA/Assembler.h"
#include "qdc/Target/CUDA/CUDAOptions.h"
#include "qdc/Target/CUDA/DoubleConstants.h"
#include "qdc/Target/CUDA/GridDependency.h"
#include "qdc/Target/CUDA/Libdevice.h"
#include "qdc/Target/CUDA/NarrowIntegers.h"
#include "qdc/Target/CUDA/PTXGenerator.h"
#include "qdc/Target/CUDA/PackedBytes.h"
#include "qdc/Target/CUDA/PackedShorts.h"
#include "qdc/Target/CUDA/VectorAtomics.h"
#include "qdc/Target/EntryPoints.h"
#include "qdc/Target/LLVMTranslation.h"
#include "qdc/Target/Math/KeepMathCalls.h"
#include "qdc/Target/Math/MathLibrary.h"
#include "qdc/Target/Math/Passes.h"
#include "qdc/Target/SaveTemporary.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/Module.h"

using namespace mlir;

namespace qdc {

namespace {

/// What an image holds: the name of each stands before the architecture's number.
enum class CodeKind : uint8_t { cubin, ptx };
constexpr std::string_view prefixes[] = {"sm_", "compute_"};

/// Of instructions in a function. A call costs registers, and ptxas takes a second for so many.
constexpr unsigned kInlinedMath = 8192;

/// What every architecture has: 4 KB of parameters, a few more than these, and as much workgroup memory as a kernel has
/// without asking for more.
constexpr GridLimits limits = {.parameters = 500,
                               .blockThreads = 1024,
                               .workgroupBytes = 48 << 10,
                               .subgroupWidth = nvidiaGPUs.subgroupWidth,
                               .windows = true};

class CUDATarget final : public Target {
public:
  CUDATarget(std::string spelling, CodeKind kind, std::string_view number, const CUDAOptions &own,
             const Assembler &assembler)
      : name(std::move(spelling)), kind(kind), number(number), own(own), assembler(assembler) {}

  const std::string &spelling() const override { return name; }
  void addLoweringPasses(OpPassManager &passes, const ImageOptions &options) const override;
  Result<CompiledImage> emit(ModuleOp module, const ImageOptions &options) const override;

private:
  std::string architecture() const { return std::string(prefixes[static_cast<size_t>(kind)]) + std::string(number); }
  Result<std::string> generatePTX(llvm::Module &module, const PTXGenerator &generator, CompiledImage &image,
                                  const ImageOptions &options) const;
  Status assemble(std::string ptx, CompiledImage &image, const ImageOptions &options) const;

  std::string name;
  CodeKind kind;
  std::string_view number; // of cudaArchitectures
  const CUDAOptions &own;
  const Assembler &assembler;
};

void CUDATarget::addLoweringPasses(OpPassManager &passes, const ImageOptions &options) const {
  qd::prepareTasksForGrid(
      passes, {.compareLocations = options.code.debugInfo, .optimize = options.code.optimizationLevel >= 2});
  ConvertTasksToGridOptions conversion = optionsFor(limits);
  conversion.contract = options.code.contract;
  conversion.reducesSubgroups = hasSubgroupReductions(number);
  for (LoopStrategy strategy : own.loops)
    conversion.loops.emplace_back(enumName(strategy));
  passes.addPass(createConvertTasksToGrid(conversion));
  passes.addPass(
      createLowerMathCalls({own.mathLibrary == MathLibrary::libdevice ? MathTable::libdevice : MathTable::nvidia}));
  passes.addPass(createConvertGridToNVVM());
  SplitLargeTasksOptions split;
  if (options.largestFunction)
    split.largest = split.part = options.largestFunction;
  passes.addPass(createSplitLargeTasks(split));
  passes.addPass(createPassSlots());
  if (options.code.debugInfo) {
    PlainLocationsOptions plain;
    plain.spellsQuotes = false;
    passes.addPass(createPlainLocations(plain));
    LLVM::DIScopeForLLVMFuncOpPassOptions scopes;
    scopes.emissionKind = LLVM::DIEmissionKind::DebugDirectivesOnly; // what -lineinfo of ptxas reads
    passes.addPass(LLVM::createDIScopeForLLVMFuncOpPass(scopes));
  }
}

/// What the lowering promises about entry points.
Status checkEntryPoints(const llvm::Module &module, const std::vector<CompiledEntryPoint> &entryPoints) {
  for (const CompiledEntryPoint &entry : entryPoints) {
    const llvm::Function *function = module.getFunction(entry.symbol);
    if (!function || function->isDeclaration())
      return Error{ErrorCode::internal, "entry point '" + entry.symbol + "' has no code"};
    if (!gridOf(entry.launch))
      return Error{ErrorCode::internal, "entry point '" + entry.symbol + "' has no launch shape"};
  }
  return {};
}

/// Links what the module calls, and tells the image from where it comes.
Status linkMathLibraries(llvm::Module &module, CompiledImage &image, const CUDAToolPlaces &places) {
  if (callsMath(module))
    image.mathLibrary = mathLibraryName().str();
  if (Status status = linkMath(module, FusedMultiplyAdd::native); !status)
    return status;
  Result<std::string> libdevice = linkLibdevice(module, places);
  if (!libdevice)
    return libdevice.error();
  if (!libdevice->empty())
    image.mathLibrary += (image.mathLibrary.empty() ? "" : ", ") + *libdevice;
  return {};
}

/// From LLVM IR to PTX; the image is told where it comes from.
Result<std::string> CUDATarget::generatePTX(llvm::Module &module, const PTXGenerator &generator, CompiledImage &image,
                                            const ImageOptions &options) const {
  generator.prepare(module);
  image.triple = module.getTargetTriple().str();
  if (Status status = linkMathLibraries(module, image, own.places); !status)
    return status.error();
  keepMathCalls(module, options.largestFunction ? options.largestFunction : kInlinedMath, /*vectorBits=*/0);
  if (Status status = checkEntryPoints(module, image.entryPoints); !status)
    return status.error();
  if (Status status = saveTemporary(module, "ll", options); !status)
    return status.error();
  generator.optimize(module);
  if (hasVectorAtomics(number))
    joinAtomics(module);
  if (options.code.optimizationLevel >= 2) {
    moveDoubleConstants(module);
    packBytes(module);
    if (hasPackedShorts(number))
      packShorts(module);
    widenNarrowIntegers(module);
  }
  if (hasGridDependencies(number)) {
    waitForDependencies(module);
    for (CompiledEntryPoint &entry : image.entryPoints)
      std::get<LaunchShape>(entry.launch).waitsForDependencies = true;
  }
  if (Status status = saveTemporary(module, "opt.ll", options); !status)
    return status.error();
  Result<std::string> ptx = generator.emitPTX(module);
  if (ptx && options.saveTemporary)
    if (Status status = options.saveTemporary("ptx", *ptx); !status)
      return status.error();
  return ptx;
}

Status CUDATarget::assemble(std::string ptx, CompiledImage &image, const ImageOptions &options) const {
  const Result<Assembler::Program> &program = assembler.program();
  if (!program)
    return Error{program.error().code,
                 "target '" + name + "' needs NVIDIA's assembler ptxas: " + program.error().message +
                     "; or compile for 'cuda:compute_" + std::string(number) + "', which needs no toolkit"};
  AssembleRequest request{std::move(ptx), architecture(), options.code.optimizationLevel, options.code.debugInfo};
  if (options.log)
    options.log(program->tool.path + " (" + program->nameAndVersion + ", by " + program->tool.foundBy + ") " +
                llvm::join(assembler.argumentsFor(request), " "));
  Result<AssembledImage> assembled = assembler.assemble(request);
  if (!assembled)
    return assembled.error();
  if (options.showToolOutput && !assembled->messages.empty())
    options.showToolOutput(assembled->messages);
  image.assembler = program->nameAndVersion;
  image.bytes = std::move(assembled->cubin);
  return options.saveTemporary ? options.saveTemporary("cubin", image.bytes) : Status();
}

Result<CompiledImage> CUDATarget::emit(ModuleOp module, const ImageOptions &options) const {
  CompiledImage image;
  image.target = name;
  image.architecture = architecture();
  image.entryPoints = collectEntryPoints(module);

  Result<PTXGenerator> generator = PTXGenerator::create(number, options.code.optimizationLevel);
  if (!generator)
    return generator.error();
  Result<std::string> ptx = generateFromLLVM(module, generator->dataLayout(), [&](llvm::Module &llvmModule) {
    return generatePTX(llvmModule, *generator, image, options);
  });
  if (!ptx)
    return ptx.error();
  if (kind == CodeKind::ptx) {
    image.bytes = *std::move(ptx) + '\0';
    return image;
  }
  if (Status status = assemble(*std::move(ptx), image, options); !status)
    return status.error();
  return image;
}

} // namespace

Result<std::unique_ptr<Target>> makeCUDATarget(std::string_view spelling, const CUDAOptions &options,
                                               const Assembler &assembler) {
  std::string_view architecture = spelling.substr(std::min(spelling.find(':') + 1, spelling.size()));
  for (CodeKind kind : {CodeKind::cubin, CodeKind::ptx})
    for (const CUDAArchitecture &known : cudaArchitectures())
      if (architecture == std::string(prefixes[static_cast<size_t>(kind)]) + std::string(known.number))
        return std::unique_ptr<Target>(
            std::make_unique<CUDATarget>(std::string(spelling), kind, known.number, options, assembler));
  std::string numbers;
  for (const CUDAArchitecture &known : cudaArchitectures())
    numbers += (numbers.empty() ? "" : ", ") + std::string(known.number);
  return Error{ErrorCode::invalidArgument, "unknown CUDA target '" + std::string(spelling) +
                                               "'; accepted: 'cuda:sm_N' (a cubin, by ptxas) and 'cuda:compute_N' "
                                               "(PTX) with N one of " +
                                               numbers};
}

std::vector<TargetDescription> describeCUDATargets() {
  std::vector<TargetDescription> targets;
  for (const CUDAArchitecture &known : cudaArchitectures())
    targets.push_back({"cuda:sm_" + std::string(known.number), std::string(known.chips), ""});
  for (const CUDAArchitecture &known : cudaArchitectures())
    targets.push_back({"cuda:compute_" + std::string(known.number),
                       "PTX for compute capability " + std::string(known.number.substr(0, known.number.size() - 1)) +
                           "." + std::string(known.number.substr(known.number.size() - 1)) + " and later",
                       ""});
  return targets;
}

} // namespace qdc
