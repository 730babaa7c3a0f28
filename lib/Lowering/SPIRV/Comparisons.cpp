//===- Comparisons.cpp - Comparisons of integers and floats ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionConversion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace qdc {

/// Of true and false, which is 1 or 0 without a sign and -1 or 0 with one.
static Value compareTruthValues(FunctionConversion &to, arith::CmpIPredicate predicate, Value lhs, Value rhs) {
  Type type = lhs.getType();
  auto invert = [&](Value value) -> Value { return to.create<spirv::LogicalNotOp>(type, value); };
  auto onlyFirst = [&](Value first, Value second) -> Value {
    return to.create<spirv::LogicalAndOp>(type, first, invert(second));
  };
  auto firstOrNotSecond = [&](Value first, Value second) -> Value {
    return to.create<spirv::LogicalOrOp>(type, first, invert(second));
  };
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return to.create<spirv::LogicalEqualOp>(lhs, rhs);
  case arith::CmpIPredicate::ne:
    return to.create<spirv::LogicalNotEqualOp>(lhs, rhs);
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::slt:
    return onlyFirst(lhs, rhs);
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::sgt:
    return onlyFirst(rhs, lhs);
  case arith::CmpIPredicate::uge:
  case arith::CmpIPredicate::sle:
    return firstOrNotSecond(lhs, rhs);
  case arith::CmpIPredicate::ule:
  case arith::CmpIPredicate::sge:
    return firstOrNotSecond(rhs, lhs);
  }
  llvm_unreachable("no comparison of integers");
}

static Value compareIntegers(FunctionConversion &to, arith::CmpIPredicate predicate, Value lhs, Value rhs) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return to.create<spirv::IEqualOp>(lhs, rhs);
  case arith::CmpIPredicate::ne:
    return to.create<spirv::INotEqualOp>(lhs, rhs);
  case arith::CmpIPredicate::slt:
    return to.create<spirv::SLessThanOp>(lhs, rhs);
  case arith::CmpIPredicate::sle:
    return to.create<spirv::SLessThanEqualOp>(lhs, rhs);
  case arith::CmpIPredicate::sgt:
    return to.create<spirv::SGreaterThanOp>(lhs, rhs);
  case arith::CmpIPredicate::sge:
    return to.create<spirv::SGreaterThanEqualOp>(lhs, rhs);
  case arith::CmpIPredicate::ult:
    return to.create<spirv::ULessThanOp>(lhs, rhs);
  case arith::CmpIPredicate::ule:
    return to.create<spirv::ULessThanEqualOp>(lhs, rhs);
  case arith::CmpIPredicate::ugt:
    return to.create<spirv::UGreaterThanOp>(lhs, rhs);
  case arith::CmpIPredicate::uge:
    return to.create<spirv::UGreaterThanEqualOp>(lhs, rhs);
  }
  llvm_unreachable("no comparison of integers");
}

/// Vulkan has no OpOrdered and OpUnordered.
static Value isAnyNaN(FunctionConversion &to, Value lhs, Value rhs) {
  Value left = to.create<spirv::IsNanOp>(lhs);
  return lhs == rhs ? left : Value(to.create<spirv::LogicalOrOp>(left.getType(), left, to.create<spirv::IsNanOp>(rhs)));
}

static Value compareFloats(FunctionConversion &to, arith::CmpFPredicate predicate, Value lhs, Value rhs) {
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return to.integer(1, 0);
  case arith::CmpFPredicate::AlwaysTrue:
    return to.integer(1, 1);
  case arith::CmpFPredicate::OEQ:
    return to.create<spirv::FOrdEqualOp>(lhs, rhs);
  case arith::CmpFPredicate::OGT:
    return to.create<spirv::FOrdGreaterThanOp>(lhs, rhs);
  case arith::CmpFPredicate::OGE:
    return to.create<spirv::FOrdGreaterThanEqualOp>(lhs, rhs);
  case arith::CmpFPredicate::OLT:
    return to.create<spirv::FOrdLessThanOp>(lhs, rhs);
  case arith::CmpFPredicate::OLE:
    return to.create<spirv::FOrdLessThanEqualOp>(lhs, rhs);
  case arith::CmpFPredicate::ONE:
    return to.create<spirv::FOrdNotEqualOp>(lhs, rhs);
  case arith::CmpFPredicate::UEQ:
    return to.create<spirv::FUnordEqualOp>(lhs, rhs);
  case arith::CmpFPredicate::UGT:
    return to.create<spirv::FUnordGreaterThanOp>(lhs, rhs);
  case arith::CmpFPredicate::UGE:
    return to.create<spirv::FUnordGreaterThanEqualOp>(lhs, rhs);
  case arith::CmpFPredicate::ULT:
    return to.create<spirv::FUnordLessThanOp>(lhs, rhs);
  case arith::CmpFPredicate::ULE:
    return to.create<spirv::FUnordLessThanEqualOp>(lhs, rhs);
  case arith::CmpFPredicate::UNE:
    return to.create<spirv::FUnordNotEqualOp>(lhs, rhs);
  case arith::CmpFPredicate::UNO:
    return isAnyNaN(to, lhs, rhs);
  case arith::CmpFPredicate::ORD: {
    Value unordered = isAnyNaN(to, lhs, rhs);
    return to.create<spirv::LogicalNotOp>(unordered.getType(), unordered);
  }
  }
  llvm_unreachable("no comparison of floats");
}

bool convertComparison(FunctionConversion &to, Operation *op) {
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    Value lhs = to.get(compare.getLhs()), rhs = to.get(compare.getRhs());
    auto convert = lhs.getType().isInteger(1) ? compareTruthValues : compareIntegers;
    to.set(compare, convert(to, compare.getPredicate(), lhs, rhs));
    return true;
  }
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    to.set(compare, compareFloats(to, compare.getPredicate(), to.get(compare.getLhs()), to.get(compare.getRhs())));
    return true;
  }
  return false;
}

} // namespace qdc
