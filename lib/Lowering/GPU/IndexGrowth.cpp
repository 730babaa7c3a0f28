//===- IndexGrowth.cpp - Indices of one row and the next ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IndexGrowth.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace qdc {

IndexGrowth::IndexGrowth(qd::ForOp loop, unsigned axis) : body(loop.getBody()), variable(body.getArgument(axis)) {}

/// Sums of narrower integers wrap before they become indices.
static bool isWide(Value value) { return value.getType().isIndex() || value.getType().isInteger(64); }

IndexGrowth::Growth IndexGrowth::find(Value value) {
  if (value == variable)
    return {Kind::one, {}};
  Operation *op = value.getDefiningOp();
  if (isFromOutside(value) || (!op && value.getParentRegion() == &body))
    return {Kind::fixed, {}};
  if (!op)
    return {};
  if (auto known = found.find(value); known != found.end())
    return known->second;
  const Growth growth = make(op);
  return found[value] = growth;
}

IndexGrowth::Growth IndexGrowth::make(Operation *op) {
  if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return {};
  if (llvm::all_of(op->getOperands(), [&](Value operand) { return find(operand).kind == Kind::fixed; }))
    return {Kind::fixed, {}};
  if (!isWide(op->getResult(0)))
    return {};
  if (isa<arith::IndexCastOp, arith::ExtSIOp>(op)) {
    // The variable does not wrap.
    const bool isOne = find(op->getOperand(0)).kind == Kind::one;
    return isOne && (isWide(op->getOperand(0)) || op->getOperand(0) == variable) ? Growth{Kind::one, {}} : Growth();
  }
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return {};
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (find(lhs).kind == Kind::fixed && !isa<arith::SubIOp>(op))
    std::swap(lhs, rhs);
  if (find(rhs).kind != Kind::fixed)
    return {};
  const Growth growth = find(lhs);
  if (!isa<arith::MulIOp>(op))
    return growth;
  return growth.kind == Kind::one && isFromOutside(rhs) ? Growth{Kind::value, rhs} : Growth();
}

Value IndexGrowth::of(Operation &statement) {
  return statement.getNumResults() == 1 ? find(statement.getResult(0)).value : Value();
}

} // namespace qdc
