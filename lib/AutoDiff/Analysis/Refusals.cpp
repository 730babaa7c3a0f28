//===- Refusals.cpp - What has no exact derivative ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Analysis/Refusals.h"
#include "AutoDiff/Rules/Extremes.h"
#include "AutoDiff/Rules/Rules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;
using qdc::qd::AccessKind;
using qdc::qd::DerivativeMode;

static LogicalResult verifyAccess(qd::ElementAccess access, const Activity &activity, DerivativeMode mode) {
  if (!activity.hasShadow(access.getArray()))
    return success();
  Operation *op = access.getOperation();
  std::string array = describeArray(access.getArray());
  switch (access.getAccessKind()) {
  case AccessKind::load:
  case AccessKind::store:
    return success();
  case AccessKind::volatileLoad:
    if (!activity.hasActive(op->getResults()))
      return success();
    return op->emitOpError() << "reads " << array
                             << ", which is differentiated, but what the host writes during the launch has no "
                                "derivative; use memref.load";
  case AccessKind::atomic:
    if (isExtremeUpdate(op) && isLocalArray(access.getArray()))
      return op->emitOpError() << "updates " << array
                               << ", which is differentiated; not supported there: atomic operations but 'addf'; use "
                                  "arith.maximumf or arith.minimumf";
    if (isExtremeUpdate(op) && mode == DerivativeMode::forward)
      return op->emitOpError() << "updates " << array
                               << ", which is differentiated, but of atomic operations forward mode supports 'addf' "
                                  "alone, reverse mode 'maximumf' and 'minimumf' too; use a qd.for with 'reduce'";
    if (!isAtomicAddition(op) && !isExtremeUpdate(op))
      return op->emitOpError() << "updates " << array
                               << ", which is differentiated, but of atomic operations only 'addf', 'maximumf' and "
                                  "'minimumf' have a derivative; use a qd.for with 'reduce', or one of these";
    if (!activity.hasActive(op->getResults()))
      return success();
    return op->emitOpError() << "gives the old value of an element of " << array
                             << ", which depends on the order of iterations and has no derivative; do not compute "
                                "outputs from it";
  }
  return success();
}

static LogicalResult verifyReduction(qd::ForOp loop, const Activity &activity) {
  for (auto [kind, result] : llvm::zip(loop.getReduceKinds(), loop.getResults()))
    if (activity.isActive(result) && kind != qd::ReduceKind::addf && !isExtreme(kind))
      return loop.emitOpError()
             << "reduces floats that are differentiated by '" << qd::stringifyReduceKind(kind)
             << "', but only 'addf', 'maximumf' and 'minimumf' have a derivative; not supported: other reductions";
  return success();
}

static LogicalResult verifyOperation(Operation *op, const Activity &activity, DerivativeMode mode) {
  if (auto access = dyn_cast<qd::ElementAccess>(op))
    return verifyAccess(access, activity, mode);
  if (auto loop = dyn_cast<qd::ForOp>(op))
    return verifyReduction(loop, activity);
  if (auto cast = dyn_cast<arith::BitcastOp>(op); cast && activity.isVaried(cast.getIn()))
    return op->emitOpError("takes the bits of a float that is differentiated, and what is computed from bits has no "
                           "derivative; use operations on floats");
  if (op->getNumRegions() != 0 || op->hasTrait<OpTrait::IsTerminator>() || !activity.hasActive(op->getResults()))
    return success();
  if (!findRule(op))
    return op->emitOpError("has no derivative, but the result is differentiated; use other operations");
  return success();
}

static LogicalResult verifyOverlap(qd::KernelOp kernel, const Activity &activity) {
  for (BlockArgument argument : kernel.getArguments())
    if (isa<MemRefType>(argument.getType()) && activity.hasShadow(argument) &&
        kernel.getArgAttr(argument.getArgNumber(), qd::mayAliasAttr))
      return kernel.emitOpError() << "argument '" << kernel.getArgumentName(argument.getArgNumber())
                                  << "' is differentiated and has '" << qd::mayAliasAttr
                                  << "', but derivatives need arrays that do not overlap; leave it out";
  return success();
}

LogicalResult qdc::autodiff::verifyDifferentiable(qd::KernelOp kernel, const Activity &activity, DerivativeMode mode) {
  bool isRight = succeeded(verifyOverlap(kernel, activity));
  kernel.getBody().walk([&](Operation *op) { isRight &= succeeded(verifyOperation(op, activity, mode)); });
  return success(isRight);
}

LogicalResult qdc::autodiff::verifyReached(qd::KernelOp kernel, const Activity &activity,
                                           const qd::DerivativeRequest &request) {
  if (request.plain)
    return success();
  bool isAnyActive = false;
  for (BlockArgument argument : kernel.getArguments()) {
    std::string name = kernel.getArgumentName(argument.getArgNumber());
    bool isActive = activity.isShared(argument);
    isAnyActive |= isActive;
    if (!isActive && llvm::is_contained(request.wrt, name))
      return kernel.emitOpError() << "is to be differentiated with respect to '" << name
                                  << "', on which none of its float outputs depends";
  }
  if (!isAnyActive)
    return kernel.emitOpError("is to be differentiated, but none of its float outputs depends on a float argument");
  return success();
}
