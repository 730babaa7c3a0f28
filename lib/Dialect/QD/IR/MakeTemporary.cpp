//===- MakeTemporary.cpp - An array of the kernel's own -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/IR/MakeTemporary.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

Value qdc::qd::makeTemporary(OpBuilder &builder, Location location, ValueRange extents, Type element) {
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (Value extent : extents) {
    std::optional<int64_t> constant = getConstantIntValue(extent);
    shape.push_back(constant.value_or(ShapedType::kDynamic));
    if (!constant)
      sizes.push_back(extent);
  }
  return memref::AllocOp::create(builder, location, MemRefType::get(shape, element), sizes);
}
