//===- RaiseInstruction.cpp - LLVM's instructions as operations -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RaiseInstruction.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

namespace arith = mlir::arith;
namespace math = mlir::math;

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

static arith::CmpIPredicate predicateOfIntegers(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
  case llvm::CmpInst::ICMP_EQ:
    return arith::CmpIPredicate::eq;
  case llvm::CmpInst::ICMP_NE:
    return arith::CmpIPredicate::ne;
  case llvm::CmpInst::ICMP_SLT:
    return arith::CmpIPredicate::slt;
  case llvm::CmpInst::ICMP_SLE:
    return arith::CmpIPredicate::sle;
  case llvm::CmpInst::ICMP_SGT:
    return arith::CmpIPredicate::sgt;
  case llvm::CmpInst::ICMP_SGE:
    return arith::CmpIPredicate::sge;
  case llvm::CmpInst::ICMP_ULT:
    return arith::CmpIPredicate::ult;
  case llvm::CmpInst::ICMP_ULE:
    return arith::CmpIPredicate::ule;
  case llvm::CmpInst::ICMP_UGT:
    return arith::CmpIPredicate::ugt;
  default:
    return arith::CmpIPredicate::uge;
  }
}

static arith::CmpFPredicate predicateOfFloats(llvm::CmpInst::Predicate predicate) {
  switch (predicate) {
  case llvm::CmpInst::FCMP_FALSE:
    return arith::CmpFPredicate::AlwaysFalse;
  case llvm::CmpInst::FCMP_OEQ:
    return arith::CmpFPredicate::OEQ;
  case llvm::CmpInst::FCMP_OGT:
    return arith::CmpFPredicate::OGT;
  case llvm::CmpInst::FCMP_OGE:
    return arith::CmpFPredicate::OGE;
  case llvm::CmpInst::FCMP_OLT:
    return arith::CmpFPredicate::OLT;
  case llvm::CmpInst::FCMP_OLE:
    return arith::CmpFPredicate::OLE;
  case llvm::CmpInst::FCMP_ONE:
    return arith::CmpFPredicate::ONE;
  case llvm::CmpInst::FCMP_ORD:
    return arith::CmpFPredicate::ORD;
  case llvm::CmpInst::FCMP_UNO:
    return arith::CmpFPredicate::UNO;
  case llvm::CmpInst::FCMP_UEQ:
    return arith::CmpFPredicate::UEQ;
  case llvm::CmpInst::FCMP_UGT:
    return arith::CmpFPredicate::UGT;
  case llvm::CmpInst::FCMP_UGE:
    return arith::CmpFPredicate::UGE;
  case llvm::CmpInst::FCMP_ULT:
    return arith::CmpFPredicate::ULT;
  case llvm::CmpInst::FCMP_ULE:
    return arith::CmpFPredicate::ULE;
  case llvm::CmpInst::FCMP_UNE:
    return arith::CmpFPredicate::UNE;
  default:
    return arith::CmpFPredicate::AlwaysTrue;
  }
}

mlir::Value RaisedValues::raiseCompare(const llvm::Instruction &instruction) {
  auto &compare = llvm::cast<llvm::CmpInst>(instruction);
  mlir::Value lhs = get(*compare.getOperand(0)), rhs = get(*compare.getOperand(1));
  if (compare.isIntPredicate())
    return create<arith::CmpIOp>(predicateOfIntegers(compare.getPredicate()), lhs, rhs);
  return create<arith::CmpFOp>(predicateOfFloats(compare.getPredicate()), lhs, rhs);
}

