//===- KeptTrips.cpp - A loop backwards, in memory of fixed size ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptTrips.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace qdc::autodiff;

namespace {

using Values = SmallVector<Value>;

class TripReverser {
public:
  TripReverser(OpBuilder &builder, Location location, const Trips &trips)
      : builder(builder), location(location), trips(trips) {}

  Values run();

private:
  Values runWithoutState();
  Values runKeepingAll();
  Values runKeepingSome();
  Values reverseSegment(Value start, Value length, ValueRange adjoints);

  Value constant(int64_t value) { return arith::ConstantIndexOp::create(builder, location, value); }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, location, a, b); }
  Value subtract(Value a, Value b) { return arith::SubIOp::create(builder, location, a, b); }
  Value multiply(Value a, Value b) { return arith::MulIOp::create(builder, location, a, b); }
  /// The divisor is 1 or more.
  Value divide(Value a, Value b) { return arith::DivUIOp::create(builder, location, a, b); }
  Value divideUp(Value a, Value b) { return divide(add(a, subtract(b, constant(1))), b); }
  Value smaller(Value a, Value b) { return arith::MinUIOp::create(builder, location, a, b); }
  Value atLeastOne(Value a) { return arith::MaxUIOp::create(builder, location, a, constant(1)); }

  /// Runs `body` for 0 to count - 1, with what it carries.
  Values countUp(Value count, ValueRange carried, function_ref<Values(Value, ValueRange)> body);
  /// The same from count - 1 to 0.
  Values countDown(Value count, ValueRange carried, function_ref<Values(Value, ValueRange)> body);
  /// Computes states from `start` on for `length` trips, and keeps each one whose distance from there is a multiple of
  /// `stride`.
  void keepStates(ArrayRef<Value> arrays, Value start, Value length, Value stride, ValueRange state);

  /// An array of that many elements for each value of the state: a local one, or a temporary outside of parallel loops.
  Values makeArrays(int64_t elements);
  void save(ArrayRef<Value> arrays, Value slot, ValueRange state);
  Values load(ArrayRef<Value> arrays, Value slot);

  OpBuilder &builder;
  Location location;
  const Trips &trips;
  Values inner; // the arrays of a segment
};

} // namespace

/// Arrays have no elements of type index.
static Type elementType(Type type) { return type.isIndex() ? IntegerType::get(type.getContext(), 64) : type; }

Values TripReverser::makeArrays(int64_t elements) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(trips.arrays);
  bool isInKernel = isa<qdc::qd::KernelOp>(trips.arrays->getParentOp());
  return llvm::map_to_vector(trips.state, [&](Value value) -> Value {
    auto type = MemRefType::get({elements}, elementType(value.getType()));
    if (isInKernel)
      return memref::AllocOp::create(builder, location, type);
    return memref::AllocaOp::create(builder, location, type);
  });
}

void TripReverser::save(ArrayRef<Value> arrays, Value slot, ValueRange state) {
  for (auto [array, value] : llvm::zip_equal(arrays, state)) {
    Value stored = value;
    if (value.getType().isIndex())
      stored = arith::IndexCastOp::create(builder, location, builder.getI64Type(), value);
    memref::StoreOp::create(builder, location, stored, array, slot);
  }
}

Values TripReverser::load(ArrayRef<Value> arrays, Value slot) {
  Values state;
  for (auto [array, value] : llvm::zip_equal(arrays, trips.state)) {
    Value loaded = memref::LoadOp::create(builder, location, array, slot);
    if (value.getType().isIndex())
      loaded = arith::IndexCastOp::create(builder, location, builder.getIndexType(), loaded);
    state.push_back(loaded);
  }
  return state;
}

Values TripReverser::countUp(Value count, ValueRange carried, function_ref<Values(Value, ValueRange)> body) {
  Value zero = constant(0), one = constant(1);
  auto loop = scf::ForOp::create(builder, location, zero, count, one, carried,
                                 [&](OpBuilder &, Location, Value position, ValueRange arguments) {
                                   Values next = body(position, arguments);
                                   scf::YieldOp::create(builder, location, next);
                                 });
  return Values(loop.getResults());
}

Values TripReverser::countDown(Value count, ValueRange carried, function_ref<Values(Value, ValueRange)> body) {
  Value last = subtract(count, constant(1));
  return countUp(count, carried,
                 [&](Value position, ValueRange arguments) { return body(subtract(last, position), arguments); });
}

void TripReverser::keepStates(ArrayRef<Value> arrays, Value start, Value length, Value stride, ValueRange state) {
  countUp(length, state, [&](Value position, ValueRange current) {
    Value slot = divide(position, stride);
    Value isKept = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, multiply(slot, stride), position);
    Values values(current);
    scf::IfOp::create(builder, location, isKept, [&](OpBuilder &, Location) {
      save(arrays, slot, values);
      scf::YieldOp::create(builder, location);
    });
    return trips.advance(add(start, position), values);
  });
}

Values TripReverser::runWithoutState() {
  return countDown(trips.count, trips.adjoints,
                   [&](Value trip, ValueRange adjoints) { return trips.reverse(trip, ValueRange(), adjoints); });
}

Values TripReverser::runKeepingAll() {
  Values arrays = makeArrays(*trips.constantCount);
  keepStates(arrays, constant(0), trips.count, constant(1), trips.state);
  return countDown(trips.count, trips.adjoints,
                   [&](Value trip, ValueRange adjoints) { return trips.reverse(trip, load(arrays, trip), adjoints); });
}

/// The states of `length` trips from `start` on are kept in `inner` where they are kept.
Values TripReverser::reverseSegment(Value start, Value length, ValueRange adjoints) {
  Value stride = atLeastOne(divideUp(length, constant(kSlots)));
  return countDown(divideUp(length, stride), adjoints, [&](Value slot, ValueRange current) {
    Value first = multiply(slot, stride);
    Value begin = add(start, first);
    return countDown(smaller(stride, subtract(length, first)), current, [&](Value distance, ValueRange behind) {
      Values adjointsBehind(behind);
      Values state = countUp(distance, load(inner, slot), [&](Value position, ValueRange carried) {
        return trips.advance(add(begin, position), carried);
      });
      return trips.reverse(add(begin, distance), state, adjointsBehind);
    });
  });
}

Values TripReverser::runKeepingSome() {
  Values outer = makeArrays(kSlots);
  inner = makeArrays(kSlots);
  Value stride = atLeastOne(divideUp(trips.count, constant(kSlots)));
  keepStates(outer, constant(0), trips.count, stride, trips.state);
  return countDown(divideUp(trips.count, stride), trips.adjoints, [&](Value slot, ValueRange current) {
    Values adjoints(current);
    Value start = multiply(slot, stride);
    Value length = smaller(stride, subtract(trips.count, start));
    keepStates(inner, start, length, atLeastOne(divideUp(length, constant(kSlots))), load(outer, slot));
    return reverseSegment(start, length, adjoints);
  });
}

Values TripReverser::run() {
  if (trips.state.empty())
    return runWithoutState();
  bool keepsAll = trips.constantCount && *trips.constantCount >= 1 && *trips.constantCount <= kMaximumKeptTrips;
  return keepsAll ? runKeepingAll() : runKeepingSome();
}

Values qdc::autodiff::reverseTrips(OpBuilder &builder, Location location, const Trips &trips) {
  return TripReverser(builder, location, trips).run();
}
