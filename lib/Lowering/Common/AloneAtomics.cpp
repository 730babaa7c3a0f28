//===- AloneAtomics.cpp - Atomics of a single thread ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/AloneAtomics.h"

#include "qdc/Dialect/QD/IR/LoopTrips.h"
#include "qdc/Lowering/Common/FlatAccesses.h"

using namespace mlir;

namespace qdc {

/// Whether all ranges are known to be of one number.
static bool hasOneIteration(qd::ForOp loop) {
  Builder builder(loop);
  auto bound = [&](ValueRange bounds, unsigned axis, int64_t otherwise) {
    return bounds.empty() ? OpFoldResult(builder.getIndexAttr(otherwise)) : OpFoldResult(bounds[axis]);
  };
  for (unsigned axis = 0; axis < loop.getRank(); ++axis)
    if (qd::constantTripCount(bound(loop.getLowerBounds(), axis, 0), loop.getUpperBounds()[axis],
                              bound(loop.getSteps(), axis, 1)) != 1)
      return false;
  return true;
}

void markAloneAtomics(func::FuncOp function, qd::ForOp loop) {
  if (loop && !hasOneIteration(loop))
    return;
  SmallVector<qd::ElementAccess> atomics;
  const bool waits = function
                         .walk([&](qd::ElementAccess access) {
                           if (access.getAccessKind() == qd::AccessKind::volatileLoad)
                             return WalkResult::interrupt();
                           if (access.getAccessKind() == qd::AccessKind::atomic)
                             atomics.push_back(access);
                           return WalkResult::advance();
                         })
                         .wasInterrupted();
  if (waits)
    return;
  for (qd::ElementAccess atomic : atomics)
    atomic->setAttr(aloneAttr, UnitAttr::get(function.getContext()));
}

} // namespace qdc
