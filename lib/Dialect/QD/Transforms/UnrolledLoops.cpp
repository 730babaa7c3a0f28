//===- UnrolledLoops.cpp - Loops as their iterations ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnrolledLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

uint64_t qdc::qd::countUnrolled(Block &block, KnownValues &values, IsUnrolled isUnrolled, uint64_t most) {
  uint64_t count = 0;
  for (Operation &op : block) {
    if (count > most)
      break;
    auto loop = dyn_cast<scf::ForOp>(op);
    std::optional<KnownRange> range = loop ? values.rangeOf(loop) : std::nullopt;
    if (range && isUnrolled(loop)) {
      count += countUnrolled(loop, *range, values, isUnrolled, most - count);
      continue;
    }
    ++count;
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        if (count <= most)
          count += countUnrolled(inner, values, isUnrolled, most - count);
  }
  return count;
}

uint64_t qdc::qd::countUnrolled(scf::ForOp loop, const KnownRange &range, KnownValues &values, IsUnrolled isUnrolled,
                                uint64_t most) {
  uint64_t count = 0;
  for (uint64_t trip = 0; trip < range.trips && count <= most; ++trip) {
    values.set(loop.getInductionVar(), range.at(trip));
    ++count; // an empty body must end too
    if (count <= most)
      count += countUnrolled(*loop.getBody(), values, isUnrolled, most - count);
  }
  values.forget(loop.getInductionVar());
  return count;
}

SmallVector<Operation *> qdc::qd::unroll(scf::ForOp loop, const KnownRange &range) {
  OpBuilder builder(loop);
  SmallVector<Operation *> nested;
  SmallVector<Value> carried(loop.getInitArgs());
  for (uint64_t trip = 0; trip < range.trips; ++trip) {
    IRMapping values;
    Type type = loop.getInductionVar().getType();
    values.map(loop.getInductionVar(),
               arith::ConstantOp::create(builder, loop.getLoc(), builder.getIntegerAttr(type, range.at(trip))));
    values.map(loop.getRegionIterArgs(), carried);
    for (Operation &op : loop.getBody()->without_terminator()) {
      Operation *copy = builder.clone(op, values);
      SmallVector<Value> folded;
      if (copy->getNumRegions() != 0) {
        nested.push_back(copy);
      } else if (succeeded(builder.tryFold(copy, folded)) && folded.size() == copy->getNumResults()) {
        values.map(op.getResults(), folded);
        copy->erase();
      }
    }
    Operation *yield = loop.getBody()->getTerminator();
    carried = llvm::map_to_vector(yield->getOperands(), [&](Value value) { return values.lookupOrDefault(value); });
  }
  loop.replaceAllUsesWith(carried);
  loop.erase();
  return nested;
}
