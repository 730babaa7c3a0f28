//===- WarnBounds.cpp - Constant indices outside static extents -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/IR/ArrayName.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace qdc::qd {
#define GEN_PASS_DEF_WARNBOUNDS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace {
/// Looks at one kernel.
class BoundsFinder {
public:
  explicit BoundsFinder(KernelOp kernel) : locations(kernel) {}

  /// `runsAlways`: the block runs in each launch.
  void visit(Block &block, bool runsAlways);

private:
  MemoryLocations locations;
};
} // namespace

static void warnOfIndex(ElementAccess access, unsigned dimension, int64_t index, int64_t extent, bool runsAlways) {
  Value array = getAccessedArray(access.getArray());
  InFlightDiagnostic warning = emitWarning(access.getLoc(), Warning::bounds, runsAlways);
  warning << "the index " << index << " is outside ";
  if (cast<MemRefType>(access.getArray().getType()).getRank() > 1)
    warning << "dimension " << dimension << " of ";
  warning << (array ? quotedArrayName(array) : "the array");
  if (extent == 0)
    warning << ", which holds no element";
  else
    warning << ", which takes 0 to " << extent - 1;
  if (array)
    warning.attachNote(array.getLoc()) << "the array";
}

static void checkIndices(ElementAccess access, bool runsAlways) {
  ArrayRef<int64_t> shape = cast<MemRefType>(access.getArray().getType()).getShape();
  for (auto [dimension, operand] : llvm::enumerate(access.getIndices())) {
    std::optional<int64_t> index = getConstantIntValue(operand);
    int64_t extent = shape[dimension];
    if (index && !ShapedType::isDynamic(extent) && (*index < 0 || *index >= extent))
      return warnOfIndex(access, dimension, *index, extent, runsAlways);
  }
}

/// True for a loop with at least one iteration, whatever the launch.
static bool runsItsBody(Operation *op) {
  auto isLess = [](OpFoldResult lower, OpFoldResult upper) {
    std::optional<int64_t> first = getConstantIntValue(lower), end = getConstantIntValue(upper);
    return first && end && *first < *end;
  };
  if (auto loop = dyn_cast<ForOp>(op)) {
    for (auto [dimension, upper] : llvm::enumerate(loop.getUpperBounds())) {
      OpFoldResult lower = IntegerAttr::get(IndexType::get(op->getContext()), 0);
      if (!loop.getLowerBounds().empty())
        lower = loop.getLowerBounds()[dimension];
      if (!isLess(lower, upper))
        return false;
    }
    return true;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return isLess(loop.getLowerBound(), loop.getUpperBound());
  return isa<DoWhileOp>(op);
}

void BoundsFinder::visit(Block &block, bool runsAlways) {
  for (Operation &op : block) {
    if (auto access = dyn_cast<ElementAccess>(op))
      checkIndices(access, runsAlways);
    const bool bodyRuns = runsAlways && runsItsBody(&op);
    for (Region &region : op.getRegions())
      for (Block &body : region)
        visit(body, bodyRuns);
    runsAlways = runsAlways && !locations.summarize(&op).mayEnd;
  }
}

void qdc::qd::warnBounds(KernelOp kernel) { BoundsFinder(kernel).visit(kernel.getBody().front(), true); }

namespace {
struct WarnBounds : qdc::qd::impl::WarnBoundsBase<WarnBounds> {
  void runOnOperation() override {
    warnBounds(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
