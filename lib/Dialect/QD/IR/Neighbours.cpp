//===- Neighbours.cpp - Why a parallel loop stands alone ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/Neighbours.h"

using namespace mlir;
using namespace qdc::qd;

bool qdc::qd::isNotFused(Attribute attribute) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  return list && list.size() >= 2 && isa<StringAttr>(list[0]) && isa<LocationAttr>(list[1]) &&
         llvm::all_of(list.getValue().drop_front(2), [](Attribute array) {
           auto number = dyn_cast<IntegerAttr>(array);
           return number && number.getType().isSignlessInteger(32);
         });
}

std::optional<Neighbour> qdc::qd::getNotFused(ForOp loop) {
  auto list = loop->getAttrOfType<ArrayAttr>(notFusedAttr);
  if (!list)
    return std::nullopt;
  Neighbour neighbour{cast<StringAttr>(list[0]).getValue(), Location(cast<LocationAttr>(list[1])), {}};
  for (Attribute array : list.getValue().drop_front(2))
    neighbour.arrays.push_back(static_cast<uint32_t>(cast<IntegerAttr>(array).getValue().getZExtValue()));
  return neighbour;
}

void qdc::qd::setNotFused(ForOp loop, const Neighbour &neighbour) {
  Builder builder(loop.getContext());
  SmallVector<Attribute> list = {builder.getStringAttr(neighbour.reason), LocationAttr(neighbour.loop)};
  for (uint32_t array : neighbour.arrays)
    list.push_back(builder.getI32IntegerAttr(static_cast<int32_t>(array)));
  loop->setAttr(notFusedAttr, builder.getArrayAttr(list));
}

void qdc::qd::takeNeighbour(ForOp loop, ForOp other) {
  if (Attribute neighbour = other->getAttr(notFusedAttr))
    loop->setAttr(notFusedAttr, neighbour);
  else
    loop->removeAttr(notFusedAttr);
}