/// By the bits of the magnitude, which ascend from 0 over subnormal and normal numbers to infinity and NaN.
mlir::Value RaisedValues::raiseClassTest(const llvm::IntrinsicInst &call) {
  const auto mask = llvm::cast<llvm::ConstantInt>(call.getArgOperand(1))->getZExtValue();
  mlir::Value value = get(*call.getArgOperand(0));
  auto real = mlir::cast<mlir::FloatType>(value.getType());
  mlir::Type whole = builder.getIntegerType(real.getWidth());
  auto constant = [&](const llvm::APInt &bits) {
    return create<arith::ConstantOp>(builder.getIntegerAttr(whole, bits));
  };
  const llvm::fltSemantics &semantics = real.getFloatSemantics();
  const llvm::APInt normal = llvm::APFloat::getSmallestNormalized(semantics).bitcastToAPInt();
  const llvm::APInt infinity = llvm::APFloat::getInf(semantics).bitcastToAPInt();
  const llvm::APInt zero(real.getWidth(), 0), end = llvm::APInt::getSignedMinValue(real.getWidth());

  mlir::Value bits = create<arith::BitcastOp>(whole, value);
  mlir::Value magnitude = create<arith::AndIOp>(bits, constant(llvm::APInt::getSignedMaxValue(real.getWidth())));
  mlir::Value isNegative = create<arith::CmpIOp>(arith::CmpIPredicate::slt, bits, constant(zero));
  mlir::Value no = create<arith::ConstantOp>(builder.getBoolAttr(false)), found = no;
  mlir::Value isPositive = create<arith::CmpIOp>(arith::CmpIPredicate::eq, isNegative, no);
  // A class is from `first` on, and ends before `next`.
  auto add = [&](unsigned negative, unsigned positive, const llvm::APInt &first, const llvm::APInt &next) {
    const bool hasNegative = mask & negative, hasPositive = mask & positive;
    if (!hasNegative && !hasPositive)
      return;
    mlir::Value isClass =
        create<arith::AndIOp>(create<arith::CmpIOp>(arith::CmpIPredicate::uge, magnitude, constant(first)),
                              create<arith::CmpIOp>(arith::CmpIPredicate::ult, magnitude, constant(next)));
    if (!hasNegative || !hasPositive)
      isClass = create<arith::AndIOp>(isClass, hasNegative ? isNegative : isPositive);
    found = create<arith::OrIOp>(found, isClass);
  };
  add(llvm::fcNegZero, llvm::fcPosZero, zero, zero + 1);
  add(llvm::fcNegSubnormal, llvm::fcPosSubnormal, zero + 1, normal);
  add(llvm::fcNegNormal, llvm::fcPosNormal, normal, infinity);
  add(llvm::fcNegInf, llvm::fcPosInf, infinity, infinity + 1);
  add(llvm::fcNan, llvm::fcNan, infinity + 1, end);
  return found;
}

/// Bits of two integers in a row. One of the two shifts goes in two steps, so that it may take all bits.
mlir::Value RaisedValues::raiseFunnelShift(const llvm::IntrinsicInst &call) {
  mlir::Value high = get(*call.getArgOperand(0)), low = get(*call.getArgOperand(1));
  mlir::Type type = high.getType();
  auto whole = [&](int64_t number) { return create<arith::ConstantOp>(builder.getIntegerAttr(type, number)); };
  mlir::Value last = whole(type.getIntOrFloatBitWidth() - 1), one = whole(1);
  mlir::Value count = create<arith::AndIOp>(get(*call.getArgOperand(2)), last);
  mlir::Value rest = create<arith::SubIOp>(last, count);
  if (call.getIntrinsicID() == llvm::Intrinsic::fshl)
    return create<arith::OrIOp>(create<arith::ShLIOp>(high, count),
                                create<arith::ShRUIOp>(create<arith::ShRUIOp>(low, one), rest));
  return create<arith::OrIOp>(create<arith::ShLIOp>(create<arith::ShLIOp>(high, one), rest),
                              create<arith::ShRUIOp>(low, count));
}

mlir::Value RaisedValues::raiseIntrinsic(const llvm::IntrinsicInst &call) {
  if (call.getIntrinsicID() == llvm::Intrinsic::is_fpclass)
    return raiseClassTest(call);
  mlir::Value first = get(*call.getArgOperand(0));
  auto second = [&] { return get(*call.getArgOperand(1)); };
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::fmuladd:
    return create<arith::AddFOp>(create<arith::MulFOp>(first, second()), get(*call.getArgOperand(2)));
  case llvm::Intrinsic::fabs:
    return create<math::AbsFOp>(first);
  case llvm::Intrinsic::ceil:
    return create<math::CeilOp>(first);
  case llvm::Intrinsic::copysign:
    return create<math::CopySignOp>(first, second());
  case llvm::Intrinsic::ctlz:
    return create<math::CountLeadingZerosOp>(first);
  case llvm::Intrinsic::floor:
    return create<math::FloorOp>(first);
  case llvm::Intrinsic::fshl:
  case llvm::Intrinsic::fshr:
    return raiseFunnelShift(call);
  case llvm::Intrinsic::maximumnum:
    return create<arith::MaxNumFOp>(first, second());
  case llvm::Intrinsic::minimumnum:
    return create<arith::MinNumFOp>(first, second());
  case llvm::Intrinsic::roundeven:
    return create<math::RoundEvenOp>(first);
  case llvm::Intrinsic::smax:
    return create<arith::MaxSIOp>(first, second());
  case llvm::Intrinsic::smin:
    return create<arith::MinSIOp>(first, second());
  case llvm::Intrinsic::sqrt:
    return create<math::SqrtOp>(first);
  case llvm::Intrinsic::trunc:
    return create<math::TruncOp>(first);
  case llvm::Intrinsic::umax:
    return create<arith::MaxUIOp>(first, second());
  case llvm::Intrinsic::umin:
    return create<arith::MinUIOp>(first, second());
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
