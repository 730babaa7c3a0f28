//===- WarnBounds.cpp - Constant indices outside static extents -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayName.h"
#include "qdc/Analysis/MemoryLocations.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/Dialect/QD/Transforms/Warnings.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace qdc::qd {
#define GEN_PASS_DEF_WARNBOUNDS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

static void warnOfIndex(ElementAccess access, unsigned dimension, int64_t index, int64_t extent) {
  Value array = getAccessedArray(access.getArray());
  InFlightDiagnostic warning = emitWarning(access.getLoc(), Warning::bounds);
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

void qdc::qd::warnBounds(KernelOp kernel) {
  kernel.walk<WalkOrder::PreOrder>([](ElementAccess access) {
    ArrayRef<int64_t> shape = cast<MemRefType>(access.getArray().getType()).getShape();
    for (auto [dimension, operand] : llvm::enumerate(access.getIndices())) {
      std::optional<int64_t> index = getConstantIntValue(operand);
      int64_t extent = shape[dimension];
      if (index && !ShapedType::isDynamic(extent) && (*index < 0 || *index >= extent))
        return warnOfIndex(access, dimension, *index, extent);
    }
  });
}

namespace {
struct WarnBounds : qdc::qd::impl::WarnBoundsBase<WarnBounds> {
  void runOnOperation() override {
    warnBounds(getOperation());
    markAllAnalysesPreserved();
  }
};
} // namespace
