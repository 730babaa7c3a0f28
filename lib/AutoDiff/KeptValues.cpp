//===- KeptValues.cpp - What the forward sweep stores away ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeptValues.h"
#include "LostValues.h"
#include "TripBounds.h"

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
  for (const TripRange &range : loopsAround(op)) {
    all.push_back(range.variable);
    if (range.lower)
      all.push_back(range.lower);
  }
  return all;
}

static SmallVector<Value> findSlot(OpBuilder &builder, Operation *op, const IRMapping &values) {
  return llvm::map_to_vector(loopsAround(op), [&](const TripRange &range) {
    return numberTrip(builder, op->getLoc(), range, values.lookupOrDefault(range.variable),
                      range.lower ? values.lookupOrDefault(range.lower) : Value());
  });
}

/// Begins an error about a value that cannot be kept either.
static InFlightDiagnostic refuse(const LostValue &lost) {
  InFlightDiagnostic error = mlir::emitError(lost.read->getLoc());
  describe(error, lost);
  return error;
}

/// A serial loop around the operation whose trips have no variable; null: there is none.
static Operation *findUncounted(Operation *op) {
  for (Operation *around = op->getParentOp(); !isa<qd::KernelOp>(around); around = around->getParentOp())
    if (isa<scf::WhileOp>(around))
      return around;
  return nullptr;
}

/// The array for the slots of a kept value; null after an error.
static Value makeArray(OpBuilder &builder, const LostValue &lost) {
  Location location = qd::withKeptArray(lost.read->getLoc(), describeKept(lost));
  SmallVector<TripRange> ranges = loopsAround(lost.read);
  if (ranges.size() > kMaximumAxes) {
    refuse(lost) << "; not supported: values kept in loops with more than " << kMaximumAxes << " variables together";
    return {};
  }
  Value array = makeSlots(builder, location, ranges, lost.read->getResult(0).getType());
  if (!array)
    refuse(lost) << "; not supported: values kept in a loop whose trips constants, arguments and shapes do not "
                    "bound; bound them, for example by arith.minsi with an argument, or write to another array";
  return array;
}

LogicalResult KeptValues::store(qd::KernelOp kernel, const LostValue &lost) {
  Operation *op = lost.read;
  if (Operation *loop = findUncounted(op)) {
    InFlightDiagnostic error = refuse(lost) << "; not supported: values kept in an scf.while; use an scf.for, or write "
                                               "to another array";
    error.attachNote(loop->getLoc()) << "the loop";
    return failure();
  }
  OpBuilder builder(kernel.getBody().front().findAncestorOpInBlock(*op));
  Value array = makeArray(builder, lost);
  if (!array)
    return failure();
  builder.setInsertionPointAfter(op);
  memref::StoreOp::create(builder, op->getLoc(), op->getResult(0), array, findSlot(builder, op, IRMapping()));
  arrays[op] = array;
  return success();
}

LogicalResult KeptValues::store(qd::KernelOp kernel, ArrayRef<LostValue> lost) {
  bool isRight = true;
  for (const LostValue &value : lost)
    if (contains(value.read))
      isRight &= succeeded(store(kernel, value));
  return success(isRight);
}

Value KeptValues::load(OpBuilder &builder, Operation *op, const IRMapping &values) const {
  return memref::LoadOp::create(builder, op->getLoc(), arrays.lookup(op), findSlot(builder, op, values));
}
