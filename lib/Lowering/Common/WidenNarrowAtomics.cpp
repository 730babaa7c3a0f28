//===- WidenNarrowAtomics.cpp - Atomics of a part of a word ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/WidenNarrowAtomics.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_WIDENNARROWATOMICS
#include "qdc/Lowering/Common/Passes.h.inc"

/// Of the words that are compared and swapped instead.
static constexpr unsigned wordBits = 32, wordBytes = wordBits / 8;

namespace {

/// The word around an element of fewer bits, and the element in it. Creates what it says in front of `access`.
class WordAround {
public:
  WordAround(Operation *access, qd::ScopeAttr scope, Value array, Value index, unsigned bits)
      : builder(access), location(access->getLoc()), scope(scope), array(array), narrow(builder.getIntegerType(bits)) {
    I64Builder i64{builder, location};
    Value start = i64.fromInteger(memref::ExtractAlignedPointerAsIndexOp::create(builder, location, array));
    // Where elements have 4 bytes or more, a word begins with one.
    Value elementBytes =
        i64.constant(memoryType(cast<MemRefType>(array.getType()).getElementType()).getIntOrFloatBitWidth() / 8);
    // Addresses are numbers without a sign.
    Value byteOffset = arith::MulIOp::create(builder, location, index, elementBytes);
    Value address = arith::AddIOp::create(builder, location, start, byteOffset);
    Value offset = i64.bitAnd(address, wordBytes - 1);
    first = i64.sub(index, i64.div(offset, elementBytes));
    Value bytes = arith::TruncIOp::create(builder, location, builder.getI32Type(), offset);
    shift = arith::ShLIOp::create(builder, location, bytes, wordOf(3));
    Value ones = wordOf(static_cast<int64_t>((uint64_t{1} << bits) - 1));
    Value mask = arith::ShLIOp::create(builder, location, ones, shift);
    others = arith::XOrIOp::create(builder, location, mask, wordOf(-1));
  }

  Value load() {
    return qd::FlatLoadOp::create(builder, location, builder.getI32Type(), array, first, /*isVolatile=*/false,
                                  /*isInvariant=*/false, scope);
  }
  /// The word that was there, and whether it was swapped.
  qd::FlatAtomicCasOp swap(Value expected, Value desired) {
    return qd::FlatAtomicCasOp::create(builder, location, scope, array, first, expected, desired);
  }
  /// The element's bits.
  Value extract(Value word) {
    Value lowest = arith::ShRUIOp::create(builder, location, word, shift);
    return arith::TruncIOp::create(builder, location, narrow, lowest);
  }
  Value insert(Value word, Value bits) {
    Value wide = arith::ExtUIOp::create(builder, location, builder.getI32Type(), bits);
    Value placed = arith::ShLIOp::create(builder, location, wide, shift);
    Value rest = arith::AndIOp::create(builder, location, word, others);
    return arith::OrIOp::create(builder, location, rest, placed);
  }
  Value bit(bool value) { return arith::ConstantIntOp::create(builder, location, value, 1); }
  Value negate(Value condition) { return arith::XOrIOp::create(builder, location, condition, bit(true)); }

  OpBuilder builder;
  Location location;

private:
  Value wordOf(int64_t value) { return arith::ConstantIntOp::create(builder, location, value, wordBits); }

  qd::ScopeAttr scope;
  Value array;
  Type narrow;
  Value first; // i64: the element at which the word begins
  Value shift, others; // i32
};

} // namespace

