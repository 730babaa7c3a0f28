//===- SizeTemporaries.cpp - How large temporaries are --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/SizeTemporaries.h"
#include "qdc/Analysis/ExplainSize.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/TemporaryExtents.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc::qd {
#define GEN_PASS_DEF_SIZETEMPORARIES
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

static void reportSize(memref::AllocOp alloc, unsigned axis, Value size) {
  InFlightDiagnostic error =
      alloc.emitOpError() << "has an extent on axis " << axis
                          << " that is computed inside of control, but a temporary is there for the whole launch, of "
                             "one size; take an extent from arguments, shapes or what the kernel computes outside of "
                             "loops and branches";
  explainSize(error, size);
}

/// None after an error.
static Attribute extentOf(memref::AllocOp alloc, unsigned axis, Value size) {
  MLIRContext *context = alloc.getContext();
  if (std::optional<SizeExpr> expr = sizeExprFromValue(size))
    return succeeded(checkExtent(alloc, axis, *expr)) ? SizeAttr::get(context, *expr) : Attribute();
  // What was found before the kernel was rewritten stays.
  if (auto found = alloc->getAttrOfType<ArrayAttr>(extentsAttr); found && isa<SizeAttr>(found[axis]))
    return found[axis];
  if (isa<KernelOp>(size.getParentBlock()->getParentOp()))
    return UnitAttr::get(context);
  reportSize(alloc, axis, size);
  return {};
}

/// Empty after an error.
static SmallVector<Attribute> extentsOf(memref::AllocOp alloc) {
  SmallVector<Attribute> extents;
  unsigned next = 0;
  for (auto [axis, extent] : llvm::enumerate(alloc.getType().getShape())) {
    Attribute known = ShapedType::isDynamic(extent) ? extentOf(alloc, axis, alloc.getDynamicSizes()[next++])
                                                    : SizeAttr::get(alloc.getContext(), SizeExpr::constant(extent));
    if (known)
      extents.push_back(known);
  }
  return extents;
}

/// Nothing is gained by its place, and loops around it can be neighbours without it. Where its size is computed, the
/// host makes it between two tasks: so what else is computed from the same loop comes first.
static void moveToStart(memref::AllocOp alloc) {
  Operation *last = nullptr;
  for (Value size : alloc.getDynamicSizes())
    if (Operation *definition = size.getDefiningOp(); definition && definition->getBlock() == alloc->getBlock())
      if (!last || last->isBeforeInBlock(definition))
        last = definition;
  if (!last)
    return alloc->moveBefore(&alloc->getBlock()->front());
  if (llvm::any_of(alloc->getAttrOfType<ArrayAttr>(extentsAttr), llvm::IsaPred<UnitAttr>))
    for (Operation *next = last->getNextNode(); next != alloc && next->getNumRegions() == 0 && isPure(next);
         next = next->getNextNode())
      last = next;
  alloc->moveAfter(last);
}

LogicalResult qdc::qd::sizeTemporaries(KernelOp kernel) {
  SmallVector<memref::AllocOp> allocs;
  kernel.walk([&](Operation *op) {
    if (auto alloc = dyn_cast<memref::AllocOp>(op))
      allocs.push_back(alloc);
    else if (isa<memref::DeallocOp>(op))
      op->erase();
  });
  bool isValid = true;
  for (memref::AllocOp alloc : allocs) {
    SmallVector<Attribute> extents = extentsOf(alloc);
    if (extents.size() != static_cast<size_t>(alloc.getType().getRank())) {
      isValid = false;
      continue;
    }
    alloc->setAttr(extentsAttr, ArrayAttr::get(alloc.getContext(), extents));
  }
  if (!isValid)
    return failure();
  // From the last one on, so that those of one block keep their order.
  for (memref::AllocOp alloc : llvm::reverse(allocs))
    moveToStart(alloc);
  return success();
}

namespace {
struct SizeTemporaries : qdc::qd::impl::SizeTemporariesBase<SizeTemporaries> {
  void runOnOperation() override {
    if (failed(sizeTemporaries(getOperation())))
      signalPassFailure();
  }
};
} // namespace
