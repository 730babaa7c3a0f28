//===- ExtremeUpdates.cpp - Atomic maxima and minima ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtremeUpdates.h"
#include "qdc/Dialect/QD/IR/KeptArrays.h"
#include "qdc/Package/ManifestNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

bool qdc::autodiff::isExtremeUpdate(Operation *op) {
  auto update = dyn_cast<memref::AtomicRMWOp>(op);
  return update &&
         (update.getKind() == arith::AtomicRMWKind::maximumf || update.getKind() == arith::AtomicRMWKind::minimumf);
}

Value qdc::autodiff::findAtTop(OpBuilder &builder, Value array) {
  auto get = array.getDefiningOp<memref::GetGlobalOp>();
  return get ? builder.clone(*get)->getResult(0) : array;
}

/// The extents, of type index.
static SmallVector<Value> extentsOf(OpBuilder &builder, Location location, Value array) {
  SmallVector<Value> extents;
  for (auto [axis, extent] : llvm::enumerate(cast<MemRefType>(array.getType()).getShape()))
    extents.push_back(ShapedType::isDynamic(extent)
                          ? memref::DimOp::create(builder, location, array, axis).getResult()
                          : arith::ConstantIndexOp::create(builder, location, extent).getResult());
  return extents;
}

Value qdc::autodiff::makeLike(OpBuilder &builder, Location location, Value array, Type element) {
  auto type = MemRefType::get(cast<MemRefType>(array.getType()).getShape(), element);
  SmallVector<Value> sizes, extents = extentsOf(builder, location, array);
  for (auto [axis, extent] : llvm::enumerate(extents))
    if (type.isDynamicDim(axis))
      sizes.push_back(extent);
  return memref::AllocOp::create(builder, location, type, sizes);
}

void qdc::autodiff::forEachElement(OpBuilder &builder, Location location, Value array,
                                   function_ref<void(ValueRange)> body) {
  SmallVector<Value> extents = extentsOf(builder, location, array);
  if (extents.empty())
    return body({});
  auto loop = qd::ForOp::create(builder, location, ValueRange(), extents, ValueRange(), TypeRange(),
                                ArrayRef<qd::ReduceKind>());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&loop.getBody().front());
  SmallVector<Value> indices(loop.getInductionVars());
  body(indices);
}

Value qdc::autodiff::makeZeros(OpBuilder &builder, Location location, Value array, Type element) {
  Value zeros = makeLike(builder, location, array, element);
  forEachElement(builder, location, zeros, [&](ValueRange indices) {
    Value zero = arith::ConstantOp::create(builder, location, builder.getZeroAttr(element));
    memref::StoreOp::create(builder, location, zero, zeros, indices);
  });
  return zeros;
}

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
