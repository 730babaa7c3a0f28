//===- UnobservedAtomics.cpp - Atomics that may be merged or moved --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnobservedAtomics.h"
#include "qdc/Lowering/Common/FlatAccesses.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

/// The constant index of the one element of its array that `op` touches; nothing if it is another one at times.
static std::optional<int64_t> fixedElement(Operation *op) {
  auto access = dyn_cast<qd::ElementAccess>(op);
  return access ? getConstantIntValue(access.getIndices().front()) : std::nullopt;
}

/// No other array of the task lies at the same place, and other threads see it.
static bool isAlone(Value array, const GridBody &body) {
  auto parameter = dyn_cast<BlockArgument>(array);
  func::FuncOp function = body.function();
  return parameter && !function.getArgAttr(parameter.getArgNumber(), qd::mayAliasAttr);
}

bool isUnobserved(memref::AtomicRMWOp op, const GridBody &body) {
  if (op.getKind() == arith::AtomicRMWKind::assign || op->hasAttr(aloneAttr) || !isAlone(op.getMemref(), body))
    return false;
  std::optional<int64_t> element = fixedElement(op);
  return llvm::all_of(op.getMemref().getUsers(), [&](Operation *user) {
    std::optional<int64_t> other = fixedElement(user);
    if (element && other && element != other)
      return true;
    auto atomic = dyn_cast<memref::AtomicRMWOp>(user); // `op` is one of them
    return atomic && atomic.getResult().use_empty() && atomic.getKind() == op.getKind();
  });
}

} // namespace qdc
