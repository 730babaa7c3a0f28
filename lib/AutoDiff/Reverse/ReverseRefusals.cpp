//===- ReverseRefusals.cpp - What the reverse sweep cannot do -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Reverse/ReverseRefusals.h"
#include "AutoDiff/Analysis/LoopAccesses.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;
using qdc::qd::AccessKind;
using qdc::qd::ElementAccess;

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool holdsTasks(Operation *op) {
  WalkResult result = op->walk([](Operation *nested) {
    return isa<qd::ForOp, qd::DoWhileOp>(nested) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Of an atomic maximum or minimum, what is in the element in between must not matter.
static LogicalResult verifyExtremeUpdate(memref::AtomicRMWOp update, const Activity &activity) {
  Operation *top = update;
  while (!isa<qd::KernelOp>(top->getParentOp()))
    top = top->getParentOp();
  ElementAccess other;
  top->walk([&](ElementAccess access) {
    auto same = dyn_cast<memref::AtomicRMWOp>(access.getOperation());
    bool isTouched = arrayKey(access.getArray()) == arrayKey(update.getMemref()) &&
                     (writtenValue(access) || activity.hasActive(access->getResults()));
    if (!other && isTouched && !(same && same.getKind() == update.getKind()))
      other = access;
  });
  if (!other)
    return success();
  InFlightDiagnostic error = update->emitOpError()
                             << "updates " << describeArray(update.getMemref())
                             << ", which is differentiated, and the same task accesses the array in another way; not "
                                "supported: use a loop of its own";
  error.attachNote(other->getLoc()) << "the other access";
  return failure();
}

static LogicalResult verifyOperation(Operation *op, const Activity &activity) {
  if (op->getNumRegions() != 0 && !isa<qd::ForOp>(op) && holdsTasks(op))
    return op->emitOpError("holds parallel loops and is differentiated in reverse mode; not supported: control around "
                           "tasks; call the kernel without it and repeat launches, or use mode \"forward\"");
  if (isExtremeUpdate(op) && activity.hasShadow(cast<memref::AtomicRMWOp>(op).getMemref()))
    return verifyExtremeUpdate(cast<memref::AtomicRMWOp>(op), activity);
  return success();
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

static const char *verbOf(ElementAccess access) {
  return access.getAccessKind() == AccessKind::load    ? "reads"
         : access.getAccessKind() == AccessKind::store ? "writes"
                                                       : "updates";
}

/// Of a pair of accesses to one array with a shadow, of which the second writes.
static LogicalResult verifyPair(const LoopAccesses &accesses, ElementAccess first, ElementAccess second) {
  AccessKind kind = first.getAccessKind(), other = second.getAccessKind();
  if (kind == AccessKind::atomic && other == AccessKind::atomic)
    return success();
  bool isRefused = kind == AccessKind::store && other == AccessKind::store ? accesses.surelyMeet(first, second)
                                                                           : !accesses.areOfOneIteration(first, second);
  if (!isRefused)
    return success();
  InFlightDiagnostic error = first->emitOpError()
                             << verbOf(first) << " an element of " << describeArray(first.getArray())
                             << " that another iteration of the parallel loop may write, so the gradient would depend "
                                "on their order; not supported: use another array, or a loop of its own";
  error.attachNote(second->getLoc()) << "the write";
  return failure();
}

static LogicalResult verifyLoop(qd::ForOp loop, const Activity &activity) {
  llvm::MapVector<ArrayKey, SmallVector<ElementAccess>> lists;
  loop.getBody().walk([&](ElementAccess access) {
    bool isTouched =
        activity.hasShadow(access.getArray()) && (writtenValue(access) || activity.hasActive(access->getResults()));
    if (isTouched && !isLocalArray(access.getArray()))
      lists[arrayKey(access.getArray())].push_back(access);
  });
  LoopAccesses accesses(loop);
  for (auto &[array, list] : lists)
    for (ElementAccess first : list)
      for (ElementAccess second : list)
        if (writtenValue(second) && failed(verifyPair(accesses, first, second)))
          return failure();
  return success();
}

LogicalResult qdc::autodiff::verifyReversible(qd::KernelOp kernel, const Activity &activity, const ReversePlan &plan) {
  bool isRight = true;
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!plan.isReversed(op))
      return WalkResult::skip();
    if (failed(verifyOperation(op, activity))) {
      isRight = false;
      return WalkResult::skip();
    }
    if (auto loop = dyn_cast<qd::ForOp>(op))
      isRight &= succeeded(verifyLoop(loop, activity));
    return WalkResult::advance();
  });
  return success(isRight);
}
