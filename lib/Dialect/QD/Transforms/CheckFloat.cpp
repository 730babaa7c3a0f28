//===- CheckFloat.cpp - Where NaNs and infinities come from ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TakenValues.h"
#include "TruthBuilder.h"
#include "qdc/Dialect/QD/IR/Arithmetic.h"
#include "qdc/Dialect/QD/Transforms/Checks.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

#include <algorithm>

namespace qdc::qd {
#define GEN_PASS_DEF_CHECKFLOAT
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

namespace {
/// What to look at: results that are not finite, of operands that are.
struct Place {
  Operation *last; // the check may stand after it
  std::string name;
  SmallVector<Value> operands, results;
  Value taken; // whether the results are of use; null: they are
};

/// Creates checks at the builder's place.
class FloatChecker {
public:
  FloatChecker(OpBuilder &builder, Location location) : builder(builder), location(location) {}

  /// Whether all of them are finite; never of none.
  Value areFinite(ValueRange values);
  void check(const Place &place);

private:
  Value isFinite(Value value);

  OpBuilder &builder;
  Location location;
};

struct CheckFloat : qdc::qd::impl::CheckFloatBase<CheckFloat> {
  void runOnOperation() override { addCounts(getOperation(), checkFloat(getOperation())); }
};
} // namespace

Value FloatChecker::isFinite(Value value) {
  auto type = cast<FloatType>(value.getType());
  Value infinity =
      arith::ConstantOp::create(builder, location, FloatAttr::get(type, APFloat::getInf(type.getFloatSemantics())));
  Value magnitude = math::AbsFOp::create(builder, location, value);
  return arith::CmpFOp::create(builder, location, arith::CmpFPredicate::OLT, magnitude, infinity);
}

Value FloatChecker::areFinite(ValueRange values) {
  Value all;
  for (Value value : values) {
    Value finite = isFinite(value);
    all = all ? arith::AndIOp::create(builder, location, all, finite).getResult() : finite;
  }
  return all;
}

void FloatChecker::check(const Place &place) {
  Value holds = areFinite(place.results);
  const TruthBuilder truth = {builder, location};
  for (Value operand : place.operands)
    if (isa<FloatType>(operand.getType()))
      holds = truth.holdsWhere(isFinite(operand), holds);
  if (place.taken)
    holds = truth.holdsWhere(place.taken, holds);
  std::string message = place.name + " gives {}";
  for (size_t result = 1; result < place.results.size(); ++result)
    message += " and {}";
  for (size_t operand = 0; operand < place.operands.size(); ++operand)
    message += operand == 0 ? " of {}" : ", {}";
  SmallVector<Value> reported(place.results);
  llvm::append_range(reported, place.operands);
  createCheck(builder, location, holds, std::move(message), reported);
}

/// What an atomic operation leaves in memory, created after it, or null.
static Value createFold(memref::AtomicRMWOp op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  if (op.getKind() == arith::AtomicRMWKind::addf)
    return arith::AddFOp::create(builder, op.getLoc(), op.getResult(), op.getValue());
  if (op.getKind() == arith::AtomicRMWKind::mulf)
    return arith::MulFOp::create(builder, op.getLoc(), op.getResult(), op.getValue());
  return {};
}

/// Whether finite operands can give another result: not where an operand is passed on, and not where bits are.
static bool canOverflow(Operation *op) {
  if (!isArithmetic(op) || op->getNumOperands() == 0)
    return false;
  if (isa<arith::SelectOp, arith::BitcastOp, arith::NegFOp, arith::ExtFOp, arith::MinimumFOp, arith::MaximumFOp,
          arith::MinNumFOp, arith::MaxNumFOp, math::AbsFOp, math::CopySignOp, math::FloorOp, math::CeilOp,
          math::RoundOp, math::RoundEvenOp, math::TruncOp>(op))
    return false;
  return llvm::any_of(op->getResultTypes(), [](Type type) { return isa<FloatType>(type); });
}

/// What is to be looked at after an operation, if anything.
static std::optional<Place> placeOf(Operation *op, const TakenValues &taken) {
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op)) {
    Value folded = createFold(atomic);
    if (!folded)
      return std::nullopt;
    return Place{folded.getDefiningOp(),
                 stringifyAtomicRMWKind(atomic.getKind()).str(),
                 {atomic.getResult(), atomic.getValue()},
                 {folded},
                 {}};
  }
  const Taken isTaken = taken.of(op);
  if (isTaken.isNever())
    return std::nullopt;
  Place place = {isTaken.isAlways ? op : isTaken.last,
                 op->getName().getStringRef().str(),
                 llvm::to_vector(op->getOperands()),
                 {},
                 isTaken.condition};
  llvm::copy_if(op->getResults(), std::back_inserter(place.results),
                [](Value result) { return isa<FloatType>(result.getType()); });
  return place;
}

