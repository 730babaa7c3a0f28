//===- KeptTrips.cpp - A loop backwards, in memory of fixed size ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/KeptTrips.h"
#include "qdc/Dialect/QD/IR/GradientLoops.h"
#include "qdc/Dialect/QD/IR/KeptArrays.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Package/ManifestNames.h"

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
  Values runInSegments();
  Values runOnAdstacks();

  Value constant(int64_t value) { return arith::ConstantIndexOp::create(builder, location, value); }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, location, a, b); }
  Value subtract(Value a, Value b) { return arith::SubIOp::create(builder, location, a, b); }
  Value multiply(Value a, Value b) { return arith::MulIOp::create(builder, location, a, b); }
  /// The divisor is 1 or more.
  Value divide(Value a, Value b) { return arith::DivUIOp::create(builder, location, a, b); }
  Value remainder(Value a, Value b) { return arith::RemUIOp::create(builder, location, a, b); }
  Value divideUp(Value a, Value b) { return divide(add(a, subtract(b, constant(1))), b); }
  Value smaller(Value a, Value b) { return arith::MinUIOp::create(builder, location, a, b); }
  Value atLeastOne(Value a) { return arith::MaxUIOp::create(builder, location, a, constant(1)); }

  /// Runs `body` for `first` to end - 1, with what it carries.
  Values runThrough(Value first, Value end, ValueRange carried, function_ref<Values(Value, ValueRange)> body);
  /// The same for 0 to count - 1.
  Values countUp(Value count, ValueRange carried, function_ref<Values(Value, ValueRange)> body);
  /// The same from count - 1 to 0.
  Values countDown(Value count, ValueRange carried, function_ref<Values(Value, ValueRange)> body);
  /// Runs these trips backwards from the states in `arrays`.
  Values reverseKept(ArrayRef<Value> arrays, Value start, Value length, ValueRange adjoints);
  /// Runs the trips from that of `slot` to `end` - 1, which `lastSlot` is ahead of. Keeps the states ahead of the last
  /// kSegment of them, and of each trip that a slot is for.
  void runTo(Value end, Value slot, Value lastSlot, Value stride, ValueRange state);

  /// An array of that many elements for each value of the state: a local one, or a temporary outside of parallel loops.
  Values makeArrays(int64_t elements);
  /// A value of the state as memory holds it, and back.
  Value toElement(Value value);
  Value fromElement(Value element, Type type);
  void save(ArrayRef<Value> arrays, Value slot, ValueRange state);
  Values load(ArrayRef<Value> arrays, Value slot);

  OpBuilder &builder;
  Location location;
  const Trips &trips;
  Values ofSegments; // states that segments begin with
  Values ofTrips; // the states of the segment that ran last
};

} // namespace

/// Arrays have no elements of type index.
static Type elementType(Type type) { return type.isIndex() ? IntegerType::get(type.getContext(), 64) : type; }

Values TripReverser::makeArrays(int64_t elements) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(trips.arrays);
  Location place = qdc::qd::withKeptArray(location, {qdc::enumName(qdc::KeptReason::carried), {}});
  bool isInKernel = isa<qdc::qd::KernelOp>(trips.arrays->getParentOp());
  return llvm::map_to_vector(trips.state, [&](Value value) -> Value {
    auto type = MemRefType::get({elements}, elementType(value.getType()));
    if (isInKernel)
      return memref::AllocOp::create(builder, place, type);
    return memref::AllocaOp::create(builder, place, type);
  });
}

Value TripReverser::toElement(Value value) {
  if (!value.getType().isIndex())
    return value;
  return arith::IndexCastOp::create(builder, location, builder.getI64Type(), value);
}

Value TripReverser::fromElement(Value element, Type type) {
  if (!type.isIndex())
    return element;
  return arith::IndexCastOp::create(builder, location, type, element);
}

void TripReverser::save(ArrayRef<Value> arrays, Value slot, ValueRange state) {
  for (auto [array, value] : llvm::zip_equal(arrays, state))
    memref::StoreOp::create(builder, location, toElement(value), array, slot);
}

Values TripReverser::load(ArrayRef<Value> arrays, Value slot) {
  Values state;
  for (auto [array, value] : llvm::zip_equal(arrays, trips.state)) {
    Value loaded = memref::LoadOp::create(builder, location, array, slot);
    state.push_back(fromElement(loaded, value.getType()));
  }
  return state;
}

Values TripReverser::runThrough(Value first, Value end, ValueRange carried,
                                function_ref<Values(Value, ValueRange)> body) {
  auto loop = scf::ForOp::create(builder, qdc::qd::gradientLoopLocation(location), first, end, constant(1), carried,
                                 [&](OpBuilder &, Location, Value position, ValueRange arguments) {
                                   Values next = body(position, arguments);
                                   scf::YieldOp::create(builder, location, next);
                                 });
  return Values(loop.getResults());
}

