//===- EntryFunction.cpp - How an entry point begins ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "EntryFunction.h"

#include "Memory.h"
#include "ThreadOperations.h"
#include "qdc/ABI/VulkanABI.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace qdc {

/// qd_vulkan_push as a block of push constants.
static spirv::PointerType pushType(MLIRContext *context) {
  auto block = spirv::StructType::get({IntegerType::get(context, 64)}, {offsetof(qd_vulkan_push, slots)});
  return spirv::PointerType::get(block, spirv::StorageClass::PushConstant);
}

void declareVariables(OpBuilder &builder, Location location) {
  spirv::GlobalVariableOp::create(builder, location, TypeAttr::get(pushType(builder.getContext())),
                                  builder.getStringAttr(pushVariable), FlatSymbolRefAttr());
  auto place = spirv::PointerType::get(VectorType::get({3}, builder.getI32Type()), spirv::StorageClass::Input);
  for (const PlaceVariable &variable : placeVariables) {
    auto declared = spirv::GlobalVariableOp::create(builder, location, TypeAttr::get(place),
                                                    builder.getStringAttr(variable.name), FlatSymbolRefAttr());
    declared->setAttr("built_in", builder.getStringAttr(variable.builtIn));
  }
}

/// The dialect has composites as constants of a module for specialisation alone, and none that a variable begins with
/// but these. Without a number by which they are found they become plain constants.
FlatSymbolRefAttr declareNumbers(OpBuilder &builder, memref::GlobalOp array) {
  auto numbers = dyn_cast_or_null<DenseElementsAttr>(array.getInitialValueAttr());
  if (!numbers || numbers.empty())
    return {};
  const std::string stem = array.getSymName().str() + ".number";
  SmallVector<Attribute> parts;
  for (auto [index, number] : llvm::enumerate(numbers.getValues<TypedAttr>())) {
    auto name = builder.getStringAttr(stem + std::to_string(index));
    spirv::SpecConstantOp::create(builder, array.getLoc(), name, number);
    parts.push_back(FlatSymbolRefAttr::get(name));
  }
  auto pointer = cast<spirv::PointerType>(spirvTypeOfGlobal(array.getType()));
  auto name = builder.getStringAttr(stem + "s");
  spirv::SpecConstantCompositeOp::create(builder, array.getLoc(), TypeAttr::get(pointer.getPointeeType()), name,
                                         builder.getArrayAttr(parts));
  return FlatSymbolRefAttr::get(name);
}

/// The value of type `parameter` in the low end of a slot, the rest of which is 0.
static Value unpack(FunctionConversion &to, Value slot, Type parameter) {
  if (isa<MemRefType>(parameter))
    return slot;
  Type type = memoryType(parameter);
  if (parameter.isInteger(1))
    return to.create<spirv::INotEqualOp>(slot, to.constant(slot.getType(), 0));
  Type bits = to.builder.getIntegerType(type.getIntOrFloatBitWidth());
  if (bits != slot.getType())
    slot = to.create<spirv::UConvertOp>(bits, slot);
  return type == bits ? slot : Value(to.create<spirv::BitcastOp>(type, slot));
}

SmallVector<Value> readSlots(FunctionConversion &to, TypeRange types) {
  SmallVector<Value> values;
  if (types.empty())
    return values;
  Type i64 = to.builder.getI64Type();
  Value push = to.create<spirv::AddressOfOp>(pushType(to.builder.getContext()), pushVariable);
  Value slots = to.create<spirv::LoadOp>(to.create<spirv::AccessChainOp>(
      spirv::PointerType::get(i64, spirv::StorageClass::PushConstant), push, ValueRange(to.integer(32, 0))));
  for (auto [index, type] : llvm::enumerate(types)) {
    Value address = slots;
    if (index != 0)
      address = to.create<spirv::IAddOp>(i64, slots, to.constant(i64, index * sizeof(qd_slot)));
    values.push_back(unpack(to, loadSlot(to, address), type));
  }
  return values;
}

/// The variables that a function and those that it calls use, in the order in which they are found.
static llvm::SetVector<StringRef> variablesOf(spirv::FuncOp function) {
  SymbolTable symbols(function->getParentOp());
  llvm::SetVector<Operation *> functions;
  functions.insert(function);
  llvm::SetVector<StringRef> variables;
  for (unsigned index = 0; index < functions.size(); ++index)
    functions[index]->walk([&](Operation *op) {
      if (auto use = dyn_cast<spirv::AddressOfOp>(op))
        variables.insert(use.getVariable());
      else if (auto call = dyn_cast<spirv::FunctionCallOp>(op))
        functions.insert(symbols.lookup(call.getCallee()));
    });
  return variables;
}

void declareEntryPoint(OpBuilder &builder, spirv::FuncOp function, unsigned blockThreads,
                       ArrayRef<unsigned> floatWidths) {
  SmallVector<Attribute> interface;
  for (StringRef variable : variablesOf(function))
    interface.push_back(FlatSymbolRefAttr::get(builder.getContext(), variable));
  spirv::EntryPointOp::create(builder, function.getLoc(), spirv::ExecutionModel::GLCompute, function, interface);
  auto declareMode = [&](spirv::ExecutionMode mode, ArrayRef<int32_t> values) {
    spirv::ExecutionModeOp::create(builder, function.getLoc(), function, mode, values);
  };
  declareMode(spirv::ExecutionMode::LocalSize, {static_cast<int32_t>(blockThreads), 1, 1});
  for (unsigned width : floatWidths)
    for (auto mode : {spirv::ExecutionMode::SignedZeroInfNanPreserve, spirv::ExecutionMode::RoundingModeRTE})
      declareMode(mode, {static_cast<int32_t>(width)});
}

} // namespace qdc
