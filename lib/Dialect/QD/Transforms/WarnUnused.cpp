//===- WarnUnused.cpp - Arguments and temporaries without use -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/DeclaredExtents.h"
#include "qdc/Dialect/QD/IR/ElementAccess.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

namespace qdc::qd {
#define GEN_PASS_DEF_WARNUNUSED
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc::qd;

/// The arguments that the extents of others are made of.
static std::set<uint32_t> argumentsInExtents(KernelOp kernel) {
  std::set<uint32_t> all;
  FailureOr<DeclaredExtents> extents = DeclaredExtents::read(kernel);
  if (failed(extents))
    return all;
  for (BlockArgument argument : kernel.getArguments()) {
    std::set<uint32_t> read;
    for (const DeclaredExtents::Extent &extent : extents->of(argument.getArgNumber()))
      if (extent.value)
        qdc::addArguments(*extent.value, read);
    read.erase(argument.getArgNumber());
    all.insert(read.begin(), read.end());
  }
  return all;
}

void qdc::qd::warnUnused(KernelOp kernel) {
  if (kernel.isOffloaded())
    return;
  const std::set<uint32_t> inExtents = argumentsInExtents(kernel);
  for (BlockArgument argument : kernel.getArguments())
    if (argument.use_empty() && !inExtents.contains(argument.getArgNumber()))
      emitWarning(argument.getLoc(), Warning::unused)
          << "the argument '" << kernel.getArgumentName(argument.getArgNumber()) << "' of '" << kernel.getName()
          << "' is never used; leave it out";
}

namespace {
struct TemporaryUse {
  Operation *firstRead = nullptr;
  bool isWritten = false;
};
} // namespace

void qdc::qd::warnUnwritten(KernelOp kernel) {
  llvm::MapVector<memref::AllocOp, TemporaryUse> temporaries;
  auto use = [&](Operation *op, Value array, AccessKind kind) {
    auto alloc = array.getDefiningOp<memref::AllocOp>();
    if (!alloc)
      return;
    TemporaryUse &found = temporaries[alloc];
    found.isWritten |= kind == AccessKind::store || kind == AccessKind::atomic;
    if (!found.firstRead && kind != AccessKind::store)
      found.firstRead = op;
  };
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto access = dyn_cast<ElementAccess>(op))
      use(op, access.getArray(), access.getAccessKind());
    else if (auto loop = dyn_cast<DoWhileOp>(op))
      use(op, loop.getFlag(), AccessKind::load);
  });
  for (auto [alloc, found] : temporaries) {
    if (found.isWritten)
      continue;
    InFlightDiagnostic warning = emitWarning(alloc.getLoc(), Warning::unused);
    warning << "this temporary is read, but never written, so what it holds is undefined; write its elements first, or "
               "make it an argument";
    warning.attachNote(found.firstRead->getLoc()) << "it is read here";
  }
}

namespace {
struct WarnUnused : qdc::qd::impl::WarnUnusedBase<WarnUnused> {
  void runOnOperation() override {
    warnUnused(getOperation());
    warnUnwritten(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
