//===- SettledComparisons.cpp - Comparisons that a range decides ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SettledComparisons.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace qdc::qd;

std::optional<bool> qdc::qd::settledByRange(arith::CmpIOp op) {
  auto variable = dyn_cast<BlockArgument>(op.getLhs());
  auto loop = variable ? dyn_cast<ForOp>(variable.getOwner()->getParentOp()) : ForOp();
  if (!loop)
    return std::nullopt;
  const unsigned axis = variable.getArgNumber();
  const std::optional<int64_t> first =
      loop.getLowerBounds().empty() ? std::optional<int64_t>(0) : getConstantIntValue(loop.getLowerBounds()[axis]);
  const bool isNatural = first && *first >= 0;
  const std::optional<int64_t> constant = getConstantIntValue(op.getRhs());
  const bool isBelow = op.getRhs() == loop.getUpperBounds()[axis], isFrom = first && constant && *constant <= *first;
  switch (op.getPredicate()) {
  case arith::CmpIPredicate::slt:
    return isBelow ? std::optional(true) : isFrom ? std::optional(false) : std::nullopt;
  case arith::CmpIPredicate::sge:
    return isBelow ? std::optional(false) : isFrom ? std::optional(true) : std::nullopt;
  case arith::CmpIPredicate::ult:
    return isNatural && isBelow ? std::optional(true) : std::nullopt;
  case arith::CmpIPredicate::uge:
    return isNatural && isBelow ? std::optional(false) : std::nullopt;
  default:
    return std::nullopt;
  }
}
