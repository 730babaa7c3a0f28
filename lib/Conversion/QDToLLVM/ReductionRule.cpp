//===- ReductionRule.cpp - The order in which a reduction folds -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReductionRule.h"

#include "Memory.h"
#include "qdc/ABI/KernelABI.h"

using namespace mlir;

namespace qdc {

Value foldPair(OpBuilder &builder, Location location, qd::ReduceKind kind, Value lhs, Value rhs) {
  switch (kind) {
  case qd::ReduceKind::addf:
    return arith::AddFOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::mulf:
    return arith::MulFOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::minimumf:
    return arith::MinimumFOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::maximumf:
    return arith::MaximumFOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::addi:
    return arith::AddIOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::muli:
    return arith::MulIOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::mins:
    return arith::MinSIOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::maxs:
    return arith::MaxSIOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::minu:
    return arith::MinUIOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::maxu:
    return arith::MaxUIOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::andi:
    return arith::AndIOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::ori:
    return arith::OrIOp::create(builder, location, lhs, rhs);
  case qd::ReduceKind::xori:
    return arith::XOrIOp::create(builder, location, lhs, rhs);
  }
  llvm_unreachable("all kinds are above");
}

TypedAttr neutralElement(OpBuilder &builder, qd::ReduceKind kind, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (kind) {
    case qd::ReduceKind::mulf:
      return builder.getFloatAttr(type, APFloat(semantics, 1));
    case qd::ReduceKind::minimumf:
      return builder.getFloatAttr(type, APFloat::getInf(semantics));
    case qd::ReduceKind::maximumf:
      return builder.getFloatAttr(type, APFloat::getInf(semantics, /*Negative=*/true));
    default:
      return builder.getFloatAttr(type, APFloat::getZero(semantics));
    }
  }
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  switch (kind) {
  case qd::ReduceKind::muli:
    return builder.getIntegerAttr(type, APInt(width, 1));
  case qd::ReduceKind::mins:
    return builder.getIntegerAttr(type, APInt::getSignedMaxValue(width));
  case qd::ReduceKind::maxs:
    return builder.getIntegerAttr(type, APInt::getSignedMinValue(width));
  case qd::ReduceKind::minu:
  case qd::ReduceKind::andi:
    return builder.getIntegerAttr(type, APInt::getAllOnes(width));
  default:
    return builder.getIntegerAttr(type, APInt::getZero(width));
  }
}

Value reductionBlockSize(I64Builder i64, Value total) {
  Value most = i64.constant(int64_t(QDC_REDUCE_MINIMUM_BLOCK) * QDC_REDUCE_MAXIMUM_PARTIALS);
  Value multiple = i64.div(i64.add(total, i64.sub(most, i64.constant(1))), most);
  return i64.mul(i64.constant(QDC_REDUCE_MINIMUM_BLOCK), i64.max(multiple, i64.constant(1)));
}

Value reductionBlockCount(I64Builder i64, Value total, Value size) {
  return i64.div(i64.add(total, i64.sub(size, i64.constant(1))), size);
}

Value partialWord(I64Builder i64, int64_t offset, Value index) {
  static_assert(QDC_WORD_BYTES == 8, "a partial is addressed as an i64");
  return i64.add(i64.constant(offset / QDC_WORD_BYTES), index);
}

Value partialAddress(OpBuilder &builder, Location location, const ChunkFunction &chunk, int64_t offset, Value index) {
  Value word = partialWord({builder, location}, offset, index);
  return elementAddress(builder, location, chunk.workspace, builder.getI64Type(), word);
}

} // namespace qdc
