//===- TakenValues.cpp - Where what is computed is of use -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TakenValues.h"
#include "TruthBuilder.h"
#include "qdc/Dialect/QD/IR/Arithmetic.h"
#include "qdc/Dialect/QD/IR/LoopTrips.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace qdc::qd;

namespace {
using UsesByBlock = llvm::MapVector<Block *, SmallVector<OpOperand *>>;
} // namespace

static Value createComparison(TruthBuilder &truth, arith::CmpFPredicate predicate, Value value, const APFloat &number) {
  Value constant = arith::ConstantOp::create(truth.builder, truth.location, FloatAttr::get(value.getType(), number));
  return arith::CmpFOp::create(truth.builder, truth.location, predicate, value, constant);
}

static Value createIsNotFinite(TruthBuilder &truth, Value value) {
  const llvm::fltSemantics &semantics = cast<FloatType>(value.getType()).getFloatSemantics();
  Value magnitude = math::AbsFOp::create(truth.builder, truth.location, value);
  return createComparison(truth, arith::CmpFPredicate::UGE, magnitude, APFloat::getInf(semantics));
}

/// Whether the operation does nothing but to compute its results, which nobody notices if nobody uses them.
static bool isComputation(Operation *op) {
  return (isArithmetic(op) || isa_and_nonnull<index::IndexDialect>(op->getDialect())) && op->getNumOperands() != 0;
}

static bool isExtreme(Operation *op) {
  return isa<arith::MinimumFOp, arith::MaximumFOp, arith::MinNumFOp, arith::MaxNumFOp, math::ClampFOp>(op);
}

/// Whether a comparison, or another test, is there for values that are not finite.
static bool asksForNotFinite(Operation *op) {
  if (isa<math::IsFiniteOp, math::IsInfOp, math::IsNaNOp, math::IsNormalOp>(op))
    return true;
  auto compare = dyn_cast<arith::CmpFOp>(op);
  if (!compare)
    return false;
  auto isInfinity = [](Value value) {
    return matchPattern(value, m_PosInfFloat()) || matchPattern(value, m_NegInfFloat());
  };
  return compare.getPredicate() == arith::CmpFPredicate::UNO || compare.getPredicate() == arith::CmpFPredicate::ORD ||
         compare.getLhs() == compare.getRhs() || isInfinity(compare.getLhs()) || isInfinity(compare.getRhs());
}

/// The infinity that a reduction or an atomic operation drops, of a value that goes into it.
static std::optional<APFloat> droppedInfinity(OpOperand &use) {
  auto type = dyn_cast<FloatType>(use.get().getType());
  if (!type)
    return std::nullopt;
  std::optional<bool> isMaximum;
  if (auto loop = dyn_cast<ForOp>(use.getOwner()->getParentOp()); loop && isa<YieldOp>(use.getOwner())) {
    const ReduceKind kind = loop.getReduceKinds()[use.getOperandNumber()];
    if (kind == ReduceKind::minimumf || kind == ReduceKind::maximumf)
      isMaximum = kind == ReduceKind::maximumf;
  } else if (auto atomic = dyn_cast<memref::AtomicRMWOp>(use.getOwner())) {
    using arith::AtomicRMWKind;
    const AtomicRMWKind kind = atomic.getKind();
    if (kind == AtomicRMWKind::minimumf || kind == AtomicRMWKind::minnumf)
      isMaximum = false;
    else if (kind == AtomicRMWKind::maximumf || kind == AtomicRMWKind::maxnumf)
      isMaximum = true;
  }
  if (!isMaximum)
    return std::nullopt;
  return APFloat::getInf(type.getFloatSemantics(), /*Negative=*/*isMaximum);
}

/// Whether a block of an operation runs wherever the operation does.
static bool surelyRuns(Block *block) {
  Operation *parent = block->getParentOp();
  auto loop = dyn_cast<scf::WhileOp>(parent);
  return isa<DoWhileOp>(parent) || (loop && block == loop.getBeforeBody());
}

/// Of uses below the operations of a block: in which of their blocks each is.
static void addBelow(OpOperand &use, Block *block, UsesByBlock &below) {
  Block *child = use.getOwner()->getBlock();
  while (child->getParentOp()->getBlock() != block)
    child = child->getParentOp()->getBlock();
  below[child].push_back(&use);
}

/// Whether a loop has an iteration; null for other operations.
static Value createRuns(TruthBuilder &truth, Operation *op) {
  using arith::CmpIPredicate;
  auto isPositive = [&](Value step, bool isUnsigned) {
    return createPositiveStep(truth.builder, truth.location, step, isUnsigned).isPositive;
  };
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return truth.both(arith::CmpIOp::create(truth.builder, truth.location,
                                            loop.getUnsignedCmp() ? CmpIPredicate::ult : CmpIPredicate::slt,
                                            loop.getLowerBound(), loop.getUpperBound()),
                      isPositive(loop.getStep(), loop.getUnsignedCmp()));
  auto loop = dyn_cast<ForOp>(op);
  if (!loop)
    return {};
  Value all;
  for (unsigned dim = 0; dim < loop.getRank(); ++dim) {
    Value lower = loop.getLowerBounds().empty()
                      ? arith::ConstantOp::create(truth.builder, truth.location,
                                                  truth.builder.getIntegerAttr(loop.getBoundType(), 0))
                            .getResult()
                      : loop.getLowerBounds()[dim];
    all = truth.both(all, arith::CmpIOp::create(truth.builder, truth.location, CmpIPredicate::slt, lower,
                                                loop.getUpperBounds()[dim]));
    if (!loop.getSteps().empty())
      all = truth.both(all, isPositive(loop.getSteps()[dim], /*isUnsigned=*/false));
  }
  return all;
}

