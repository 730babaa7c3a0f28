//===- Extents.cpp - How many iterations a parallel loop has --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extents.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/LoopTrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

/// Iterations of one dimension. The span is upper - lower with the upper bound raised to the lower one first, so that
/// an empty range never overflows.
static SizeExpr dimensionCount(const SizeExpr &lower, const SizeExpr &upper, const SizeExpr &step) {
  bool isPlain = lower == SizeExpr() && isNeverNegative(upper);
  SizeExpr raised = isPlain ? upper : SizeExpr::binary(SizeExprKind::max, upper, lower);
  SizeExpr span = SizeExpr::binary(SizeExprKind::sub, raised, lower);
  SizeExpr zero, one = SizeExpr::constant(1);
  SizeExpr positiveStep = SizeExpr::binary(SizeExprKind::max, step, one);
  SizeExpr isPositive = SizeExpr::binary(SizeExprKind::min, SizeExpr::binary(SizeExprKind::max, step, zero), one);
  return SizeExpr::binary(SizeExprKind::mul, isPositive, SizeExpr::ceilDiv(span, positiveStep));
}

SizeExpr offload::iterationCount(ForOp loop, llvm::function_ref<SizeExpr(Value)> size) {
  SizeExpr product = SizeExpr::constant(1);
  for (unsigned dimension = 0, rank = loop.getRank(); dimension < rank; ++dimension) {
    SizeExpr lower = loop.getLowerBounds().empty() ? SizeExpr() : size(loop.getLowerBounds()[dimension]);
    SizeExpr step = loop.getSteps().empty() ? SizeExpr::constant(1) : size(loop.getSteps()[dimension]);
    SizeExpr count = dimensionCount(lower, size(loop.getUpperBounds()[dimension]), step);
    product = SizeExpr::binary(SizeExprKind::mul, product, count);
  }
  return product;
}

SizeExpr offload::reductionBlocks(const SizeExpr &iterations) {
  constexpr int64_t minimum = QDC_REDUCE_MINIMUM_BLOCK;
  SizeExpr scale =
      SizeExpr::binary(SizeExprKind::max, SizeExpr::constant(1),
                       SizeExpr::ceilDiv(iterations, SizeExpr::constant(minimum * QDC_REDUCE_MAXIMUM_PARTIALS)));
  return SizeExpr::ceilDiv(iterations, SizeExpr::binary(SizeExprKind::mul, SizeExpr::constant(minimum), scale));
}

uint64_t offload::partialBytes(const SizeExpr &iterations) {
  SizeExpr blocks = reductionBlocks(iterations);
  return QDC_WORD_BYTES * (blocks.isConstant() ? std::max<int64_t>(blocks.value(), 1) : QDC_REDUCE_MAXIMUM_PARTIALS);
}

Value offload::emitIterationCount(OpBuilder &builder, ForOp loop, const IRMapping &mapping) {
  Location location = loop.getLoc();
  auto constant = [&](int64_t value) { return arith::ConstantIndexOp::create(builder, location, value).getResult(); };
  auto bound = [&](Value value) -> Value {
    value = mapping.lookup(value);
    if (value.getType().isIndex())
      return value;
    return arith::IndexCastOp::create(builder, location, builder.getIndexType(), value);
  };
  Value product;
  for (unsigned axis = 0, rank = loop.getRank(); axis < rank; ++axis) {
    Value lower = loop.getLowerBounds().empty() ? constant(0) : bound(loop.getLowerBounds()[axis]);
    Value step = loop.getSteps().empty() ? constant(1) : bound(loop.getSteps()[axis]);
    Value count = createTripCount(builder, location, {lower, bound(loop.getUpperBounds()[axis]), step});
    product = product ? arith::MulIOp::create(builder, location, product, count).getResult() : count;
  }
  return product ? product : constant(1);
}
