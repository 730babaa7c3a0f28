//===- Needs.cpp - What a module asks of a device -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Needs.h"

#include "qdc/Lowering/SPIRV/VulkanNeeds.h"

#include <algorithm>
#include <set>
#include <string_view>

using namespace mlir;

namespace qdc {

using Capability = spirv::Capability;

static bool isAtomic(Operation *op) {
  return isa<spirv::EXTAtomicFAddOp>(op) || op->getName().stripDialect().starts_with("Atomic");
}

namespace {

/// What atomics on values of a type need beside what each device has.
struct AtomicNeeds {
  Capability capability;
  std::string_view ofArrays, ofWorkgroups; // features
};
constexpr AtomicNeeds longAtomics = {Capability::Int64Atomics, "shaderBufferInt64Atomics", "shaderSharedInt64Atomics"};
constexpr AtomicNeeds floatSums = {Capability::AtomicFloat32AddEXT, "shaderBufferFloat32AtomicAdd",
                                   "shaderSharedFloat32AtomicAdd"};
constexpr AtomicNeeds doubleSums = {Capability::AtomicFloat64AddEXT, "shaderBufferFloat64AtomicAdd",
                                    "shaderSharedFloat64AtomicAdd"};

/// Null: none.
const AtomicNeeds *atomicNeedsOf(Operation *op) {
  if (!isAtomic(op))
    return nullptr;
  Type type = op->getResult(0).getType();
  return type.isInteger(64) ? &longAtomics : type.isF32() ? &floatSums : type.isF64() ? &doubleSums : nullptr;
}

/// The capabilities of what stands in a module.
struct Needs {
  std::set<Capability> found = {Capability::Shader, Capability::Int64, Capability::PhysicalStorageBufferAddresses,
                                Capability::VulkanMemoryModel, Capability::VulkanMemoryModelDeviceScope};

  void addType(Type type) {
    if (type.isInteger(8))
      found.insert(Capability::Int8);
    else if (type.isInteger(16))
      found.insert(Capability::Int16);
    else if (type.isF16())
      found.insert(Capability::Float16);
    else if (type.isF64())
      found.insert(Capability::Float64);
    else if (auto pointer = dyn_cast<spirv::PointerType>(type))
      addPointer(pointer);
    else if (auto array = dyn_cast<spirv::ArrayType>(type))
      addType(array.getElementType());
    else if (auto composite = dyn_cast<spirv::StructType>(type))
      llvm::for_each(composite.getElementTypes(), [&](Type element) { addType(element); });
  }
  void addPointer(spirv::PointerType pointer) {
    Type type = pointer.getPointeeType();
    addType(type);
    if (pointer.getStorageClass() != spirv::StorageClass::PhysicalStorageBuffer)
      return;
    if (type.getIntOrFloatBitWidth() == 8)
      found.insert(Capability::StorageBuffer8BitAccess);
    else if (type.getIntOrFloatBitWidth() == 16)
      found.insert(Capability::StorageBuffer16BitAccess);
  }
  void addOperation(Operation *op) {
    llvm::for_each(op->getResultTypes(), [&](Type type) { addType(type); });
    llvm::for_each(op->getOperandTypes(), [&](Type type) { addType(type); });
    if (auto variable = dyn_cast<spirv::GlobalVariableOp>(op))
      addType(variable.getType());
    if (const AtomicNeeds *needs = atomicNeedsOf(op))
      found.insert(needs->capability);
    if (auto mode = dyn_cast<spirv::ExecutionModeOp>(op))
      addMode(mode.getExecutionMode());
  }
  void addMode(spirv::ExecutionMode mode) {
    if (mode == spirv::ExecutionMode::SignedZeroInfNanPreserve)
      found.insert(Capability::SignedZeroInfNanPreserve);
    else if (mode == spirv::ExecutionMode::RoundingModeRTE)
      found.insert(Capability::RoundingModeRTE);
  }
};

} // namespace

SmallVector<unsigned> floatWidthsOf(spirv::ModuleOp module) {
  std::set<unsigned> widths;
  module.walk([&](Operation *op) {
    for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
      if (isa<FloatType>(type))
        widths.insert(type.getIntOrFloatBitWidth());
  });
  return SmallVector<unsigned>(widths.begin(), widths.end());
}

void declareNeeds(spirv::ModuleOp module, spirv::Version version) {
  Needs needs;
  module.walk([&](Operation *op) { needs.addOperation(op); });
  const std::vector<Capability> capabilities(needs.found.begin(), needs.found.end());
  SmallVector<spirv::Extension> extensions;
  if (needs.found.contains(floatSums.capability) || needs.found.contains(doubleSums.capability))
    extensions.push_back(spirv::Extension::SPV_EXT_shader_atomic_float_add);
  module.setVceTripleAttr(spirv::VerCapExtAttr::get(version, capabilities, extensions, module.getContext()));
}

/// The feature that a device must have for a capability.
struct FeatureOfCapability {
  Capability capability;
  std::string_view feature;
};
static constexpr FeatureOfCapability featuresOfCapabilities[] = {
    {Capability::Float16, "shaderFloat16"},
    {Capability::Float64, "shaderFloat64"},
    {Capability::Int16, "shaderInt16"},
    {Capability::Int64, "shaderInt64"},
    {Capability::Int8, "shaderInt8"},
    {Capability::PhysicalStorageBufferAddresses, "bufferDeviceAddress"},
    {Capability::StorageBuffer16BitAccess, "storageBuffer16BitAccess"},
    {Capability::StorageBuffer8BitAccess, "storageBuffer8BitAccess"},
    {Capability::VulkanMemoryModel, "vulkanMemoryModel"},
    {Capability::VulkanMemoryModelDeviceScope, "vulkanMemoryModelDeviceScope"},
};

/// Loaders know the name.
static constexpr bool isKnown(std::string_view name) {
  constexpr std::string_view known[] = {
#define QDC_VULKAN_FEATURE(NAME, STRUCT) #NAME,
#define QDC_VULKAN_EXTENSION_FEATURE(NAME, STRUCT, EXTENSION) #NAME,
#include "qdc/ABI/VulkanNeeds.def"
  };
  return std::ranges::find(known, name) != std::end(known);
}
static_assert([] {
  for (const AtomicNeeds &needs : {longAtomics, floatSums, doubleSums})
    if (!isKnown(needs.ofArrays) || !isKnown(needs.ofWorkgroups))
      return false;
  for (const FeatureOfCapability &row : featuresOfCapabilities)
    if (!isKnown(row.feature))
      return false;
  return true;
}());

std::vector<std::string> featuresOf(spirv::ModuleOp module) {
  std::set<std::string> features;
  const SmallVector<Capability> capabilities = llvm::to_vector(module.getVceTriple()->getCapabilities());
  for (const FeatureOfCapability &row : featuresOfCapabilities)
    if (llvm::is_contained(capabilities, row.capability))
      features.emplace(row.feature);
  module.walk([&](Operation *op) {
    const AtomicNeeds *needs = atomicNeedsOf(op);
    if (!needs)
      return;
    auto pointer = cast<spirv::PointerType>(op->getOperand(0).getType());
    const bool isShared = pointer.getStorageClass() == spirv::StorageClass::Workgroup;
    features.emplace(isShared ? needs->ofWorkgroups : needs->ofArrays);
  });
  return {features.begin(), features.end()};
}

} // namespace qdc
