//===- CheckFloat.cpp - Where NaNs and infinities come from ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc::qd {
#define GEN_PASS_DEF_CHECKFLOAT
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

namespace {
/// The finding of one operation: results that are not finite, of operands that are.
class Finding {
public:
  explicit Finding(Operation *op) : builder(op), location(op->getLoc()) { builder.setInsertionPointAfter(op); }

  void check(StringRef name, ValueRange operands, ValueRange results);
  Value fold(memref::AtomicRMWOp op);

private:
  Value isFinite(Value value);

  OpBuilder builder;
  Location location;
};

struct CheckFloat : qdc::qd::impl::CheckFloatBase<CheckFloat> {
  void runOnOperation() override { addCounts(getOperation(), checkFloat(getOperation())); }
};
} // namespace

Value Finding::isFinite(Value value) {
  auto type = cast<FloatType>(value.getType());
  Value infinity =
      arith::ConstantOp::create(builder, location, FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics())));
  Value magnitude = math::AbsFOp::create(builder, location, value);
  return arith::CmpFOp::create(builder, location, arith::CmpFPredicate::OLT, magnitude, infinity);
}

void Finding::check(StringRef name, ValueRange operands, ValueRange results) {
  Value allFinite;
  for (Value result : results) {
    Value finite = isFinite(result);
    allFinite = allFinite ? arith::AndIOp::create(builder, location, allFinite, finite).getResult() : finite;
  }
  Value isTrue = arith::ConstantIntOp::create(builder, location, 1, 1);
  for (Value operand : operands) {
    if (!isa<FloatType>(operand.getType()))
      continue;
    Value notFinite = arith::XOrIOp::create(builder, location, isFinite(operand), isTrue);
    allFinite = arith::OrIOp::create(builder, location, allFinite, notFinite);
  }
  std::string message = name.str() + " gives {}";
  for (size_t result = 1; result < results.size(); ++result)
    message += " and {}";
  for (size_t operand = 0; operand < operands.size(); ++operand)
    message += operand == 0 ? " of {}" : ", {}";
  SmallVector<Value> reported(results);
  llvm::append_range(reported, operands);
  createCheck(builder, location, allFinite, std::move(message), reported);
}

/// What an atomic operation leaves in memory, or null.
Value Finding::fold(memref::AtomicRMWOp op) {
  if (op.getKind() == arith::AtomicRMWKind::addf)
    return arith::AddFOp::create(builder, location, op.getResult(), op.getValue());
  if (op.getKind() == arith::AtomicRMWKind::mulf)
    return arith::MulFOp::create(builder, location, op.getResult(), op.getValue());
  return {};
}

/// Whether finite operands can give another result: not where an operand is passed on, and not where bits are.
static bool canOverflow(Operation *op) {
  if (!isa_and_nonnull<arith::ArithDialect, math::MathDialect>(op->getDialect()) || op->getNumOperands() == 0)
    return false;
  if (isa<arith::SelectOp, arith::BitcastOp, arith::NegFOp, arith::ExtFOp, arith::MinimumFOp, arith::MaximumFOp,
          arith::MinNumFOp, arith::MaxNumFOp, math::AbsFOp, math::CopySignOp, math::FloorOp, math::CeilOp,
          math::RoundOp, math::RoundEvenOp, math::TruncOp>(op))
    return false;
  return llvm::any_of(op->getResultTypes(), [](Type type) { return isa<FloatType>(type); });
}

CheckCounts qdc::qd::checkFloat(KernelOp kernel) {
  // Collected first: what checks compute is not checked.
  SmallVector<Operation *> operations;
  kernel.walk([&](Operation *op) {
    if (canOverflow(op) || isa<memref::AtomicRMWOp>(op))
      operations.push_back(op);
  });
  CheckCounts counts;
  for (Operation *op : operations) {
    Finding finding(op);
    if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op)) {
      Value folded = finding.fold(atomic);
      if (!folded)
        continue;
      finding.check(stringifyAtomicRMWKind(atomic.getKind()), {atomic.getResult(), atomic.getValue()}, folded);
    } else {
      SmallVector<Value> results;
      llvm::copy_if(op->getResults(), std::back_inserter(results),
                    [](Value result) { return isa<FloatType>(result.getType()); });
      finding.check(op->getName().getStringRef(), op->getOperands(), results);
    }
    ++counts.checks;
  }
  return counts;
}
