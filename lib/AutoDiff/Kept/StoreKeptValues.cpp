//===- StoreKeptValues.cpp - Memory for what is kept ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/StoreKeptValues.h"
#include "AutoDiff/Kept/Decisions.h"
#include "AutoDiff/Kept/MeasuredTrips.h"
#include "AutoDiff/Kept/TripCounters.h"
#include "qdc/Dialect/QD/IR/KeptRows.h"
#include "qdc/Dialect/QD/IR/MakeTemporary.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

/// Arrays have so many axes at most.
static constexpr size_t kMaximumAxes = 8;

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
  SmallVector<Value> measured; // of each axis of the array, the extent that was measured; null: it was known

  ArrayRef<TripRange> serialRanges() const { return ArrayRef(ranges).take_while(isSerial); }
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

/// Has rows made where they may save memory.
static void addRows(const Slots &slots, MeasuredTrips &measured) {
  ArrayRef<TripRange> serial = slots.serialRanges();
  if (serial.size() == slots.ranges.size())
    return;
  SmallVector<Value> extents;
  for (auto [range, extent] : llvm::zip(serial, slots.extents))
    extents.push_back(extent || measured.isMeasured(range) ? extent : measured.find(range));
  if (maySaveMemory(serial, extents))
    measured.addRows(serial);
}

namespace {

/// Makes the arrays of kept values.
class KeptArrayMaker {
public:
  KeptArrayMaker(qd::KernelOp kernel, const MeasuredTrips &measured) : kernel(kernel), measured(measured) {}

  Value make(Slots &slots);
  /// The row that the slots are in, in the iteration; null if there are no rows.
  Value findRow(const Slots &slots);

private:
  qd::KernelOp kernel;
  const MeasuredTrips &measured;
  llvm::DenseMap<const KeptRows *, Value> found; // rows of iterations
};

} // namespace

Value KeptArrayMaker::make(Slots &slots) {
  const KeptRows *rows = measured.findRows(slots.serialRanges());
  Operation *op = slots.lost.read;
  SmallVector<Value> extents;
  for (auto [range, extent] : llvm::zip_equal(slots.ranges, slots.extents))
    if (isSerial(range) || !rows) {
      slots.measured.push_back(extent ? Value() : measured.find(range));
      extents.push_back(extent ? extent : slots.measured.back());
    }
  if (rows) {
    slots.measured.push_back(rows->extent);
    extents.push_back(rows->extent);
  }
  OpBuilder builder(kernel.getBody().front().findAncestorOpInBlock(*op));
  Location location = qd::withKeptArray(op->getLoc(), describeKept(slots.lost));
  Value array = qd::makeTemporary(builder, location, extents, op->getResult(0).getType());
  if (rows)
    array.getDefiningOp()->setAttr(qd::hasOwnRowsAttr, builder.getUnitAttr());
  return array;
}

Value KeptArrayMaker::findRow(const Slots &slots) {
  const KeptRows *rows = measured.findRows(slots.serialRanges());
  if (!rows)
    return {};
  Value &row = found[rows];
  if (!row) {
    OpBuilder builder(slots.ranges.front().loop);
    row = autodiff::findRow(builder, slots.lost.read->getParentOfType<qd::ForOp>(), *rows);
  }
  return row;
}

/// Whether the slot is one of the array's, of type i1; null where that is known.
static Value isInside(OpBuilder &builder, Location location, const Slots &slots, ArrayRef<Value> slot) {
  Value inside;
  for (auto [index, extent] : llvm::zip_equal(slot, slots.measured))
    if (extent) {
      Value isBelow = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, index, extent);
      inside = inside ? arith::AndIOp::create(builder, location, inside, isBelow) : isBelow;
    }
  return inside;
}

LogicalResult qdc::autodiff::storeKeptValues(qd::KernelOp kernel, const Activity &activity, ArrayRef<LostValue> lost,
                                             KeptValues &kept) {
  MeasuredTrips measured(kernel, activity);
  SmallVector<Slots> all;
  bool isRight = true;
  for (const LostValue &value : lost)
    if (kept.contains(value.read)) {
      Slots &slots = all.emplace_back(Slots{value, loopsAround(value.read), {}, {}});
      isRight &= succeeded(verifyAxes(slots)) && succeeded(findExtents(kernel, slots, measured));
    }
  if (!isRight)
    return failure();
  for (const Slots &slots : all)
    addRows(slots, measured);
  NeededValues decisions(kernel, activity, kept, /*hasForward=*/true);
  for (const Slots &slots : all)
    addDecisions(decisions, slots.lost.read);
  decisions.complete();
  fixRounding(kernel, decisions);
  measured.measure();
  KeptArrayMaker maker(kernel, measured);
  for (Slots &slots : all) {
    Operation *op = slots.lost.read;
    Value array = maker.make(slots);
    kept.setPlace(op, array, maker.findRow(slots));
    OpBuilder builder(kernel.getContext());
    builder.setInsertionPointAfter(op);
    SmallVector<Value> slot = kept.findSlot(builder, op, IRMapping());
    if (Value inside = measured.mayFailAhead(op) ? isInside(builder, op->getLoc(), slots, slot) : Value()) {
      auto guard = scf::IfOp::create(builder, op->getLoc(), inside);
      builder.setInsertionPointToStart(guard.thenBlock());
    }
    memref::StoreOp::create(builder, op->getLoc(), op->getResult(0), array, slot);
  }
  return success();
}
