//===- Needs.cpp - What a module asks of a device -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Needs.h"

#include "qdc/Lowering/SPIRV/VulkanNeeds.h"

#include <set>

using namespace mlir;

namespace qdc {

using Capability = spirv::Capability;

static bool isAtomic(Operation *op) { return op->getName().stripDialect().starts_with("Atomic"); }

namespace {

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
    if (isAtomic(op) && op->getResult(0).getType().isInteger(64))
      found.insert(Capability::Int64Atomics);
  }
};

} // namespace

void declareNeeds(spirv::ModuleOp module, spirv::Version version) {
  Needs needs;
  module.walk([&](Operation *op) { needs.addOperation(op); });
  const std::vector<Capability> capabilities(needs.found.begin(), needs.found.end());
  module.setVceTripleAttr(spirv::VerCapExtAttr::get(version, capabilities, {}, module.getContext()));
}

std::vector<std::string> featuresOf(spirv::ModuleOp module) {
  std::set<std::string> features = {"bufferDeviceAddress"};
  for (Capability capability : module.getVceTriple()->getCapabilities())
    switch (capability) {
    case Capability::Int64:
      features.insert("shaderInt64");
      break;
    case Capability::Int16:
      features.insert("shaderInt16");
      break;
    case Capability::Int8:
      features.insert("shaderInt8");
      break;
    case Capability::Float16:
      features.insert("shaderFloat16");
      break;
    case Capability::Float64:
      features.insert("shaderFloat64");
      break;
    case Capability::StorageBuffer8BitAccess:
      features.insert("storageBuffer8BitAccess");
      break;
    case Capability::StorageBuffer16BitAccess:
      features.insert("storageBuffer16BitAccess");
      break;
    case Capability::VulkanMemoryModel:
      features.insert("vulkanMemoryModel");
      break;
    case Capability::VulkanMemoryModelDeviceScope:
      features.insert("vulkanMemoryModelDeviceScope");
      break;
    default:
      break;
    }
  module.walk([&](Operation *op) {
    if (!isAtomic(op) || !op->getResult(0).getType().isInteger(64))
      return;
    auto pointer = cast<spirv::PointerType>(op->getOperand(0).getType());
    features.insert(pointer.getStorageClass() == spirv::StorageClass::Workgroup ? "shaderSharedInt64Atomics"
                                                                                : "shaderBufferInt64Atomics");
  });
  return {features.begin(), features.end()};
}

} // namespace qdc
