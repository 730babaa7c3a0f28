//===- ReductionRule.cpp - The order in which a reduction folds -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/ReductionRule.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/Folds.h"

using namespace mlir;

namespace qdc {

Value foldPair(OpBuilder &builder, Location location, qd::ReduceKind kind, Value lhs, Value rhs) {
  return arith::getReductionOp(foldKind(kind), builder, location, lhs, rhs);
}

TypedAttr startOfReduction(OpBuilder &builder, qd::ReduceKind kind, Type type) {
  return kind == qd::ReduceKind::addf ? cast<TypedAttr>(builder.getZeroAttr(type))
                                      : neutralElement(foldKind(kind), type);
}

/// The quotient rounded up. The sum may have all 64 bits, without a sign.
static Value divideUp(I64Builder i64, Value total, Value size) {
  Value sum = i64.builder.createOrFold<arith::AddIOp>(i64.location, total, i64.sub(size, i64.constant(1)),
                                                      arith::IntegerOverflowFlags::nuw);
  return i64.div(sum, size);
}

ReductionBlocks ReductionBlocks::create(I64Builder i64, Value total) {
  Value most = i64.constant(int64_t(QDC_REDUCE_MINIMUM_BLOCK) * QDC_REDUCE_MAXIMUM_PARTIALS);
  Value multiple = divideUp(i64, total, most);
  return {total, i64.mul(i64.constant(QDC_REDUCE_MINIMUM_BLOCK), i64.max(multiple, i64.constant(1)))};
}

Value ReductionBlocks::count(I64Builder i64) const { return divideUp(i64, total, size); }

Value ReductionBlocks::begin(I64Builder i64, Value block) const { return i64.mul(block, size); }

Value ReductionBlocks::end(I64Builder i64, Value first) const { return i64.min(total, i64.add(first, size)); }

Value partialWord(I64Builder i64, int64_t offset, Value index) {
  static_assert(QDC_WORD_BYTES == 8, "a partial is addressed as an i64");
  return i64.add(i64.constant(offset / QDC_WORD_BYTES), index);
}

} // namespace qdc