/// Whether a check of what stands ahead of `op` may stand after it.
static bool canBePassed(Operation *op) {
  return op->getNumRegions() == 0 && (isMemoryEffectFree(op) || isa<memref::LoadOp>(op));
}

/// Whether nothing but what a check may pass stands between the two.
static bool isOneRun(Operation *first, Operation *second) {
  if (first->getBlock() != second->getBlock())
    return false;
  while (first != second)
    if (first = first->getNextNode(); !canBePassed(first))
      return false;
  return true;
}

/// Whether a NaN or an infinity in this operand makes the result one.
static bool passesOn(OpOperand &operand) {
  Operation *op = operand.getOwner();
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::TruncFOp, math::FmaOp, math::SqrtOp>(op) ||
         (isa<arith::DivFOp>(op) && operand.getOperandNumber() == 0);
}

/// Of the results of a run those that tell of all others: what an operation that passes on uses needs no look, since
/// that operation's result gets one, or needs none for the same reason.
static SmallVector<Value> resultsThatTell(ArrayRef<Place> run) {
  llvm::SmallPtrSet<Operation *, 16> operations;
  for (const Place &place : run)
    operations.insert(place.results.front().getDefiningOp());
  auto isTold = [&](Value result) {
    return llvm::any_of(result.getUses(),
                        [&](OpOperand &use) { return passesOn(use) && operations.contains(use.getOwner()); });
  };
  SmallVector<Value> telling;
  for (const Place &place : run)
    llvm::copy_if(place.results, std::back_inserter(telling), [&](Value result) { return !isTold(result); });
  return telling;
}

/// One look at all results; which was the first one that is not finite, and whether its operands were, is only asked
/// where some are not.
static void checkRun(ArrayRef<Place> run, Operation *last) {
  OpBuilder builder(last->getContext());
  builder.setInsertionPointAfter(last);
  if (run.size() > 1) {
    Location location = run.front().results.front().getLoc();
    Value isTrue = arith::ConstantIntOp::create(builder, location, 1, 1);
    Value allFinite = FloatChecker(builder, location).areFinite(resultsThatTell(run));
    Value someNot = arith::XOrIOp::create(builder, location, allFinite, isTrue);
    builder.setInsertionPointToStart(scf::IfOp::create(builder, location, someNot).thenBlock());
  }
  for (const Place &place : run)
    FloatChecker(builder, place.results.front().getLoc()).check(place);
}

/// Checks what a block has in runs, in which the places have the order of their operations.
static void checkBlock(ArrayRef<Place> places) {
  SmallVector<size_t> order = llvm::to_vector(llvm::seq(places.size()));
  llvm::sort(order, [&](size_t first, size_t second) {
    Operation *last = places[first].last, *other = places[second].last;
    return last == other ? first < second : last->isBeforeInBlock(other);
  });
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    for (end = begin + 1; end < order.size() && isOneRun(places[order[end - 1]].last, places[order[end]].last);)
      ++end;
    Operation *last = places[order[end - 1]].last;
    std::sort(order.begin() + begin, order.begin() + end);
    checkRun(llvm::map_to_vector(ArrayRef(order).slice(begin, end - begin), [&](size_t each) { return places[each]; }),
             last);
  }
}

CheckCounts qdc::qd::checkFloat(KernelOp kernel) {
  const TakenValues taken(kernel, TakenValues::Kind::floats, canOverflow);
  // Collected first: what checks compute is not checked.
  SmallVector<Operation *> operations;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (canOverflow(op) || isa<memref::AtomicRMWOp>(op))
      operations.push_back(op);
  });
  CheckCounts counts;
  llvm::MapVector<Block *, std::vector<Place>> places;
  for (Operation *op : operations) {
    std::optional<Place> place = placeOf(op, taken);
    if (!place)
      continue;
    places[op->getBlock()].push_back(std::move(*place));
    ++counts.checks;
  }
  for (auto &[block, found] : places)
    checkBlock(found);
  return counts;
}
