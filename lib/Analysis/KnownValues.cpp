//===- KnownValues.cpp - Integers that constants decide -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/KnownValues.h"

#include "qdc/Support/TripCount.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace qdc;

/// Of operations that a value follows from: indices are made of few.
static constexpr unsigned kDeepest = 64;

void KnownValues::set(Value variable, int64_t number) {
  given[variable] = IntegerAttr::get(variable.getType(), number);
  found.clear();
}

void KnownValues::forget(Value variable) {
  given.erase(variable);
  found.clear();
}

Attribute KnownValues::valueOf(Value value, unsigned depth) {
  if (Attribute known = given.lookup(value))
    return known;
  auto result = dyn_cast<OpResult>(value);
  if (!result || depth > kDeepest)
    return {};
  if (auto known = found.find(value); known != found.end())
    return known->second;
  Attribute computed = compute(result.getOwner(), result.getResultNumber(), depth + 1);
  return found[value] = computed;
}

Attribute KnownValues::compute(Operation *op, unsigned result, unsigned depth) {
  Attribute constant;
  if (matchPattern(op, m_Constant(&constant)))
    return constant;
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return elementOf(load, depth);
  if (!isa_and_nonnull<arith::ArithDialect>(op->getDialect()))
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(valueOf(operand, depth));
    if (!operands.back())
      return {};
  }
  SmallVector<OpFoldResult> folded;
  if (failed(op->fold(operands, folded)))
    return {};
  if (folded.empty()) // simplified in place, as a cast of a cast: ask what it is now
    return depth < kDeepest ? compute(op, result, depth + 1) : Attribute();
  if (auto value = dyn_cast<Value>(folded[result]))
    return valueOf(value, depth);
  return cast<Attribute>(folded[result]);
}

TypedAttr KnownValues::elementOf(memref::LoadOp load, unsigned depth) {
  memref::GlobalOp table = tables.tableOf(load);
  if (!table)
    return {};
  SmallVector<std::optional<int64_t>> indices;
  for (Value index : load.getIndices()) {
    auto number = dyn_cast_if_present<IntegerAttr>(valueOf(index, depth));
    indices.push_back(number ? std::optional(number.getValue().getSExtValue()) : std::nullopt);
  }
  return tables.elementOf(table, indices);
}

TypedAttr KnownValues::elementOf(memref::LoadOp load) { return elementOf(load, 0); }

std::optional<int64_t> KnownValues::numberOf(Value value) {
  auto number = dyn_cast_if_present<IntegerAttr>(valueOf(value, 0));
  return number && number.getValue().getBitWidth() <= 64 ? std::optional(number.getValue().getSExtValue())
                                                         : std::nullopt;
}

std::optional<KnownRange> KnownValues::rangeOf(scf::ForOp loop) {
  const std::optional<int64_t> lower = numberOf(loop.getLowerBound()), upper = numberOf(loop.getUpperBound()),
                               step = numberOf(loop.getStep());
  if (!lower || !upper || !step || *step < 1 || (loop.getUnsignedCmp() && (*lower < 0 || *upper < 0)))
    return {};
  return KnownRange{*lower, *step, countTrips(*lower, *upper, *step)};
}
