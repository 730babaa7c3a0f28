//===- TemporaryExtents.cpp - How many bytes a temporary takes --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/IR/TemporaryExtents.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

SmallVector<SizeAttr> qdc::qd::sizesOf(memref::AllocOp alloc) {
  return llvm::to_vector(alloc->getAttrOfType<ArrayAttr>(extentsAttr).getAsRange<SizeAttr>());
}

SizeExpr qdc::qd::temporaryBytes(MemRefType type, ArrayRef<SizeAttr> extents) {
  Type element = type.getElementType();
  // An i1 is a byte.
  SizeExpr bytes = SizeExpr::constant(element.isIndex() ? 8 : (element.getIntOrFloatBitWidth() + 7) / 8);
  for (SizeAttr extent : extents)
    bytes = SizeExpr::binary(SizeExprKind::mul, bytes, extent.getExpr());
  return bytes;
}

LogicalResult qdc::qd::checkExtent(memref::AllocOp alloc, unsigned axis, const SizeExpr &extent) {
  if (!extent.isConstant() || extent.value() >= 0)
    return success();
  return alloc.emitOpError() << "has the extent " << extent.value() << " on axis " << axis << "; it takes 0 or more";
}
