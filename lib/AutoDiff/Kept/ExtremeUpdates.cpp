//===- ExtremeUpdates.cpp - Atomic maxima and minima ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/ExtremeUpdates.h"
#include "AutoDiff/Shadows/WholeArrays.h"
#include "qdc/Dialect/QD/IR/KeptArrays.h"
#include "qdc/Package/ManifestNames.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

ExtremeUpdates::ExtremeUpdates(qd::KernelOp kernel, const Activity &activity) : kernel(kernel) {
  kernel.getBody().walk([&](memref::AtomicRMWOp op) {
    if (!isExtremeUpdate(op) || !activity.hasShadow(op.getMemref()))
      return;
    if (!firstUpdate)
      firstUpdate = op;
    SmallVector<ExtremeUpdate> &here = updates[kernel.getBody().front().findAncestorOpInBlock(*op)];
    if (llvm::none_of(here,
                      [&](const ExtremeUpdate &other) { return arrayKey(other.array) == arrayKey(op.getMemref()); }))
      here.push_back({op.getMemref(), {}, {}});
  });
}

static Value copyArray(OpBuilder &builder, Location location, Value array) {
  Value copy = makeLike(builder, qd::withKeptArray(location, {enumName(KeptReason::extreme), {}}), array,
                        cast<MemRefType>(array.getType()).getElementType());
  forEachElement(builder, location, array, [&](ValueRange indices) {
    Value element = memref::LoadOp::create(builder, location, array, indices);
    memref::StoreOp::create(builder, location, element, copy, indices);
  });
  return copy;
}

void ExtremeUpdates::store() {
  for (auto &[top, list] : updates)
    for (ExtremeUpdate &update : list) {
      OpBuilder builder(top);
      update.before = copyArray(builder, top->getLoc(), findAtTop(builder, update.array));
      builder.setInsertionPointAfter(top);
      update.after = copyArray(builder, top->getLoc(), findAtTop(builder, update.array));
    }
}

ArrayRef<ExtremeUpdate> ExtremeUpdates::in(Operation *top) const {
  auto found = updates.find(top);
  return found == updates.end() ? ArrayRef<ExtremeUpdate>() : ArrayRef(found->second);
}
