//===- RaiseInstruction.cpp - LLVM's instructions as operations -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RaiseInstruction.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

namespace arith = mlir::arith;

namespace qdc {

mlir::MemRefType tableType(const llvm::GlobalVariable &table, mlir::MLIRContext *context) {
  int64_t count = 1;
  llvm::Type *type = table.getValueType();
  for (; auto *array = llvm::dyn_cast<llvm::ArrayType>(type); type = array->getElementType())
    count *= static_cast<int64_t>(array->getNumElements());
  mlir::OpBuilder builder(context);
  return mlir::MemRefType::get({count}, RaisedValues(builder, builder.getUnknownLoc()).typeOf(type));
}

mlir::Type RaisedValues::typeOf(llvm::Type *type) const {
  if (type->isFloatTy())
    return builder.getF32Type();
  if (type->isDoubleTy())
    return builder.getF64Type();
  for (unsigned width : {1, 8, 16, 32, 64})
    if (type->isIntegerTy(width))
      return builder.getIntegerType(width);
  return {};
}

mlir::Type RaisedValues::typeOf(const llvm::Value &value) const { return typeOf(value.getType()); }

mlir::Value RaisedValues::get(const llvm::Value &value) {
  if (mlir::Value raised = values.lookup(&value))
    return raised;
  mlir::Type type = typeOf(value);
  mlir::TypedAttr number = mlir::cast<mlir::TypedAttr>(builder.getZeroAttr(type));
  if (auto *real = llvm::dyn_cast<llvm::ConstantFP>(&value))
    number = mlir::FloatAttr::get(type, real->getValueAPF());
  else if (auto *whole = llvm::dyn_cast<llvm::ConstantInt>(&value))
    number = mlir::IntegerAttr::get(type, whole->getValue());
  return create<arith::ConstantOp>(number);
}

mlir::Value RaisedValues::raiseBinary(const llvm::Instruction &instruction) {
  mlir::Value lhs = get(*instruction.getOperand(0)), rhs = get(*instruction.getOperand(1));
  switch (instruction.getOpcode()) {
  case llvm::Instruction::FAdd:
    return create<arith::AddFOp>(lhs, rhs);
  case llvm::Instruction::FSub:
    return create<arith::SubFOp>(lhs, rhs);
  case llvm::Instruction::FMul:
    return create<arith::MulFOp>(lhs, rhs);
  case llvm::Instruction::FDiv:
    return create<arith::DivFOp>(lhs, rhs);
  case llvm::Instruction::Add:
    return create<arith::AddIOp>(lhs, rhs);
  case llvm::Instruction::Sub:
    return create<arith::SubIOp>(lhs, rhs);
  case llvm::Instruction::Mul:
    return create<arith::MulIOp>(lhs, rhs);
  case llvm::Instruction::And:
    return create<arith::AndIOp>(lhs, rhs);
  case llvm::Instruction::Or:
    return create<arith::OrIOp>(lhs, rhs);
  case llvm::Instruction::Xor:
    return create<arith::XOrIOp>(lhs, rhs);
  case llvm::Instruction::Shl:
    return create<arith::ShLIOp>(lhs, rhs);
  case llvm::Instruction::LShr:
    return create<arith::ShRUIOp>(lhs, rhs);
  case llvm::Instruction::AShr:
    return create<arith::ShRSIOp>(lhs, rhs);
  case llvm::Instruction::SDiv:
    return create<arith::DivSIOp>(lhs, rhs);
  case llvm::Instruction::UDiv:
    return create<arith::DivUIOp>(lhs, rhs);
  case llvm::Instruction::SRem:
    return create<arith::RemSIOp>(lhs, rhs);
  case llvm::Instruction::URem:
    return create<arith::RemUIOp>(lhs, rhs);
  default:
    return {};
  }
}

mlir::Value RaisedValues::raiseCast(const llvm::Instruction &instruction) {
  mlir::Value value = get(*instruction.getOperand(0));
  mlir::Type type = typeOf(instruction);
  switch (instruction.getOpcode()) {
  case llvm::Instruction::BitCast:
    return create<arith::BitcastOp>(type, value);
  case llvm::Instruction::ZExt:
    return create<arith::ExtUIOp>(type, value);
  case llvm::Instruction::SExt:
    return create<arith::ExtSIOp>(type, value);
  case llvm::Instruction::Trunc:
    return create<arith::TruncIOp>(type, value);
  case llvm::Instruction::FPExt:
    return create<arith::ExtFOp>(type, value);
  case llvm::Instruction::FPTrunc:
    return create<arith::TruncFOp>(type, value);
  case llvm::Instruction::SIToFP:
    return create<arith::SIToFPOp>(type, value);
  case llvm::Instruction::UIToFP:
    return create<arith::UIToFPOp>(type, value);
  case llvm::Instruction::FPToSI:
    return create<arith::FPToSIOp>(type, value);
  case llvm::Instruction::FPToUI:
    return create<arith::FPToUIOp>(type, value);
  default:
    return {};
  }
}

mlir::Value RaisedValues::raiseCall(const llvm::CallInst &call) {
  const llvm::Function *callee = call.getCalledFunction();
  mlir::Type type = typeOf(call);
  if (!callee || !type)
    return {};
  llvm::SmallVector<mlir::Value> operands;
  for (const llvm::Use &operand : call.args())
    operands.push_back(get(*operand));
  return mlir::func::CallOp::create(builder, location, callee->getName(), type, operands).getResult(0);
}

/// Of an element of a constant array: the index counts numbers.
mlir::Value RaisedValues::raiseLoad(const llvm::LoadInst &load) {
  const llvm::DataLayout &layout = load.getDataLayout();
  const llvm::Value *place = load.getPointerOperand();
  const unsigned width = layout.getIndexTypeSizeInBits(place->getType());
  llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> scales;
  llvm::APInt offset(width, 0);
  while (auto *step = llvm::dyn_cast<llvm::GEPOperator>(place)) {
    if (!step->collectOffset(layout, width, scales, offset))
      return {};
    place = step->getPointerOperand();
  }
  auto *table = llvm::dyn_cast<llvm::GlobalVariable>(place);
  if (!table || !table->isConstant() || !table->hasInitializer() || !typeOf(load))
    return {};
  mlir::MemRefType type = tableType(*table, builder.getContext());
  if (type.getElementType() != typeOf(load))
    return {};
  const int64_t bytes = type.getElementTypeBitWidth() / 8;
  mlir::Type i64 = builder.getI64Type();
  auto whole = [&](int64_t number) { return create<arith::ConstantOp>(builder.getI64IntegerAttr(number)); };
  mlir::Value index = whole(offset.getSExtValue() / bytes);
  for (auto &[value, scale] : scales) {
    mlir::Value part = get(*value);
    if (part.getType() != i64)
      part = create<arith::ExtSIOp>(i64, part);
    part = create<arith::MulIOp>(part, whole(scale.getSExtValue() / bytes));
    index = create<arith::AddIOp>(index, part);
  }
  mlir::Value array = create<mlir::memref::GetGlobalOp>(type, table->getName());
  return create<qd::FlatLoadOp>(type.getElementType(), array, index);
}

bool RaisedValues::raise(const llvm::Instruction &instruction) {
  // Pointers are followed back from the loads.
  if (llvm::isa<llvm::GetElementPtrInst>(instruction))
    return true;
  auto isKnown = [&](const llvm::Use &use) {
    return llvm::isa<llvm::Function>(use.get()) || use->getType()->isPointerTy() || typeOf(*use.get());
  };
  if (!typeOf(instruction) || !llvm::all_of(instruction.operands(), isKnown))
    return false;
  mlir::Value raised;
  if (instruction.isBinaryOp())
    raised = raiseBinary(instruction);
  else if (instruction.isCast())
    raised = raiseCast(instruction);
  else if (llvm::isa<llvm::CmpInst>(instruction))
    raised = raiseCompare(instruction);
  else if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    raised = raiseLoad(*load);
  else if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
    raised = raiseIntrinsic(*intrinsic);
  else if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    raised = raiseCall(*call);
  else if (llvm::isa<llvm::FreezeInst>(instruction))
    raised = get(*instruction.getOperand(0));
  else if (instruction.getOpcode() == llvm::Instruction::FNeg)
    raised = create<arith::NegFOp>(get(*instruction.getOperand(0)));
  else if (llvm::isa<llvm::SelectInst>(instruction))
    raised = create<arith::SelectOp>(get(*instruction.getOperand(0)), get(*instruction.getOperand(1)),
                                     get(*instruction.getOperand(2)));
  if (!raised)
    return false;
  set(instruction, raised);
  return true;
}

} // namespace qdc
