//===- ReverseGathers.cpp - Sums of what iterations add to an element -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ReverseSweep that makes the loops over elements (Gathers.h). They
// stand ahead of the reverse loop, which takes the shadows that they look at.
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Reverse/ReverseSweep.h"
#include "AutoDiff/Rules/Rules.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

/// The smallest and the largest offset from a variable.
static std::pair<int64_t, int64_t> offsetsFrom(const Gather &gather, unsigned variable) {
  auto offsets = llvm::map_range(gather.loads, [&](const Gather::Load &load) { return load.offsets[variable]; });
  auto [least, most] = std::minmax_element(offsets.begin(), offsets.end());
  return {*least, *most};
}

/// The loop's bounds, in the reverse sweep.
ReverseSweep::Range ReverseSweep::rangeOf(qd::ForOp loop) {
  Range range{computed.findAll(loop.getLowerBounds()), computed.findAll(loop.getUpperBounds())};
  while (range.lower.size() < loop.getRank())
    range.lower.push_back(arith::ConstantIndexOp::create(builder, loop.getLoc(), 0));
  return range;
}

Value ReverseSweep::fixedIndex(const Gather::Axis &axis, Location location) {
  if (const auto *constant = std::get_if<int64_t>(&axis))
    return arith::ConstantIndexOp::create(builder, location, *constant);
  return computed.find(std::get<Value>(axis));
}

Value ReverseSweep::isInside(Value array, unsigned axis, Value index, Location location) {
  Value extent = builder.createOrFold<memref::DimOp>(location, array, axis);
  // Without a sign, a negative index is too large.
  Value isInside = builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::ult, index, extent);
  return matchPattern(isInside, m_One()) ? Value() : isInside;
}

Value ReverseSweep::hasFixedIndices(const Gather &gather, Location location) {
  Value shadow = signature.find(builder, gather.array), all;
  for (auto [number, axis] : llvm::enumerate(gather.axes)) {
    if (std::holds_alternative<unsigned>(axis))
      continue;
    if (Value holds = isInside(shadow, number, fixedIndex(axis, location), location))
      all = all ? builder.createOrFold<arith::AndIOp>(location, all, holds) : holds;
  }
  return all;
}

/// The elements that the loop may read. Where it reads beyond the array, that is in a branch that is not taken. Sums
/// wrap only for bounds 2^57 away from all elements: either no element is read then, or there are too many iterations
/// to run.
ReverseSweep::Range ReverseSweep::elementsOf(const Gather &gather, const Range &iterations, Location location) {
  Value shadow = signature.find(builder, gather.array);
  auto constant = [&](int64_t value) -> Value { return arith::ConstantIndexOp::create(builder, location, value); };
  auto add = [&](Value value, int64_t offset) {
    return builder.createOrFold<arith::AddIOp>(location, value, constant(offset));
  };
  Range elements;
  for (unsigned variable = 0; variable < iterations.lower.size(); ++variable) {
    auto [least, most] = offsetsFrom(gather, variable);
    Value extent = builder.createOrFold<memref::DimOp>(location, shadow, gather.axisOf(variable));
    elements.lower.push_back(
        builder.createOrFold<arith::MaxSIOp>(location, add(iterations.lower[variable], least), constant(0)));
    elements.upper.push_back(
        builder.createOrFold<arith::MinSIOp>(location, add(iterations.upper[variable], most), extent));
  }
  if (Value hasSome = hasFixedIndices(gather, location))
    elements.upper.front() =
        builder.createOrFold<arith::SelectOp>(location, hasSome, elements.upper.front(), elements.lower.front());
  return elements;
}

/// Compares with both bounds: elementsOf() is exact only where its sums do not wrap.
Value ReverseSweep::hasIteration(const Range &iterations, ValueRange iteration, Location location) {
  Value all;
  auto require = [&](arith::CmpIPredicate predicate, Value variable, Value bound) {
    Value holds = arith::CmpIOp::create(builder, location, predicate, variable, bound);
    all = all ? arith::AndIOp::create(builder, location, all, holds) : holds;
  };
  for (auto [value, lower, upper] : llvm::zip_equal(iteration, iterations.lower, iterations.upper)) {
    require(arith::CmpIPredicate::sge, value, lower);
    require(arith::CmpIPredicate::slt, value, upper);
  }
  return all;
}

Value ReverseSweep::adjointIn(qd::ForOp loop, memref::LoadOp load, ValueRange iteration, ValueRange incoming) {
  for (auto [variable, value] : llvm::zip_equal(loop.getInductionVars(), iteration))
    computed.map(variable, value);
  Block &body = loop.getBody().front();
  computed.compute(body);
  Adjoints inner = adjointsOfYielded(loop, incoming);
  gatheredLoad = load;
  gatheredArray = load.getMemRef();
  visitBlock(body, inner);
  gatheredLoad = nullptr;
  return find(inner, gatheredArray, load.getLoc());
}

Value ReverseSweep::adjointIfThere(qd::ForOp loop, const Gather::Load &gathered, const Range &iterations,
                                   ValueRange element, ValueRange incoming) {
  memref::LoadOp load = gathered.load;
  Location location = load.getLoc();
  Values iteration;
  for (auto [variable, value] : llvm::enumerate(element)) {
    Value back = arith::ConstantIndexOp::create(builder, location, -gathered.offsets[variable]);
    iteration.push_back(builder.createOrFold<arith::AddIOp>(location, value, back));
  }
  auto branch = scf::IfOp::create(
      builder, location, hasIteration(iterations, iteration, location),
      [&](OpBuilder &, Location) {
        Value adjoint = adjointIn(loop, load, iteration, incoming);
        scf::YieldOp::create(builder, location, adjoint);
      },
      [&](OpBuilder &, Location) {
        scf::YieldOp::create(builder, location, zero(derivativeType(load.getType()), location));
      });
  return branch.getResult(0);
}

void ReverseSweep::visitGather(qd::ForOp loop, const Gather &gather, ValueRange incoming) {
  Location location = loop.getLoc();
  Range iterations = rangeOf(loop), elements = elementsOf(gather, iterations, location);
  auto made = qd::ForOp::create(builder, location, elements.lower, elements.upper, ValueRange(), TypeRange(),
                                ArrayRef<qd::ReduceKind>());
  made.setBlockDimAttr(loop.getBlockDimAttr());
  if (std::optional<StringRef> name = loop.getName())
    made.setName((*name + ".gather").str());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(made.getBody().front().getTerminator());
  Values element(made.getInductionVars()), indices;
  Value sum;
  for (const Gather::Load &load : gather.loads) {
    Value adjoint = adjointIfThere(loop, load, iterations, element, incoming);
    sum = sum ? FloatBuilder(builder, location).add(sum, adjoint) : adjoint;
  }
  for (const Gather::Axis &axis : gather.axes) {
    if (const auto *variable = std::get_if<unsigned>(&axis))
      indices.push_back(element[*variable]);
    else
      indices.push_back(fixedIndex(axis, location));
  }
  Value shadow = signature.find(builder, gather.array);
  for (const Gather::Load &load : gather.loads)
    accumulations.add(AccumulationKind::gather, shadow, memref::LoadOp(load.load).getLoc());
  addToShadow(shadow, indices, sum, /*isPlain=*/true, location);
}
