//===- KeptValues.cpp - Values that the forward sweep keeps ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/KeptValues.h"
#include "AutoDiff/Kept/TripCounters.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

void KeptValues::keepOnly(function_ref<bool(Operation *)> isNeeded) {
  places.remove_if([&](const auto &entry) { return !isNeeded(entry.first); });
}

SmallVector<Value> KeptValues::findSlotValues(Operation *op) const {
  SmallVector<Value> all;
  Value row = places.lookup(op).row;
  if (row)
    all.push_back(row);
  for (const TripRange &range : loopsAround(op))
    if (isSerial(range) || !row)
      for (Value value : {range.variable, range.lower, range.step})
        if (value)
          all.push_back(value);
  return all;
}

SmallVector<Value> KeptValues::findSlot(OpBuilder &builder, Operation *op, const IRMapping &values) const {
  SmallVector<Value> slot;
  Value row = places.lookup(op).row;
  for (const TripRange &range : loopsAround(op))
    if (isSerial(range) || !row)
      slot.push_back(numberTrip(builder, op->getLoc(), mapRange(range, values)));
  if (row)
    slot.push_back(values.lookupOrDefault(row));
  return slot;
}

Value KeptValues::load(OpBuilder &builder, Operation *op, const IRMapping &values) const {
  return memref::LoadOp::create(builder, op->getLoc(), places.lookup(op).array, findSlot(builder, op, values));
}