TakenValues::Way TakenValues::wayOf(OpOperand &use) const {
  Operation *user = use.getOwner();
  if (isa<CheckOp>(user)) // of another check; the kernel itself has none
    return Way::ignores;
  if (isa<arith::SelectOp>(user))
    return use.getOperandNumber() == 0 ? Way::passesOn : Way::mayDrop;
  if (isa<arith::AndIOp, arith::OrIOp>(user) && use.get().getType().isInteger(1))
    return Way::mayDrop;
  if (kind == Kind::floats) {
    if (asksForNotFinite(user))
      return Way::ignores;
    if (isa<arith::CmpFOp>(user) || isExtreme(user) || droppedInfinity(use))
      return Way::mayDrop;
  }
  return isComputation(user) ? Way::passesOn : Way::takes;
}

/// Whether some of these uses, in `block` or below it, surely takes the value where the block runs.
bool TakenValues::areTaken(ArrayRef<OpOperand *> uses, Block *block) const {
  UsesByBlock below;
  for (OpOperand *use : uses) {
    Operation *user = use->getOwner();
    if (user->getBlock() != block)
      addBelow(*use, block, below);
    else if (const Way way = wayOf(*use); way == Way::takes || (way == Way::passesOn && of(user).isAlways))
      return true;
  }
  return llvm::any_of(below,
                      [&](auto &entry) { return surelyRuns(entry.first) && areTaken(entry.second, entry.first); });
}

/// Makes a copy in each branch that uses the operation, and in each loop that does not surely take it.
void TakenValues::copyToBranches(Operation *op) {
  UsesByBlock below;
  for (OpOperand &use : op->getUses())
    if (use.getOwner()->getBlock() != op->getBlock())
      addBelow(use, op->getBlock(), below);
  for (auto &[block, uses] : below) {
    if (isa<scf::ForOp, ForOp>(block->getParentOp()) && areTaken(uses, block))
      continue;
    Operation *copy = OpBuilder::atBlockBegin(block).clone(*op);
    for (OpOperand *use : uses)
      use->set(copy->getResult(cast<OpResult>(use->get()).getResultNumber()));
    process(copy);
  }
}

/// When an operation that may drop the value of `use` does not, if its own result is taken.
static Value createKeeps(TruthBuilder &truth, OpOperand &use) {
  Operation *user = use.getOwner();
  const unsigned number = use.getOperandNumber();
  if (auto select = dyn_cast<arith::SelectOp>(user))
    return number == 1 ? select.getCondition() : truth.negate(select.getCondition());
  if (isa<arith::AndIOp>(user))
    return user->getOperand(1 - number);
  if (isa<arith::OrIOp>(user))
    return truth.negate(user->getOperand(1 - number));
  if (isa<arith::CmpFOp>(user)) // an infinity has its place in the order
    return arith::CmpFOp::create(truth.builder, truth.location, arith::CmpFPredicate::UNO, use.get(), use.get());
  if (std::optional<APFloat> infinity = droppedInfinity(use))
    return createComparison(truth, arith::CmpFPredicate::UNE, use.get(), *infinity);
  return createIsNotFinite(truth, user->getResult(0));
}

/// Of an operation that is not always taken, and is used in its block and in loops of it alone.
Taken TakenValues::findTaken(Operation *op) const {
  Taken taken = {/*isAlways=*/false, {}, op};
  auto follow = [&](Operation *other) {
    if (taken.last->isBeforeInBlock(other))
      taken.last = other;
  };
  UsesByBlock below;
  SmallVector<OpOperand *> deciding;
  for (OpOperand &use : op->getUses()) {
    Operation *user = use.getOwner();
    if (user->getBlock() != op->getBlock()) {
      addBelow(use, op->getBlock(), below);
      continue;
    }
    const Taken ofUser = of(user);
    if (wayOf(use) == Way::ignores || ofUser.isNever())
      continue;
    deciding.push_back(&use);
    follow(!ofUser.isAlways ? ofUser.last : isComputation(user) ? user : user->getPrevNode());
  }
  for (auto &[block, uses] : below)
    follow(block->getParentOp()->getPrevNode());

  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(taken.last);
  TruthBuilder truth = {builder, op->getLoc()};
  auto add = [&](Value term) {
    taken.condition = taken.condition && taken.condition != term
                          ? arith::OrIOp::create(builder, op->getLoc(), taken.condition, term).getResult()
                          : term;
  };
  for (OpOperand *use : deciding) {
    Value keeps = wayOf(*use) == Way::mayDrop ? createKeeps(truth, *use) : Value();
    add(truth.both(keeps, of(use->getOwner()).condition));
  }
  for (auto &[block, uses] : below)
    add(createRuns(truth, block->getParentOp()));
  taken.last = builder.getInsertionPoint()->getPrevNode();
  return taken;
}

void TakenValues::process(Operation *op) {
  SmallVector<OpOperand *> uses(llvm::make_pointer_range(op->getUses()));
  if (uses.empty() || areTaken(uses, op->getBlock()))
    return;
  copyToBranches(op);
  if (op->use_empty()) {
    op->erase();
    return;
  }
  known[op] = findTaken(op);
}

TakenValues::TakenValues(KernelOp kernel, Kind kind, llvm::function_ref<bool(Operation *)> canGoWrong) : kind(kind) {
  llvm::DenseSet<Operation *> suspects; // that can go wrong, or compute with what can
  SmallVector<Operation *> order;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto isSuspect = [&](Value operand) { return suspects.contains(operand.getDefiningOp()); };
    if (isComputation(op) && (canGoWrong(op) || llvm::any_of(op->getOperands(), isSuspect))) {
      suspects.insert(op);
      order.push_back(op);
    }
  });
  // What uses a result comes after it.
  for (Operation *op : llvm::reverse(order))
    process(op);
}