/// Gives the old value.
static Value foldInWord(qd::FlatAtomicRMWOp op) {
  Type type = op.getValue().getType();
  WordAround word(op, op.getScopeAttr(), op.getMemref(), op.getIndex(), type.getIntOrFloatBitWidth());
  OpBuilder &builder = word.builder;
  Location location = word.location;
  Type i32 = builder.getI32Type();
  Value first = word.load();
  auto loop = scf::WhileOp::create(builder, location, TypeRange{i32}, ValueRange{first});
  Value seen = builder.createBlock(&loop.getBefore(), {}, {i32}, {location})->getArgument(0);
  Value old = fromBits(builder, location, word.extract(seen), type);
  Value folded = op.getKind() == arith::AtomicRMWKind::assign
                     ? op.getValue()
                     : arith::getReductionOp(op.getKind(), builder, location, old, op.getValue());
  auto swap = word.swap(seen, word.insert(seen, toBits(builder, location, folded)));
  scf::ConditionOp::create(builder, location, word.negate(swap.getSwapped()), swap.getOld());
  Value next = builder.createBlock(&loop.getAfter(), {}, {i32}, {location})->getArgument(0);
  scf::YieldOp::create(builder, location, next);
  builder.setInsertionPointAfter(loop);
  return fromBits(builder, location, word.extract(loop.getResult(0)), type);
}

/// Gives the old value, and whether it was swapped. Another value beside it is no reason not to.
static std::pair<Value, Value> swapInWord(qd::FlatAtomicCasOp op) {
  WordAround word(op, op.getScopeAttr(), op.getMemref(), op.getIndex(),
                  op.getExpected().getType().getIntOrFloatBitWidth());
  OpBuilder &builder = word.builder;
  Location location = word.location;
  Type i32 = builder.getI32Type(), i1 = builder.getI1Type();
  Value first = word.load();
  auto loop = scf::WhileOp::create(builder, location, TypeRange{i32, i1}, ValueRange{first});
  Value seen = builder.createBlock(&loop.getBefore(), {}, {i32}, {location})->getArgument(0);
  Value isExpected =
      arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, word.extract(seen), op.getExpected());
  auto attempt = scf::IfOp::create(builder, location, TypeRange{i32, i1, i1}, isExpected, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(attempt.thenBlock());
  auto swap = word.swap(seen, word.insert(seen, op.getDesired()));
  scf::YieldOp::create(builder, location, ValueRange{swap.getOld(), swap.getSwapped(), word.negate(swap.getSwapped())});
  builder.setInsertionPointToStart(attempt.elseBlock());
  Value no = word.bit(false);
  scf::YieldOp::create(builder, location, ValueRange{seen, no, no});
  builder.setInsertionPointAfter(attempt);
  scf::ConditionOp::create(builder, location, attempt.getResult(2), attempt.getResults().take_front(2));
  Value next = builder.createBlock(&loop.getAfter(), {}, {i32, i1}, {location, location})->getArgument(0);
  scf::YieldOp::create(builder, location, next);
  builder.setInsertionPointAfter(loop);
  return {word.extract(loop.getResult(0)), loop.getResult(1)};
}

LogicalResult widenNarrowAtomics(func::FuncOp function, unsigned narrowest) {
  if (narrowest != 8 && narrowest != 16 && narrowest != 32)
    return function.emitError("the narrowest atomic cannot have ") << narrowest << " bits; accepted: 8, 16, 32";
  auto isNarrow = [&](Value value) { return value.getType().getIntOrFloatBitWidth() < narrowest; };
  function.walk([&](Operation *op) {
    if (auto fold = dyn_cast<qd::FlatAtomicRMWOp>(op); fold && isNarrow(fold.getValue())) {
      fold.replaceAllUsesWith(foldInWord(fold));
      fold.erase();
    } else if (auto swap = dyn_cast<qd::FlatAtomicCasOp>(op); swap && isNarrow(swap.getExpected())) {
      auto [old, swapped] = swapInWord(swap);
      swap.getOld().replaceAllUsesWith(old);
      swap.getSwapped().replaceAllUsesWith(swapped);
      swap.erase();
    }
  });
  return success();
}

namespace {

struct WidenNarrowAtomics : impl::WidenNarrowAtomicsBase<WidenNarrowAtomics> {
  using WidenNarrowAtomicsBase::WidenNarrowAtomicsBase;

  void runOnOperation() override {
    if (failed(widenNarrowAtomics(getOperation(), narrowest)))
      signalPassFailure();
  }
};

} // namespace

} // namespace qdc
