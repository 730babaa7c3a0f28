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
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace qdc {

namespace {

/// The minor versions of Vulkan 1 that there are targets for, and the SPIR-V of each.
struct VulkanVersion {
  unsigned minor;
  std::string_view spirv;
};
constexpr VulkanVersion versions[] = {{2, "1.5"}, {3, "1.6"}};

/// What a target may count on beyond its version: "vulkan:1.2+float-atomics".
struct VulkanExtra {
  std::string_view name, summary;
  bool VulkanDevices::*member;
};
constexpr VulkanExtra extras[] = {
    {"float-atomics", "that add f32 and f64 to memory in one step", &VulkanDevices::floatAtomics},
};

/// A target by its spelling.
struct NamedDevices {
  VulkanDevices devices;
  std::string number;   // "1.2"
  std::string spirv;    // the version of SPIR-V
  std::string spelling; // "vulkan:1.2"
  std::string summary;
};

NamedDevices withExtra(NamedDevices plain, const VulkanExtra &extra) {
  plain.devices.*extra.member = true;
  plain.number += "+" + std::string(extra.name);
  plain.spelling += "+" + std::string(extra.name);
  plain.summary += " " + std::string(extra.summary);
  return plain;
}

/// All targets: those of the versions, then each with what it may count on besides.
std::vector<NamedDevices> allTargets() {
  std::vector<NamedDevices> targets;
  for (const VulkanVersion &version : versions) {
    const std::string number = "1." + std::to_string(version.minor), spirv(version.spirv);
    targets.push_back({{.minor = version.minor},
                       number,
                       spirv,
                       "vulkan:" + number,
                       "SPIR-V " + spirv + " for devices of Vulkan " + number + " and later"});
  }
  for (const VulkanExtra &extra : extras)
    for (size_t index = 0; index < std::size(versions); ++index)
      targets.push_back(withExtra(targets[index], extra));
  return targets;
}

class VulkanTarget final : public Target {
public:
  explicit VulkanTarget(NamedDevices named) : named(std::move(named)), name(this->named.spelling) {}

  const std::string &spelling() const override { return name; }
  void addLoweringPasses(OpPassManager &passes, const ImageOptions &options) const override;
  Result<CompiledImage> emit(ModuleOp module, const ImageOptions &options) const override;

private:
  Result<SPIRVWords> translate(spirv::ModuleOp module, const ImageOptions &options) const;

  unsigned minor() const { return named.devices.minor; }

  NamedDevices named;
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
  passes.addPass(createConvertGridToSPIRV({minor(), named.devices.floatAtomics}));
  if (options.code.optimizationLevel > 0)
    passes.addPass(createCSEPass());
}

/// The serialiser writes more than lines, in instructions of an extension. optimizeSPIRV takes them out again.
void allowDebugInfo(spirv::ModuleOp module) {
  auto triple = *module.getVceTriple();
  SmallVector<spirv::Extension> extensions(triple.getExtensions());
  extensions.push_back(spirv::Extension::SPV_KHR_non_semantic_info);
  module.setVceTripleAttr(spirv::VerCapExtAttr::get(triple.getVersion(), llvm::to_vector(triple.getCapabilities()),
                                                    extensions, module.getContext()));
}

/// Whether a function has more parameters than SPIR-V allows.
bool hasLongFunction(spirv::ModuleOp module) {
  constexpr unsigned mostParameters = 255;
  return llvm::any_of(module.getOps<spirv::FuncOp>(),
                      [](spirv::FuncOp function) { return function.getNumArguments() > mostParameters; });
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
  SPIRVWords translated{minor(), {words.begin(), words.end()}};
  restoreAtomicLoads(translated.words);
  if (Status status = save(translated, "spv", options); !status)
    return status.error();
  const SPIRVPasses passes = options.code.optimizationLevel > 0 ? SPIRVPasses::all
                             : hasLongFunction(module)          ? SPIRVPasses::inlining
                                                                : SPIRVPasses::needed;
  Result<SPIRVWords> optimized = optimizeSPIRV(translated, passes);
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
  image.triple = "spirv" + named.spirv + "-unknown-vulkan1." + std::to_string(minor());
  image.architecture = named.number;
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
  for (NamedDevices &named : allTargets()) {
    accepted += (accepted.empty() ? "'" : ", '") + named.spelling + "'";
    if (spelling == named.spelling)
      return std::unique_ptr<Target>(std::make_unique<VulkanTarget>(std::move(named)));
  }
  return Error{ErrorCode::invalidArgument,
               "unknown Vulkan target '" + std::string(spelling) + "'; accepted: " + accepted};
}

std::vector<TargetDescription> describeVulkanTargets() {
  std::vector<TargetDescription> targets;
  for (NamedDevices &named : allTargets())
    targets.push_back({std::move(named.spelling), std::move(named.summary), ""});
  return targets;
}

} // namespace qdc
