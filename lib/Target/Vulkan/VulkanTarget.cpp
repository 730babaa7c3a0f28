//===- VulkanTarget.cpp - Code for whatever runs Vulkan -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Vulkan/VulkanTarget.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/GridTaskPipeline.h"
#include "qdc/Lowering/GPU/Passes.h"
#include "qdc/Lowering/SPIRV/GridToSPIRV.h"
#include "qdc/Lowering/SPIRV/Passes.h"
#include "qdc/Lowering/SPIRV/VulkanNeeds.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Target/EntryPoints.h"
#include "qdc/Target/Math/MathLibrary.h"
#include "qdc/Target/Math/Passes.h"
#include "qdc/Target/Vulkan/AtomicLoads.h"
#include "qdc/Target/Vulkan/SPIRVTools.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Target/SPIRV/Serialization.h"

using namespace mlir;

namespace qdc {

namespace {

/// The minor versions of Vulkan 1 that there are targets for, and the SPIR-V of each.
struct VulkanVersion {
  unsigned minor;
  std::string_view spirv;
};
constexpr VulkanVersion versions[] = {{2, "1.5"}, {3, "1.6"}};

std::string spellingOf(const VulkanVersion &version) { return "vulkan:1." + std::to_string(version.minor); }

class VulkanTarget final : public Target {
public:
  explicit VulkanTarget(const VulkanVersion &version) : version(version), name(spellingOf(version)) {}

  const std::string &spelling() const override { return name; }
  void addLoweringPasses(OpPassManager &passes, const ImageOptions &options) const override;
  Result<CompiledImage> emit(ModuleOp module, const ImageOptions &options) const override;

private:
  Result<SPIRVWords> translate(spirv::ModuleOp module, const ImageOptions &options) const;

  VulkanVersion version;
  std::string name;
};

void VulkanTarget::addLoweringPasses(OpPassManager &passes, const ImageOptions &options) const {
  qd::prepareTasksForGrid(
      passes, {.compareLocations = options.code.debugInfo, .optimize = options.code.optimizationLevel >= 2});
  ConvertTasksToGridOptions conversion = optionsFor(vulkanLimits);
  conversion.contract = options.code.contract;
  conversion.loops.emplace_back(enumName(LoopStrategy::block));
  passes.addPass(createConvertTasksToGrid(conversion));
  passes.addPass(createLowerMathCalls({MathTable::vulkan}));
  passes.addPass(createStructureMathFunctions());
  passes.addPass(createConvertGridToSPIRV({version.minor}));
}

/// The serialiser writes more than lines, in instructions of an extension. optimizeSPIRV takes them out again.
void allowDebugInfo(spirv::ModuleOp module) {
  auto triple = *module.getVceTriple();
  module.setVceTripleAttr(spirv::VerCapExtAttr::get(triple.getVersion(), llvm::to_vector(triple.getCapabilities()),
                                                    {spirv::Extension::SPV_KHR_non_semantic_info},
                                                    module.getContext()));
}

std::string_view bytesOf(const SPIRVWords &module) {
  return {reinterpret_cast<const char *>(module.words.data()), module.words.size() * sizeof(uint32_t)};
}

Status save(const SPIRVWords &module, std::string_view suffix, const ImageOptions &options) {
  return options.saveTemporary ? options.saveTemporary(suffix, bytesOf(module)) : Status();
}

Result<SPIRVWords> VulkanTarget::translate(spirv::ModuleOp module, const ImageOptions &options) const {
  SmallVector<uint32_t, 0> words;
  spirv::SerializationOptions serialization;
  serialization.emitDebugInfo = serialization.emitSymbolName = options.code.debugInfo;
  if (options.code.debugInfo)
    allowDebugInfo(module);
  if (failed(spirv::serialize(module, words, serialization)))
    return Error{ErrorCode::internal, "the module of target '" + name + "' has no form in SPIR-V"};
  SPIRVWords translated{version.minor, {words.begin(), words.end()}};
  restoreAtomicLoads(translated.words);
  if (Status status = save(translated, "spv", options); !status)
    return status.error();
  Result<SPIRVWords> optimized =
      optimizeSPIRV(translated, options.code.optimizationLevel > 0 ? SPIRVPasses::all : SPIRVPasses::needed);
  if (optimized)
    if (Status status = save(*optimized, "opt.spv", options); !status)
      return status.error();
  return optimized;
}

/// Whether a function of the math library is part of the module.
bool callsMath(spirv::ModuleOp module) {
  return llvm::any_of(module.getOps<spirv::FuncOp>(),
                      [](spirv::FuncOp function) { return isMathFunction(function.getSymName()); });
}

Result<CompiledImage> VulkanTarget::emit(ModuleOp module, const ImageOptions &options) const {
  auto modules = module.getOps<spirv::ModuleOp>();
  if (!llvm::hasSingleElement(modules))
    return Error{ErrorCode::internal, "target '" + name + "' found no module of SPIR-V"};
  CompiledImage image;
  image.target = name;
  image.triple = "spirv" + std::string(version.spirv) + "-unknown-vulkan1." + std::to_string(version.minor);
  image.architecture = "1." + std::to_string(version.minor);
  image.features = featuresOf(*modules.begin());
  image.entryPoints = collectEntryPoints(module);
  if (callsMath(*modules.begin()))
    image.mathLibrary = mathLibraryName().str();
  Result<SPIRVWords> words = translate(*modules.begin(), options);
  if (!words)
    return words.error();
  if (Status status = validateSPIRV(*words); !status)
    return Error{status.error().code, status.error().message + "; -save-temps keeps the module of target '" + name +
                                          "', and 'spirv-val' finds the place in it"};
  image.bytes = bytesOf(*words);
  return image;
}

} // namespace

Result<std::unique_ptr<Target>> makeVulkanTarget(std::string_view spelling) {
  std::string accepted;
  for (const VulkanVersion &version : versions) {
    if (spelling == spellingOf(version))
      return std::unique_ptr<Target>(std::make_unique<VulkanTarget>(version));
    accepted += (accepted.empty() ? "'" : ", '") + spellingOf(version) + "'";
  }
  return Error{ErrorCode::invalidArgument,
               "unknown Vulkan target '" + std::string(spelling) + "'; accepted: " + accepted};
}

std::vector<TargetDescription> describeVulkanTargets() {
  std::vector<TargetDescription> targets;
  for (const VulkanVersion &version : versions)
    targets.push_back({spellingOf(version),
                       "SPIR-V " + std::string(version.spirv) + " for devices of Vulkan 1." +
                           std::to_string(version.minor) + " and later",
                       ""});
  return targets;
}

} // namespace qdc
