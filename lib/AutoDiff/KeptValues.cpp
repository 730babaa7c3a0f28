//===- KeptValues.cpp - What the forward sweep stores away ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptValues.h"
#include "Decisions.h"
#include "LostValues.h"
#include "MeasuredTrips.h"
#include "TripCounters.h"
#include "qdc/Dialect/QD/IR/MakeTemporary.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

/// Arrays have so many axes at most.
static constexpr size_t kMaximumAxes = 8;

void KeptValues::keepOnly(function_ref<bool(Operation *)> isNeeded) {
  arrays.remove_if([&](const auto &entry) { return !isNeeded(entry.first); });
}

SmallVector<Value> KeptValues::findSlotValues(Operation *op) const {
  SmallVector<Value> all;
  for (const TripRange &range : loopsAround(op))
    for (Value value : {range.variable, range.lower, range.step})
      if (value)
        all.push_back(value);
  return all;
}

static SmallVector<Value> findSlot(OpBuilder &builder, Operation *op, const IRMapping &values) {
  return llvm::map_to_vector(loopsAround(op), [&](const TripRange &range) {
    return numberTrip(builder, op->getLoc(), mapRange(range, values));
  });
}

/// Begins an error about a value that cannot be kept either.
static InFlightDiagnostic refuse(const LostValue &lost) {
  InFlightDiagnostic error = mlir::emitError(lost.read->getLoc());
  describe(error, lost);
  return error;
}

/// The error where the trips of a loop around the value cannot be known ahead.
static LogicalResult refuse(const LostValue &lost, const TripRange &range, const TripCycle &cycle) {
  InFlightDiagnostic error =
      refuse(lost) << "; not supported: values kept in a loop whose trips depend on what the same task writes; use an "
                      "scf.for with a bound from arguments, for example by arith.minsi, or write to another array";
  error.attachNote(range.loop->getLoc()) << "the loop";
  error.attachNote(cycle.read->getLoc()) << "its trips depend on this"
                                         << (cycle.write ? "" : ", which would give another value when it ran ahead");
  if (cycle.write)
    error.attachNote(cycle.write->getLoc()) << "which this may overwrite before";
  return failure();
}

namespace {

/// A value to be kept, and where.
struct Slots {
  const LostValue &lost;
  SmallVector<TripRange> ranges; // around it
  SmallVector<Value> extents; // of the array, by ranges; null: `measured` has it
};

} // namespace

/// Has measured what has no other bound.
static LogicalResult findExtents(qd::KernelOp kernel, Slots &slots, MeasuredTrips &measured) {
  Operation *read = slots.lost.read;
  OpBuilder builder(kernel.getBody().front().findAncestorOpInBlock(*read));
  for (const TripRange &range : slots.ranges) {
    Value bound = boundTrips(builder, read->getLoc(), range);
    slots.extents.push_back(bound);
    std::optional<TripCycle> cycle = bound ? std::nullopt : measured.add(range);
    if (cycle)
      return refuse(slots.lost, range, *cycle);
  }
  return success();
}

static LogicalResult verifyAxes(const Slots &slots) {
  if (slots.ranges.size() <= kMaximumAxes)
    return success();
  return refuse(slots.lost) << "; not supported: values kept in loops with more than " << kMaximumAxes
                            << " variables together";
}

LogicalResult KeptValues::store(qd::KernelOp kernel, const Activity &activity, ArrayRef<LostValue> lost) {
  MeasuredTrips measured(kernel, activity);
  SmallVector<Slots> all;
  bool isRight = true;
  for (const LostValue &value : lost)
    if (contains(value.read)) {
      Slots &slots = all.emplace_back(Slots{value, loopsAround(value.read), {}});
      isRight &= succeeded(verifyAxes(slots)) && succeeded(findExtents(kernel, slots, measured));
    }
  if (!isRight)
    return failure();
  NeededValues decisions(kernel, activity, *this, /*hasForward=*/true);
  for (const Slots &slots : all)
    addDecisions(decisions, slots.lost.read);
  decisions.complete();
  fixRounding(kernel, decisions);
  measured.measure();
  for (Slots &slots : all) {
    for (auto [range, extent] : llvm::zip_equal(slots.ranges, slots.extents))
      if (!extent)
        extent = measured.find(range);
    Operation *op = slots.lost.read;
    OpBuilder builder(kernel.getBody().front().findAncestorOpInBlock(*op));
    Location location = qd::withKeptArray(op->getLoc(), describeKept(slots.lost));
    Value array = qd::makeTemporary(builder, location, slots.extents, op->getResult(0).getType());
    builder.setInsertionPointAfter(op);
    memref::StoreOp::create(builder, op->getLoc(), op->getResult(0), array, findSlot(builder, op, IRMapping()));
    arrays[op] = array;
  }
  return success();
}

Value KeptValues::load(OpBuilder &builder, Operation *op, const IRMapping &values) const {
  return memref::LoadOp::create(builder, op->getLoc(), arrays.lookup(op), findSlot(builder, op, values));
}
