//===- ReverseInvariants.cpp - Sums for elements that all iterations load -===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of ReverseSweep for InvariantLoads.h. A value that stands for the
// element takes the way of a scalar that the loop uses: control in the loop gives
// what it adds as a result, and the loop reduces it.
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Reverse/ReverseSweep.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

void ReverseSweep::enterReduced(qd::ForOp loop) {
  for (const InvariantElement &element : invariants.in(loop)) {
    memref::LoadOp first = element.front();
    Value value = zero(derivativeType(first.getType()), first.getLoc());
    reducedValues.insert(value);
    for (memref::LoadOp load : element)
      reducedLoads[load] = value;
  }
}

void ReverseSweep::leaveReduced(qd::ForOp loop, Adjoints &adjoints) {
  if (isCounting)
    return;
  for (const InvariantElement &element : invariants.in(loop)) {
    memref::LoadOp first = element.front();
    Location location = first.getLoc();
    Value adjoint = adjoints.lookup(reducedLoads.lookup(first)), shadow = signature.find(builder, first.getMemRef());
    if (!adjoint || !shadow)
      continue;
    // Such a load may stand in a branch that is not taken, so the array may lack the element.
    Values indices;
    Value isThere;
    for (auto [axis, index] : llvm::enumerate(first.getIndices())) {
      std::optional<int64_t> constant = getConstantIntValue(index);
      indices.push_back(constant ? arith::ConstantIndexOp::create(builder, location, *constant) : computed.find(index));
      if (Value holds = isInside(shadow, axis, indices.back(), location))
        isThere = isThere ? arith::AndIOp::create(builder, location, isThere, holds) : holds;
    }
    OpBuilder::InsertionGuard guard(builder);
    if (isThere)
      builder.setInsertionPoint(scf::IfOp::create(builder, location, isThere, /*withElseRegion=*/false).thenYield());
    addToShadow(shadow, indices, adjoint, /*isPlain=*/true, location);
    for (memref::LoadOp load : element)
      accumulations.add(AccumulationKind::reduce, shadow, load.getLoc());
  }
  reducedLoads.clear();
  reducedValues.clear();
}
