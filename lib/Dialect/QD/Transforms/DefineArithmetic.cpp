//===- DefineArithmetic.cpp - Give every integer operation a value --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/DefineArithmetic.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

namespace qdc::qd {
#define GEN_PASS_DEF_DEFINEARITHMETIC
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;
using arith::CmpIPredicate;

namespace {
/// Builds in front of one operation. Everything folds as it is built, so that
/// constants make guards vanish.
class Guard {
public:
  explicit Guard(Operation *op) : builder(op), location(op->getLoc()), type(op->getResult(0).getType()) {}

  unsigned width() const { return ConstantIntRanges::getStorageBitwidth(type); }
  Value constant(const APInt &value) {
    TypedAttr attribute = IntegerAttr::get(getElementTypeOrSelf(type), value);
    if (auto shaped = dyn_cast<ShapedType>(type))
      attribute = DenseElementsAttr::get(shaped, attribute);
    return arith::ConstantOp::create(builder, location, attribute);
  }
  Value constant(uint64_t value) { return constant(APInt(width(), value)); }
  Value compare(CmpIPredicate predicate, Value lhs, Value rhs) {
    return builder.createOrFold<arith::CmpIOp>(location, predicate, lhs, rhs);
  }
  Value both(Value lhs, Value rhs) { return builder.createOrFold<arith::AndIOp>(location, lhs, rhs); }
  Value either(Value lhs, Value rhs) { return builder.createOrFold<arith::OrIOp>(location, lhs, rhs); }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return builder.createOrFold<arith::SelectOp>(location, condition, ifTrue, ifFalse);
  }

  OpBuilder builder;
  Location location;
  Type type;
};
} // namespace

static bool canBe(Value value, const APInt &number) {
  APInt constant;
  return !matchPattern(value, m_ConstantInt(&constant)) || constant == number;
}

/// The divisor with 1 in place of each value that a division can't take.
static Value makeSafeDivisor(Guard &guard, Value dividend, Value divisor, Value isZero, bool isSigned) {
  Value isUnsafe = isZero;
  APInt smallest = APInt::getSignedMinValue(guard.width()), minusOne = APInt::getAllOnes(guard.width());
  if (isSigned && canBe(dividend, smallest) && canBe(divisor, minusOne)) {
    Value isSmallest = guard.compare(CmpIPredicate::eq, dividend, guard.constant(smallest));
    Value isMinusOne = guard.compare(CmpIPredicate::eq, divisor, guard.constant(minusOne));
    isUnsafe = guard.either(isZero, guard.both(isSmallest, isMinusOne));
  }
  return guard.select(isUnsafe, guard.constant(1), divisor);
}

/// Smallest / -1 becomes smallest / 1, which is the wrapped value. One bit with a sign has no 1: of 0 and -1, the
/// quotient is -1 where both operands are.
static Value defineDivision(Operation *op, bool isSigned) {
  Guard guard(op);
  if (isSigned && guard.width() == 1)
    return guard.both(op->getOperand(0), op->getOperand(1));
  Value divisor = op->getOperand(1);
  Value isZero = guard.compare(CmpIPredicate::eq, divisor, guard.constant(0));
  op->setOperand(1, makeSafeDivisor(guard, op->getOperand(0), divisor, isZero, isSigned));
  guard.builder.setInsertionPointAfter(op);
  return guard.select(isZero, guard.constant(0), op->getResult(0));
}

/// Anything rem 1 is 0, the value of both cases, and of one bit always.
static Value defineRemainder(Operation *op, bool isSigned) {
  Guard guard(op);
  if (guard.width() == 1)
    return guard.constant(0);
  Value divisor = op->getOperand(1);
  Value isZero = guard.compare(CmpIPredicate::eq, divisor, guard.constant(0));
  op->setOperand(1, makeSafeDivisor(guard, op->getOperand(0), divisor, isZero, isSigned));
  return op->getResult(0);
}

/// The shift may be poison where the amount is too large: it is not selected
/// then, and back ends know this form of a total shift.
static Value defineShift(Operation *op) {
  Guard guard(op);
  Value isInRange = guard.compare(CmpIPredicate::ult, op->getOperand(1), guard.constant(guard.width()));
  guard.builder.setInsertionPointAfter(op);
  return guard.select(isInRange, op->getResult(0), guard.constant(0));
}

/// Shifting by width - 1 leaves the sign in every bit.
static Value defineArithmeticShift(arith::ShRSIOp op) {
  Guard guard(op);
  Value largest = guard.constant(guard.width() - 1);
  op.getRhsMutable().assign(guard.builder.createOrFold<arith::MinUIOp>(guard.location, op.getRhs(), largest));
  return op;
}

static Value definePower(math::IPowIOp op) {
  Guard guard(op);
  Value zero = guard.constant(0);
  Value isUndefined = guard.both(guard.compare(CmpIPredicate::eq, op.getLhs(), zero),
                                 guard.compare(CmpIPredicate::slt, op.getRhs(), zero));
  op.getLhsMutable().assign(guard.select(isUndefined, guard.constant(1), op.getLhs()));
  guard.builder.setInsertionPointAfter(op);
  return guard.select(isUndefined, zero, op);
}

