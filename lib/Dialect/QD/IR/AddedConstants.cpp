//===- AddedConstants.cpp - Values and what is added to them --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/AddedConstants.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace qdc::qd;

static std::optional<int64_t> smallConstant(Value value) {
  const std::optional<int64_t> constant = getConstantIntValue(value);
  const bool isSmall = constant && -kMaximumAddedConstant <= *constant && *constant <= kMaximumAddedConstant;
  return isSmall ? constant : std::nullopt;
}

std::optional<OffsetValue> qdc::qd::takeOffConstant(Value value) {
  Operation *op = value.getDefiningOp();
  const bool isSum = isa_and_nonnull<arith::AddIOp, index::AddOp>(op);
  if (!isSum && !isa_and_nonnull<arith::SubIOp, index::SubOp>(op))
    return std::nullopt;
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (std::optional<int64_t> constant = smallConstant(rhs))
    return OffsetValue{lhs, isSum ? *constant : -*constant};
  if (std::optional<int64_t> constant = isSum ? smallConstant(lhs) : std::nullopt)
    return OffsetValue{rhs, *constant};
  return std::nullopt;
}

/// What a cast that keeps all bits takes; null for all else.
static Value uncast(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::IndexCastOp, index::CastSOp>(op))
    return {};
  auto isWide = [](Type type) { return type.isIndex() || type.isInteger(64); };
  Value operand = op->getOperand(0);
  return isWide(operand.getType()) && isWide(value.getType()) ? operand : Value();
}

OffsetValue qdc::qd::splitOffset(Value value) {
  constexpr unsigned maximumSteps = 8;
  OffsetValue parts = {value, 0};
  for (unsigned step = 0; step < maximumSteps; ++step) {
    if (std::optional<int64_t> constant = smallConstant(parts.base))
      return {Value(), parts.offset + *constant};
    if (Value operand = uncast(parts.base)) {
      parts.base = operand;
    } else if (std::optional<OffsetValue> sum = takeOffConstant(parts.base)) {
      parts.base = sum->base;
      parts.offset += sum->offset;
    } else {
      break;
    }
  }
  return parts;
}
