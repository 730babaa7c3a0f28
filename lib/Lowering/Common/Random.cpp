//===- Random.cpp - Philox4x32-10 -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/Random.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Support/Philox.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <array>

using namespace mlir;

namespace qdc {

namespace {

struct Philox {
  OpBuilder &builder;
  Location location;
  std::array<Value, 4> counter;
  std::array<Value, 2> key;

  Value constant(uint32_t value) {
    return arith::ConstantOp::create(builder, location, builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  Value exclusiveOr(Value lhs, Value rhs) { return arith::XOrIOp::create(builder, location, lhs, rhs); }

  void round() {
    auto first = arith::MulUIExtendedOp::create(builder, location, counter[0], constant(kPhiloxMultipliers[0]));
    auto second = arith::MulUIExtendedOp::create(builder, location, counter[2], constant(kPhiloxMultipliers[1]));
    counter = {exclusiveOr(exclusiveOr(second.getHigh(), counter[1]), key[0]), second.getLow(),
               exclusiveOr(exclusiveOr(first.getHigh(), counter[3]), key[1]), first.getLow()};
  }

  void advanceKey() {
    for (unsigned word = 0; word < 2; ++word)
      key[word] = arith::AddIOp::create(builder, location, key[word], constant(kPhiloxKeyIncrements[word]));
  }
};

/// The low and the high half of an i64.
std::array<Value, 2> halves(OpBuilder &builder, Location location, Value value) {
  Type i32 = builder.getI32Type();
  Value shift = arith::ConstantIntOp::create(builder, location, 32, 64);
  Value high = arith::ShRUIOp::create(builder, location, value, shift);
  return {arith::TruncIOp::create(builder, location, i32, value),
          arith::TruncIOp::create(builder, location, i32, high)};
}

} // namespace

void lowerRandom(func::FuncOp function) {
  function.walk([](qd::RandomOp op) {
    OpBuilder builder(op);
    Location location = op.getLoc();
    std::array<Value, 2> counter = halves(builder, location, op.getCounter());
    Philox philox{builder, location, {counter[0], counter[1]}, halves(builder, location, op.getKey())};
    philox.counter[2] = philox.counter[3] = philox.constant(0);
    for (unsigned i = 0; i < kPhiloxRounds; ++i) {
      if (i > 0)
        philox.advanceKey();
      philox.round();
    }
    op.replaceAllUsesWith(ArrayRef<Value>(philox.counter));
    op.erase();
  });
}

} // namespace qdc
