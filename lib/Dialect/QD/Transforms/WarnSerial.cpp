//===- WarnSerial.cpp - Loops over arrays that one thread runs ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/IR/ArrayName.h"
#include "qdc/Dialect/QD/IR/LoopTrips.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace qdc::qd {
#define GEN_PASS_DEF_WARNSERIAL
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

/// True if constants say that the loop and those in it have few iterations together.
static bool isShort(scf::ForOp outer) {
  uint64_t most = 0;
  bool isKnown = true;
  outer->walk([&](LoopLikeOpInterface loop) {
    uint64_t product = 1;
    for (Operation *around = loop; around != outer->getParentOp(); around = around->getParentOp()) {
      auto counted = dyn_cast<scf::ForOp>(around);
      std::optional<uint64_t> count = counted ? constantTripCount(counted) : std::nullopt;
      if (counted ? !count : isa<LoopLikeOpInterface>(around))
        isKnown = false;
      product = llvm::SaturatingMultiply(product, count.value_or(1));
    }
    most = std::max(most, product);
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  });
  return isKnown && most <= kMaximumShortLoop;
}

/// The first access of an array that outlives the loop.
static ElementAccess findAccess(scf::ForOp loop) {
  ElementAccess found;
  loop->walk<WalkOrder::PreOrder>([&](ElementAccess access) {
    Value array = getAccessedArray(access.getArray());
    if (!array || array.getDefiningOp<memref::AllocaOp>())
      return WalkResult::advance();
    found = access;
    return WalkResult::interrupt();
  });
  return found;
}

static void warnOfLoop(scf::ForOp loop) {
  ElementAccess access = findAccess(loop);
  if (!access || isShort(loop))
    return;
  InFlightDiagnostic warning = emitWarning(loop.getLoc(), Warning::serial);
  warning << "this loop holds no parallel loop and stands in none, so one thread runs all of it; write 'qd.for' where "
             "iterations do not need each other";
  warning.attachNote(access.getLoc()) << "it touches " << quotedArrayName(getAccessedArray(access.getArray()))
                                      << " here";
}

void qdc::qd::warnSerial(KernelOp kernel) {
  llvm::SmallPtrSet<Operation *, 16> control; // that holds parallel loops
  kernel.walk([&](ForOp loop) {
    for (Operation *op = loop->getParentOp(); op != kernel && control.insert(op).second;)
      op = op->getParentOp();
  });
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ForOp>(op))
      return WalkResult::skip();
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || control.contains(op))
      return WalkResult::advance();
    warnOfLoop(loop);
    return WalkResult::skip();
  });
}

namespace {
struct WarnSerial : qdc::qd::impl::WarnSerialBase<WarnSerial> {
  void runOnOperation() override {
    warnSerial(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
