//===- ArrayExtents.cpp - Accesses that are surely inside -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ArrayExtents.h"

#include "qdc/Analysis/IndexBounds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

std::optional<SizeExpr> ArrayExtents::known(Value array, unsigned axis) const {
  auto type = cast<MemRefType>(array.getType());
  if (!type.isDynamicDim(axis))
    return SizeExpr::constant(type.getDimSize(axis));
  auto argument = dyn_cast<BlockArgument>(array);
  if (!argument || argument.getOwner() != &kernel->getRegion(0).front())
    return std::nullopt;
  ArrayRef<DeclaredExtents::Extent> extents = named.of(argument.getArgNumber());
  if (extents.empty() || !extents[axis].value)
    return SizeExpr::dim(argument.getArgNumber(), axis);
  return extents[axis].known ? SizeExpr::constant(*extents[axis].known) : *extents[axis].value;
}

bool ArrayExtents::isInside(ElementAccess access, Operation *place) const {
  SmallVector<SizeExpr> extents;
  for (unsigned axis = 0; axis < access.getIndices().size(); ++axis) {
    std::optional<SizeExpr> extent = known(access.getArray(), axis);
    if (!extent)
      return false;
    extents.push_back(*extent);
  }
  IndexBounds bounds(place, extents);
  return llvm::all_of(llvm::zip_equal(access.getIndices(), extents), [&](auto indexAndExtent) {
    return bounds.isInside(std::get<0>(indexAndExtent), std::get<1>(indexAndExtent));
  });
}
