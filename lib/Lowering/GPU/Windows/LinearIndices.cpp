//===- LinearIndices.cpp - Indices along a loop's last dimension ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LinearIndices.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace qdc {

static std::optional<int64_t> constantOf(Value value) {
  APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)) || !constant.isSignedIntN(64))
    return std::nullopt;
  return constant.getSExtValue();
}

namespace {

/// Values may be shared by many others, so each is looked at once.
class Finder {
public:
  Finder(qd::ForOp loop, int64_t width, llvm::SetVector<Value> &multiples)
      : loop(loop), width(width), multiples(multiples) {}

  std::optional<LinearIndex> find(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || !isInLoop(value))
      return findLeaf(value);
    if (auto known = found.find(value); known != found.end())
      return known->second;
    return found[value] = findResult(op);
  }

private:
  using Found = std::optional<LinearIndex>;

  bool isInLoop(Value value) { return loop.getBody().isAncestor(value.getParentRegion()); }
  bool isLastVariable(Value value) { return value == loop.getBody().front().getArguments().back(); }
  int64_t remainder(int64_t value) const { return value & (width - 1); }

  /// Whether it is a variable of the loop, but for the last one, or one of an inner loop, that goes through the same
  /// values in all iterations along the last dimension.
  bool isFixedArgument(Value value) {
    Operation *owner = cast<BlockArgument>(value).getOwner()->getParentOp();
    if (owner == loop)
      return !isLastVariable(value);
    auto inner = dyn_cast<scf::ForOp>(owner);
    return inner && value == inner.getInductionVar() && isFixed(inner.getLowerBound()) && isFixed(inner.getStep());
  }

  /// A variable of a loop, or a value from outside.
  Found findLeaf(Value value) {
    if (std::optional<int64_t> constant = constantOf(value))
      return LinearIndex{0, remainder(*constant)};
    if (isInLoop(value))
      return isLastVariable(value)    ? Found(LinearIndex{1, 0})
             : isFixedArgument(value) ? Found(LinearIndex())
                                      : std::nullopt;
    multiples.insert(value);
    return LinearIndex{0, 0};
  }

  Found findResult(Operation *op) {
    if (std::optional<int64_t> constant = constantOf(op->getResult(0)))
      return LinearIndex{0, remainder(*constant)};
    // Narrower types wrap within the width.
    auto isWide = [](Value value) { return value.getType().isIndex() || value.getType().getIntOrFloatBitWidth() >= 8; };
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(op) &&
        isWide(op->getOperand(0)) && isWide(op->getResult(0)))
      return find(op->getOperand(0));
    if (isa<arith::AddIOp, arith::SubIOp>(op) && isWide(op->getResult(0)))
      return findSum(op, isa<arith::SubIOp>(op) ? -1 : 1);
    if (isa<arith::MulIOp>(op) && isWide(op->getResult(0)))
      return findProduct(op->getOperand(0), op->getOperand(1));
    return isFixed(op->getResult(0)) ? Found(LinearIndex()) : std::nullopt;
  }

  Found findSum(Operation *op, int64_t sign) {
    const Found lhs = find(op->getOperand(0)), rhs = find(op->getOperand(1));
    LinearIndex sum;
    if (!lhs || !rhs || llvm::MulOverflow(sign, rhs->coefficient, sum.coefficient) ||
        llvm::AddOverflow(lhs->coefficient, sum.coefficient, sum.coefficient))
      return std::nullopt;
    if (lhs->residue && rhs->residue)
      sum.residue = remainder(*lhs->residue + sign * *rhs->residue);
    return sum;
  }

  Found findProduct(Value left, Value right) {
    Found lhs = find(left), rhs = find(right);
    if (rhs && rhs->coefficient != 0) {
      std::swap(left, right);
      std::swap(lhs, rhs);
    }
    LinearIndex product;
    if (!lhs || !rhs || rhs->coefficient != 0)
      return std::nullopt;
    if (lhs->coefficient != 0) {
      const std::optional<int64_t> constant = constantOf(right);
      if (!constant || llvm::MulOverflow(lhs->coefficient, *constant, product.coefficient))
        return std::nullopt;
    }
    // A multiple of the width makes one of the product, whatever the other factor.
    if (lhs->residue && rhs->residue)
      product.residue = remainder(*lhs->residue * *rhs->residue);
    else if (lhs->residue == 0 || rhs->residue == 0)
      product.residue = 0;
    return product;
  }

  /// The same for all values of the last variable.
  bool isFixed(Value value) {
    Operation *op = value.getDefiningOp();
    if (!isInLoop(value))
      return true;
    if (!op)
      return isFixedArgument(value);
    if (auto known = fixed.find(value); known != fixed.end())
      return known->second;
    const bool isPure = op->getNumRegions() == 0 && isMemoryEffectFree(op);
    const bool result = isPure && llvm::all_of(op->getOperands(), [&](Value operand) { return isFixed(operand); });
    return fixed[value] = result;
  }

  qd::ForOp loop;
  int64_t width;
  llvm::SetVector<Value> &multiples;
  llvm::DenseMap<Value, Found> found;
  llvm::DenseMap<Value, bool> fixed;
};

} // namespace

std::optional<LinearIndex> findLinearIndex(qd::ForOp loop, Value value, int64_t width,
                                           llvm::SetVector<Value> &multiples) {
  return Finder(loop, width, multiples).find(value);
}

} // namespace qdc
