//===- AloneAtomics.cpp - Atomics of a single thread ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/AloneAtomics.h"

#include "qdc/Lowering/Common/FlatAccesses.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

/// Whether all ranges are known to be of one number.
static bool hasOneIteration(qd::ForOp loop) {
  for (unsigned axis = 0; axis < loop.getRank(); ++axis) {
    const std::optional<int64_t> first = loop.getLowerBounds().empty()
                                             ? std::optional<int64_t>(0)
                                             : getConstantIntValue(loop.getLowerBounds()[axis]),
                                 end = getConstantIntValue(loop.getUpperBounds()[axis]),
                                 step = loop.getSteps().empty() ? std::optional<int64_t>(1)
                                                                : getConstantIntValue(loop.getSteps()[axis]);
    int64_t length = 0;
    if (!first || !end || !step || llvm::SubOverflow(*end, *first, length) || length < 1 || length > *step)
      return false;
  }
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
