//===- OperationCount.cpp - Estimated cost of an iteration ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/OperationCount.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/LoopTrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace qdc;
using llvm::SaturatingAdd;
using llvm::SaturatingMultiply;

static uint32_t countRegion(Region &region);

uint32_t qdc::estimateTripCount(Operation *op) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop)
    return 1;
  auto lower = loop.getLoopLowerBounds(), upper = loop.getLoopUpperBounds(), step = loop.getLoopSteps();
  if (!lower || !upper || !step || lower->size() != upper->size() || step->size() != upper->size())
    return kAssumedTripCount;
  auto counted = dyn_cast<scf::ForOp>(op);
  const bool isUnsigned = counted && counted.getUnsignedCmp();
  uint32_t trips = 1;
  for (auto [from, to, by] : llvm::zip_equal(*lower, *upper, *step)) {
    const uint64_t inDimension = qd::constantTripCount(from, to, by, isUnsigned).value_or(kAssumedTripCount);
    trips = SaturatingMultiply(trips, static_cast<uint32_t>(std::min<uint64_t>(inDimension, UINT32_MAX)));
  }
  return trips;
}

static uint32_t countOperation(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || op->hasTrait<OpTrait::IsTerminator>())
    return 0;
  if (isa<math::MathDialect>(op->getDialect()) ||
      isa<arith::DivFOp, arith::RemFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, qd::RandomOp>(
          op))
    return kExpensiveOperation;
  uint32_t inside = 0;
  bool isConditional = isa<scf::IfOp, scf::IndexSwitchOp>(op);
  for (Region &region : op->getRegions()) {
    uint32_t count = countRegion(region);
    inside = isConditional ? std::max(inside, count) : SaturatingAdd(inside, count);
  }
  return SaturatingAdd(1u, SaturatingMultiply(inside, estimateTripCount(op)));
}

static uint32_t countRegion(Region &region) {
  uint32_t sum = 0;
  for (Block &block : region)
    for (Operation &op : block)
      sum = SaturatingAdd(sum, countOperation(&op));
  return sum;
}

uint32_t qdc::estimateOperations(qd::TaskOp task) {
  qd::ForOp loop = task.getParallelLoop();
  uint32_t count = countRegion(loop ? loop.getBody() : task.getBody());
  if (loop && loop.isReduction())
    count = SaturatingMultiply<uint32_t>(count, QDC_REDUCE_MINIMUM_BLOCK);
  return std::max(count, 1u);
}