/// Guards `op` and gives the defined value; null for an operation that needs no guard.
static Value guardOperation(Operation *op) {
  using namespace arith;
  return TypeSwitch<Operation *, Value>(op)
      .Case<DivSIOp, CeilDivSIOp, FloorDivSIOp>([](auto division) { return defineDivision(division, true); })
      .Case<DivUIOp, CeilDivUIOp>([](auto division) { return defineDivision(division, false); })
      .Case([](RemSIOp remainder) { return defineRemainder(remainder, true); })
      .Case([](RemUIOp remainder) { return defineRemainder(remainder, false); })
      .Case<ShLIOp, ShRUIOp>([](auto shift) { return defineShift(shift); })
      .Case([](ShRSIOp shift) { return defineArithmeticShift(shift); })
      .Case([](math::IPowIOp power) { return definePower(power); })
      .Default([](Operation *) { return Value(); });
}

static void define(Operation *op) {
  Value value = op->getNumResults() == 1 ? op->getResult(0) : Value();
  Value defined = guardOperation(op);
  if (!defined || defined == value)
    return;
  value.replaceUsesWithIf(defined, [&](OpOperand &use) { return use.getOwner() != defined.getDefiningOp(); });
  if (value.use_empty())
    op->erase();
}

//===----------------------------------------------------------------------===//
// The index dialect
//===----------------------------------------------------------------------===//

/// The name in `arith` of an operation that takes the same operands and gives the same type.
static StringRef getArithName(StringRef indexName) {
  return llvm::StringSwitch<StringRef>(indexName)
      .Case("index.add", "arith.addi")
      .Case("index.sub", "arith.subi")
      .Case("index.mul", "arith.muli")
      .Case("index.divs", "arith.divsi")
      .Case("index.divu", "arith.divui")
      .Case("index.ceildivs", "arith.ceildivsi")
      .Case("index.ceildivu", "arith.ceildivui")
      .Case("index.floordivs", "arith.floordivsi")
      .Case("index.rems", "arith.remsi")
      .Case("index.remu", "arith.remui")
      .Case("index.maxs", "arith.maxsi")
      .Case("index.maxu", "arith.maxui")
      .Case("index.mins", "arith.minsi")
      .Case("index.minu", "arith.minui")
      .Case("index.shl", "arith.shli")
      .Case("index.shrs", "arith.shrsi")
      .Case("index.shru", "arith.shrui")
      .Case("index.and", "arith.andi")
      .Case("index.or", "arith.ori")
      .Case("index.xor", "arith.xori")
      .Case("index.casts", "arith.index_cast")
      .Case("index.castu", "arith.index_castui")
      .Default("");
}

static CmpIPredicate getArithPredicate(index::IndexCmpPredicate predicate) {
  return *arith::symbolizeCmpIPredicate(index::stringifyIndexCmpPredicate(predicate));
}

/// Replaces an operation of the index dialect. Returns the operation to guard.
static Operation *replaceByArith(Operation *op) {
  if (!isa_and_nonnull<index::IndexDialect>(op->getDialect()))
    return op;
  OpBuilder builder(op);
  Location location = op->getLoc();
  Operation *equivalent =
      TypeSwitch<Operation *, Operation *>(op)
          .Case([&](index::CmpOp compare) {
            return arith::CmpIOp::create(builder, location, getArithPredicate(compare.getPred()), compare.getLhs(),
                                         compare.getRhs());
          })
          .Case<index::ConstantOp, index::BoolConstantOp>(
              [&](auto constant) { return arith::ConstantOp::create(builder, location, constant.getValueAttr()); })
          .Case([&](index::SizeOfOp) {
            return arith::ConstantIndexOp::create(builder, location, IndexType::kInternalStorageBitWidth);
          })
          .Default([&](Operation *other) {
            StringRef name = getArithName(other->getName().getStringRef());
            return builder.create(location, builder.getStringAttr(name), other->getOperands(), other->getResultTypes());
          });
  op->replaceAllUsesWith(equivalent);
  op->erase();
  return equivalent;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void qdc::qd::defineArithmetic(ModuleOp module) {
  // Collected first: guards must not be guarded.
  SmallVector<Operation *> operations;
  module.walk([&](Operation *op) {
    if (isa_and_nonnull<arith::ArithDialect, math::MathDialect, index::IndexDialect>(op->getDialect()))
      operations.push_back(op);
  });
  for (Operation *op : operations)
    define(replaceByArith(op));

  // Folding leaves constants behind.
  SmallVector<Operation *> unused;
  module.walk([&](arith::ConstantOp constant) {
    if (constant->use_empty())
      unused.push_back(constant);
  });
  for (Operation *op : unused)
    op->erase();
}

namespace {
struct DefineArithmetic : qdc::qd::impl::DefineArithmeticBase<DefineArithmetic> {
  void runOnOperation() override { defineArithmetic(getOperation()); }
};
} // namespace
