//===- Needs.cpp - What a module asks of a device -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Needs.h"

#include "Memory.h"
#include "qdc/Lowering/SPIRV/VulkanNeeds.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

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

/// A narrow type: what computing with it needs, and what accessing the device's memory as such needs.
struct NarrowType {
  Capability computing, storage;
};
std::optional<NarrowType> narrowType(Type type) {
  if (type.isInteger(8))
    return NarrowType{Capability::Int8, Capability::StorageBuffer8BitAccess};
  if (type.isInteger(16))
    return NarrowType{Capability::Int16, Capability::StorageBuffer16BitAccess};
  if (type.isF16())
    return NarrowType{Capability::Float16, Capability::StorageBuffer16BitAccess};
  return std::nullopt;
}

/// Whether narrow values go to and from memory there, and become others, and no more.
bool movesNarrow(Operation *op) {
  return isa<spirv::LoadOp, spirv::StoreOp, spirv::ConvertUToPtrOp, spirv::UConvertOp, spirv::SConvertOp,
             spirv::FConvertOp>(op);
}

/// The optimiser makes one exit of several, by values that come from each.
bool hasEarlyExits(spirv::ModuleOp module) {
  return llvm::any_of(module.getOps<spirv::FuncOp>(), [](spirv::FuncOp function) {
    unsigned exits = 0;
    function.walk([&](Operation *op) { exits += isa<spirv::ReturnOp, spirv::ReturnValueOp>(op); });
    return exits > 1;
  });
}

/// The capabilities of what stands in a module.
struct Needs {
  std::set<Capability> found = {Capability::Shader, Capability::Int64, Capability::PhysicalStorageBufferAddresses,
                                Capability::VulkanMemoryModel};
  std::set<Capability> moved; // what computing would need with those narrow types that are moved
  bool movesOnly = false;     // in the operation that is looked at

  void addType(Type type) {
    if (const std::optional<NarrowType> narrow = narrowType(type))
      (movesOnly ? moved : found).insert(narrow->computing);
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
    const bool isArray = pointer.getStorageClass() == spirv::StorageClass::PhysicalStorageBuffer;
    if (const std::optional<NarrowType> narrow = narrowType(type); narrow && isArray)
      found.insert(narrow->storage);
    const bool movedBefore = std::exchange(movesOnly, movesOnly && isArray);
    addType(type);
    movesOnly = movedBefore;
  }
  void addOperation(Operation *op, bool mayMove) {
    movesOnly = mayMove && movesNarrow(op);
    llvm::for_each(op->getResultTypes(), [&](Type type) { addType(type); });
    llvm::for_each(op->getOperandTypes(), [&](Type type) { addType(type); });
    if (auto variable = dyn_cast<spirv::GlobalVariableOp>(op))
      addType(variable.getType());
    if (isAtomic(op) && storageOf(op->getOperand(0)) != spirv::StorageClass::Workgroup)
      found.insert(Capability::VulkanMemoryModelDeviceScope);
    if (const AtomicNeeds *needs = atomicNeedsOf(op))
      found.insert(needs->capability);
    if (auto mode = dyn_cast<spirv::ExecutionModeOp>(op))
      addMode(mode.getExecutionMode());
  }
  /// A type that is moved without memory of the device needs what computing does.
  void addMoved() {
    const bool bytes = found.contains(Capability::StorageBuffer8BitAccess),
               shorts = found.contains(Capability::StorageBuffer16BitAccess);
    for (Capability computing : moved)
      if (!(computing == Capability::Int8 ? bytes : shorts))
        found.insert(computing);
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
  const bool mayMove = !hasEarlyExits(module);
  module.walk([&](Operation *op) { needs.addOperation(op, mayMove); });
  needs.addMoved();
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
    const bool isShared = storageOf(op->getOperand(0)) == spirv::StorageClass::Workgroup;
    features.emplace(isShared ? needs->ofWorkgroups : needs->ofArrays);
  });
  return {features.begin(), features.end()};
}

} // namespace qdc
