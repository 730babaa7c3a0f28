//===- WholeArrays.cpp - Temporaries as large as an array -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Shadows/WholeArrays.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc;

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
