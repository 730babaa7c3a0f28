//===- ReverseExtremes.cpp - Largest and smallest numbers, backwards ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ReverseSweep that hands the adjoint of an extreme on. It is divided
// by the number of those that are equal to the extreme, so a pass over the range
// counts them first.
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Reverse/ReverseSweep.h"
#include "AutoDiff/Rules/Extremes.h"
#include "AutoDiff/Rules/Rules.h"
#include "AutoDiff/Shadows/WholeArrays.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

ReverseSweep::Values ReverseSweep::countExtremes(qd::ForOp loop, ArrayRef<unsigned> extremes) {
  Block &body = loop.getBody().front();
  SmallVector<Type> types(extremes.size(), builder.getI64Type());
  SmallVector<qd::ReduceKind> kinds(extremes.size(), qd::ReduceKind::addi);
  qd::ForOp counting = makeParallel(loop, types, kinds);
  if (std::optional<StringRef> name = loop.getName())
    counting.setName((*name + ".count").str());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(&counting.getBody().front());
  computed.compute(body);
  Values counts;
  for (unsigned index : extremes)
    counts.push_back(countIfExtreme(builder, loop.getLoc(), computed.find(body.getTerminator()->getOperand(index)),
                                    computed.find(loop.getResult(index))));
  qd::YieldOp::create(builder, loop.getLoc(), counts);
  return Values(counting.getResults());
}

ReverseSweep::Values ReverseSweep::findIncoming(qd::ForOp loop, const Adjoints &adjoints) {
  Values incoming;
  SmallVector<unsigned> extremes;
  SmallVector<qd::ReduceKind> kinds = loop.getReduceKinds();
  for (auto [index, result] : llvm::enumerate(loop.getResults())) {
    incoming.push_back(adjoints.lookup(result));
    if (incoming.back() && isExtreme(kinds[index]))
      extremes.push_back(index);
  }
  if (extremes.empty())
    return incoming;
  Values counts = countExtremes(loop, extremes);
  for (auto [index, count] : llvm::zip_equal(extremes, counts))
    incoming[index] = divideEvenly(builder, loop.getLoc(), incoming[index], count);
  return incoming;
}

//===----------------------------------------------------------------------===//
// Atomic maxima and minima
//===----------------------------------------------------------------------===//

void ReverseSweep::countUpdate(qd::ElementAccess access) {
  const Count &count = counts.find(arrayKey(access.getArray()))->second;
  Values indices = computed.findAll(access.getIndices());
  Value after = memref::LoadOp::create(builder, access->getLoc(), count.update.after, indices);
  Value taken = countIfExtreme(builder, access->getLoc(), computed.find(writtenValue(access)), after);
  memref::AtomicRMWOp::create(builder, access->getLoc(), arith::AtomicRMWKind::addi, taken, count.counts, indices);
}

Value ReverseSweep::takeShare(qd::ElementAccess access, ValueRange indices, Value adjoint) {
  const Count &count = counts.find(arrayKey(access.getArray()))->second;
  Location location = access->getLoc();
  Value after = memref::LoadOp::create(builder, location, count.update.after, indices);
  Value taken = selectIfExtreme(builder, location, computed.find(writtenValue(access)), after, adjoint);
  return divideEvenly(builder, location, taken, memref::LoadOp::create(builder, location, count.counts, indices));
}

void ReverseSweep::visitUpdating(Operation *op, Adjoints &adjoints) {
  Location location = op->getLoc();
  counts.clear();
  auto load = [&](Value array, ValueRange indices) -> Value {
    return memref::LoadOp::create(builder, location, array, indices);
  };
  for (const ExtremeUpdate &update : updates.in(op)) {
    Value array = makeLike(builder, location, update.before, builder.getI64Type());
    counts[arrayKey(update.array)] = {update, array};
    forEachElement(builder, location, update.before, [&](ValueRange indices) {
      Value isLeft = countIfExtreme(builder, location, load(update.before, indices), load(update.after, indices));
      memref::StoreOp::create(builder, location, isLeft, array, indices);
    });
  }
  Adjoints none;
  isCounting = true;
  visitOne(op, none);
  isCounting = false;
  visitOne(op, adjoints);
  // What is left of the adjoint belongs to what was there before.
  for (const ExtremeUpdate &update : updates.in(op)) {
    Value shadow = signature.find(builder, update.array), array = counts.find(arrayKey(update.array))->second.counts;
    Type element = cast<MemRefType>(shadow.getType()).getElementType();
    forEachElement(builder, location, shadow, [&](ValueRange indices) {
      Value adjoint = convertFloat(builder, location, load(shadow, indices), derivativeType(element));
      Value taken =
          selectIfExtreme(builder, location, load(update.before, indices), load(update.after, indices), adjoint);
      Value share = divideEvenly(builder, location, taken, load(array, indices));
      memref::StoreOp::create(builder, location, convertFloat(builder, location, share, element), shadow, indices);
    });
  }
}
