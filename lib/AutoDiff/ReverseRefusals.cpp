//===- ReverseRefusals.cpp - What the reverse sweep cannot do -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReverseRefusals.h"
#include "LoopAccesses.h"
#include "qdc/Analysis/MemoryLocations.h"

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

/// What a serial loop carries from trip to trip.
static ValueRange carriedBy(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getRegionIterArgs();
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return loop.getBeforeArguments();
  return {};
}

static LogicalResult verifyOperation(Operation *op, const ReversePlan &plan) {
  if (op->getNumRegions() != 0 && !isa<qd::ForOp>(op) && holdsTasks(op))
    return op->emitOpError("holds parallel loops and is differentiated in reverse mode; not supported: control around "
                           "tasks; call the kernel without it and repeat launches, or use mode \"forward\"");
  ValueRange carried = carriedBy(op);
  if (!carried.empty() && !op->getParentOfType<qd::ForOp>() && !plan.neededIn(op).positionsOf(carried).empty())
    return op->emitOpError("carries values that the gradient needs from trip to trip, outside of a parallel loop; not "
                           "supported: put it into a qd.for of one iteration");
  auto access = dyn_cast<ElementAccess>(op);
  if (access && isLocalArray(access.getArray()))
    return op->emitOpError("accesses a local array of floats that are differentiated in reverse mode; not supported: "
                           "use values that loops carry, or mode \"forward\"");
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
    if (failed(verifyOperation(op, plan))) {
      isRight = false;
      return WalkResult::skip();
    }
    if (auto loop = dyn_cast<qd::ForOp>(op))
      isRight &= succeeded(verifyLoop(loop, activity));
    return WalkResult::advance();
  });
  return success(isRight);
}

//===----------------------------------------------------------------------===//
// Lost values
//===----------------------------------------------------------------------===//

/// The operation around `op` at the top level of the kernel.
static Operation *topOf(qd::KernelOp kernel, Operation *op) {
  return kernel.getBody().front().findAncestorOpInBlock(*op);
}

/// Whether the write may change, after the read, what was read.
static bool mayOverwrite(qd::KernelOp kernel, memref::LoadOp load, ElementAccess write, MemoryLocations &locations) {
  auto read = cast<ElementAccess>(load.getOperation());
  if (locations.identify(read.getArray())->memory != locations.identify(write.getArray())->memory)
    return false;
  Operation *first = topOf(kernel, load), *second = topOf(kernel, write);
  if (first != second)
    return first->isBeforeInBlock(second);
  auto loop = dyn_cast<qd::ForOp>(first);
  bool isOneArray = arrayKey(read.getArray()) == arrayKey(write.getArray());
  return !(loop && isOneArray && LoopAccesses(loop).areOfDifferentElements(read, write));
}

std::optional<LostValue> qdc::autodiff::findLostValue(qd::KernelOp kernel, const ReversePlan &plan) {
  const llvm::DenseSet<Operation *> &reads = plan.needed().reads();
  SmallVector<ElementAccess> writes;
  kernel.getBody().walk([&](ElementAccess access) {
    if (access.getAccessKind() == AccessKind::store || access.getAccessKind() == AccessKind::atomic)
      writes.push_back(access);
  });
  MemoryLocations locations(kernel);
  std::optional<LostValue> lost;
  kernel.getBody().walk([&](Operation *op) {
    if (!reads.contains(op))
      return WalkResult::advance();
    auto load = dyn_cast<memref::LoadOp>(op);
    if (!load || isLocalArray(load.getMemRef())) {
      lost = LostValue{op, nullptr};
      return WalkResult::interrupt();
    }
    for (ElementAccess write : writes)
      if (mayOverwrite(kernel, load, write, locations)) {
        lost = LostValue{op, write};
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return lost;
}

void qdc::autodiff::describe(InFlightDiagnostic &diagnostic, const LostValue &lost) {
  auto access = dyn_cast<ElementAccess>(lost.read);
  std::string array = access ? describeArray(access.getArray()) : "";
  diagnostic << "'" << lost.read->getName() << "' op ";
  if (lost.write) {
    diagnostic << "reads " << array << ", and the gradient needs the value again when the kernel has overwritten it; "
               << "not supported: kept values; write to another array";
    diagnostic.attachNote(lost.write->getLoc()) << "overwritten here";
  } else if (access && isLocalArray(access.getArray())) {
    diagnostic << "reads a local array, and the gradient needs the value again; not supported: kept values; use values "
                  "that loops carry";
  } else {
    diagnostic << "gives a value that the gradient needs, but it cannot be had again; not supported: kept values";
  }
}
