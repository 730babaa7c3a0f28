//===- Rules.cpp - The derivative of each operation -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Rules/Rules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace qdc::autodiff;

Type qdc::autodiff::derivativeType(Type type) {
  return type.isF16() || type.isBF16() ? Float32Type::get(type.getContext()) : type;
}

Value qdc::autodiff::convertFloat(OpBuilder &builder, Location location, Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, location, type, value);
  return arith::TruncFOp::create(builder, location, type, value);
}

//===----------------------------------------------------------------------===//
// FloatBuilder
//===----------------------------------------------------------------------===//

Value FloatBuilder::constant(Type type, double value) {
  return arith::ConstantOp::create(builder, location, builder.getFloatAttr(type, value));
}
Value FloatBuilder::add(Value a, Value b) { return arith::AddFOp::create(builder, location, a, b); }
Value FloatBuilder::subtract(Value a, Value b) { return arith::SubFOp::create(builder, location, a, b); }
Value FloatBuilder::multiply(Value a, Value b) { return arith::MulFOp::create(builder, location, a, b); }
Value FloatBuilder::divide(Value a, Value b) { return arith::DivFOp::create(builder, location, a, b); }
Value FloatBuilder::negate(Value a) { return arith::NegFOp::create(builder, location, a); }
Value FloatBuilder::select(Value condition, Value a, Value b) {
  return arith::SelectOp::create(builder, location, condition, a, b);
}
Value FloatBuilder::isLess(Value a, Value b) {
  return arith::CmpFOp::create(builder, location, arith::CmpFPredicate::OLT, a, b);
}
Value FloatBuilder::isEqual(Value a, Value b) {
  return arith::CmpFOp::create(builder, location, arith::CmpFPredicate::OEQ, a, b);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static llvm::StringMap<const Rule *> indexRules() {
  llvm::StringMap<const Rule *> index;
  for (ArrayRef<Rule> group : {arithmeticRules(), choiceRules(), powerRules(), trigonometricRules()})
    for (const Rule &rule : group)
      index[rule.name] = &rule;
  return index;
}

const Rule *qdc::autodiff::findRule(Operation *op) {
  static const llvm::StringMap<const Rule *> index = indexRules();
  return index.lookup(op->getName().getStringRef());
}

const OperandRule *qdc::autodiff::findOperandRule(Operation *op, unsigned operand) {
  const Rule *rule = findRule(op);
  if (!rule)
    return nullptr;
  const auto *found = llvm::find_if(rule->operands, [&](const OperandRule &entry) { return entry.operand == operand; });
  return found == rule->operands.end() ? nullptr : found;
}

Value qdc::autodiff::applyRule(OpBuilder &builder, const OperandRule &rule, const Application &at, Value factor) {
  Location location = at.op->getLoc();
  FloatBuilder build(builder, location);
  Value product = rule.product(build, at, factor);
  if (rule.keepsZero)
    return product;
  Value zero = build.constant(product, 0.0);
  return build.select(build.isEqual(factor, build.constant(factor, 0.0)), zero, product);
}
