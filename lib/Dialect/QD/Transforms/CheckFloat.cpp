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
#include "mlir/Dialect/SCF/IR/SCF.h"

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
  Value isNotFinite(Value value);
  Value isAnyNotFinite(ValueRange values);

  OpBuilder builder;
  Location location;
};

struct CheckFloat : qdc::qd::impl::CheckFloatBase<CheckFloat> {
  void getDependentDialects(DialectRegistry &registry) const override {
    CheckFloatBase::getDependentDialects(registry);
    registry.insert<scf::SCFDialect>();
  }
  void runOnOperation() override { addCounts(getOperation(), checkFloat(getOperation())); }
};
} // namespace

Value Finding::isNotFinite(Value value) {
  auto type = cast<FloatType>(value.getType());
  Value infinity =
      arith::ConstantOp::create(builder, location, FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics())));
  Value magnitude = math::AbsFOp::create(builder, location, value);
  return arith::CmpFOp::create(builder, location, arith::CmpFPredicate::UEQ, magnitude, infinity);
}

Value Finding::isAnyNotFinite(ValueRange values) {
  Value isAny;
  for (Value value : values) {
    if (!isa<FloatType>(value.getType()))
      continue;
    Value isThis = isNotFinite(value);
    isAny = isAny ? arith::OrIOp::create(builder, location, isAny, isThis).getResult() : isThis;
  }
  return isAny ? isAny : arith::ConstantIntOp::create(builder, location, 0, 1).getResult();
}

void Finding::check(StringRef name, ValueRange operands, ValueRange results) {
  // Operands are looked at where a result is not finite, which is rare.
  auto isRare = scf::IfOp::create(builder, location, isAnyNotFinite(results), /*withElseRegion=*/false);
  builder.setInsertionPointToStart(isRare.thenBlock());
  Value isExcused = isAnyNotFinite(operands);
  std::string message = name.str() + " gives {}";
  for (size_t result = 1; result < results.size(); ++result)
    message += " and {}";
  for (size_t operand = 0; operand < operands.size(); ++operand)
    message += operand == 0 ? " of {}" : ", {}";
  SmallVector<Value> reported(results);
  llvm::append_range(reported, operands);
  createCheck(builder, location, isExcused, std::move(message), reported);
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
