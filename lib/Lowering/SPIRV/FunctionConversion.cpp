//===- FunctionConversion.cpp - A function on its way to SPIR-V -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionConversion.h"

#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace qdc {

/// An array without elements, which nobody accesses, has one: SPIR-V knows no other.
static Type arrayIn(spirv::StorageClass storage, MemRefType type) {
  const unsigned count = std::max<int64_t>(type.getNumElements(), 1);
  auto elements = spirv::ArrayType::get(memoryType(type.getElementType()), count);
  return spirv::PointerType::get(elements, storage);
}

static bool isWorkgroupMemory(MemRefType type) { return gpu::GPUDialect::hasWorkgroupMemoryAddressSpace(type); }

Type placedArray(MemRefType type) {
  return arrayIn(isWorkgroupMemory(type) ? spirv::StorageClass::Workgroup : spirv::StorageClass::Function, type);
}

Type spirvTypeOfGlobal(MemRefType type) {
  return arrayIn(isWorkgroupMemory(type) ? spirv::StorageClass::Workgroup : spirv::StorageClass::Private, type);
}

Type spirvType(Type type) {
  if (auto array = dyn_cast<MemRefType>(type)) {
    if (!spirvType(memoryType(array.getElementType())))
      return {};
    return isWorkgroupMemory(array) ? placedArray(array) : Type(IntegerType::get(type.getContext(), 64));
  }
  if (type.isIndex())
    return IntegerType::get(type.getContext(), 64);
  if (type.isBF16())
    return memoryType(type);
  if (type.isInteger(1) || type.isInteger(8) || type.isInteger(16) || type.isInteger(32) || type.isInteger(64) ||
      type.isF16() || type.isF32() || type.isF64())
    return type;
  return {};
}

FunctionConversion::FunctionConversion(func::FuncOp function, spirv::FuncOp result, bool communicates)
    : builder(result.getContext()), location(function.getLoc()), communicates(communicates), function(function),
      result(result) {
  builder.setInsertionPointToStart(&result.getBody().front());
}

SmallVector<Value> FunctionConversion::get(ValueRange range) const {
  return llvm::map_to_vector(range, [&](Value value) { return get(value); });
}

LogicalResult FunctionConversion::run(ValueRange parameters) {
  Block &entry = function.getBody().front();
  for (auto [before, after] : llvm::zip_equal(entry.getArguments(), parameters))
    set(before, after);
  convertStatements(entry);
  location = entry.getTerminator()->getLoc();
  convertReturn(*this, entry.getTerminator()->getOperands());
  return failure(hasFailed);
}

void FunctionConversion::convertStatements(Block &block) {
  for (Operation &op : block.without_terminator())
    convert(&op);
}

Value FunctionConversion::constant(Type type, int64_t value) {
  if (auto real = dyn_cast<FloatType>(type))
    return create<spirv::ConstantOp>(type, builder.getFloatAttr(real, static_cast<double>(value)));
  return create<spirv::ConstantOp>(type, builder.getIntegerAttr(type, value));
}

Value FunctionConversion::reinterpret(Value value, Type type) {
  return value.getType() == type ? value : Value(create<spirv::BitcastOp>(type, value));
}

Value FunctionConversion::exact(Operation *created) {
  created->setAttr("no_contraction", builder.getUnitAttr());
  return created->getResult(0);
}

Value FunctionConversion::variable(Type type) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&result.getBody().front());
  return create<spirv::VariableOp>(spirv::PointerType::get(type, spirv::StorageClass::Function),
                                   spirv::StorageClass::Function, /*initializer=*/Value());
}

/// The first type of the operation that has no place in SPIR-V; null: there is none.
static Type missingType(Operation *op) {
  for (Type type : llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (!spirvType(type))
      return type;
  return {};
}

void FunctionConversion::convert(Operation *op) {
  location = op->getLoc();
  if (Type type = missingType(op)) {
    op->emitOpError("has values of type ")
        << type << ", which targets 'vulkan:...' do not support; accepted: integers of 1, 8, 16, 32 and 64 bits, f16, "
        << "bf16, f32 and f64";
    hasFailed = true;
  } else if (convertMemory(*this, op) || convertArithmetic(*this, op) || convertCast(*this, op) ||
             convertComparison(*this, op) || convertControlFlow(*this, op) || convertThreadOperation(*this, op) ||
             convertAtomic(*this, op) || convertMath(*this, op)) {
    return;
  } else {
    auto error = op->emitOpError("is not supported by targets 'vulkan:...'");
    if (op->getNumResults() == 1)
      error << " with a result of type " << op->getResult(0).getType();
    hasFailed = true;
  }
  // What follows finds something.
  for (Value value : op->getResults())
    if (Type type = spirvType(value.getType()))
      set(value, create<spirv::UndefOp>(type));
}

} // namespace qdc