Values TripReverser::countUp(Value count, ValueRange carried, function_ref<Values(Value, ValueRange)> body) {
  return runThrough(constant(0), count, carried, body);
}

Values TripReverser::countDown(Value count, ValueRange carried, function_ref<Values(Value, ValueRange)> body) {
  Value last = subtract(count, constant(1));
  return countUp(count, carried,
                 [&](Value position, ValueRange arguments) { return body(subtract(last, position), arguments); });
}

Values TripReverser::reverseKept(ArrayRef<Value> arrays, Value start, Value length, ValueRange adjoints) {
  return countDown(length, adjoints, [&](Value position, ValueRange incoming) {
    return trips.reverse(add(start, position), load(arrays, position), incoming);
  });
}

Values TripReverser::runWithoutState() {
  return countDown(trips.count, trips.adjoints,
                   [&](Value trip, ValueRange adjoints) { return trips.reverse(trip, ValueRange(), adjoints); });
}

Values TripReverser::runKeepingAll() {
  Values arrays = makeArrays(*trips.constantCount);
  Value start = constant(0);
  countUp(trips.count, trips.state, [&](Value trip, ValueRange state) {
    Values values(state);
    save(arrays, trip, values);
    return trips.advance(trip, values);
  });
  return reverseKept(arrays, start, trips.count, trips.adjoints);
}

void TripReverser::runTo(Value end, Value slot, Value lastSlot, Value stride, ValueRange state) {
  runThrough(slot, add(lastSlot, constant(1)), state, [&](Value current, ValueRange begin) {
    Values values(begin);
    save(ofSegments, current, values);
    Value first = multiply(current, stride);
    return runThrough(first, smaller(end, add(first, stride)), values, [&](Value trip, ValueRange carried) {
      Values kept(carried);
      save(ofTrips, remainder(trip, constant(kSegment)), kept);
      return trips.advance(trip, kept);
    });
  });
}

/// The trips on the way to the last segment are run for their states, which keeps what segments begin with too. So up
/// to kSegment trips there is one loop forwards and one backwards.
Values TripReverser::runInSegments() {
  ofSegments = makeArrays(kSlots);
  ofTrips = makeArrays(kSegment);
  save(ofSegments, constant(0), trips.state);
  Value segments = divideUp(trips.count, constant(kSegment));
  Value stride = multiply(atLeastOne(divideUp(segments, constant(kSlots))), constant(kSegment)); // of trips
  Value last = subtract(segments, constant(1));
  return countDown(segments, trips.adjoints, [&](Value segment, ValueRange current) {
    Values adjoints(current);
    Value start = multiply(segment, constant(kSegment));
    Value end = smaller(trips.count, add(start, constant(kSegment)));
    Value isLast = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, segment, last);
    Value ahead = divide(start, stride);
    Value slot = arith::SelectOp::create(builder, location, isLast, constant(0), ahead);
    runTo(end, slot, ahead, stride, load(ofSegments, slot));
    return reverseKept(ofTrips, start, subtract(end, start), adjoints);
  });
}

Values TripReverser::runOnAdstacks() {
  Location place = qdc::qd::withKeptArray(location, {qdc::enumName(qdc::KeptReason::carried), {}});
  Value capacity = constant(trips.adstackCapacity);
  Values stacks = llvm::map_to_vector(trips.state, [&](Value value) -> Value {
    auto type = qdc::qd::AdstackType::get(builder.getContext(), elementType(value.getType()));
    return qdc::qd::AdstackCreateOp::create(builder, place, type, capacity);
  });
  countUp(trips.count, trips.state, [&](Value trip, ValueRange current) {
    Values values(current);
    for (auto [stack, value] : llvm::zip_equal(stacks, values))
      qdc::qd::AdstackPushOp::create(builder, location, toElement(value), stack);
    return trips.advance(trip, values);
  });
  return countDown(trips.count, trips.adjoints, [&](Value trip, ValueRange incoming) {
    Values state;
    for (auto [stack, value] : llvm::zip_equal(stacks, trips.state)) {
      Value element = qdc::qd::AdstackPopOp::create(builder, location, elementType(value.getType()), stack);
      state.push_back(fromElement(element, value.getType()));
    }
    return trips.reverse(trip, state, incoming);
  });
}

Values TripReverser::run() {
  if (trips.state.empty())
    return runWithoutState();
  if (trips.adstackCapacity != 0)
    return runOnAdstacks();
  bool keepsAll = trips.constantCount && *trips.constantCount >= 1 && *trips.constantCount <= kMaximumKeptTrips;
  return keepsAll ? runKeepingAll() : runInSegments();
}

Values qdc::autodiff::reverseTrips(OpBuilder &builder, Location location, const Trips &trips) {
  return TripReverser(builder, location, trips).run();
}
