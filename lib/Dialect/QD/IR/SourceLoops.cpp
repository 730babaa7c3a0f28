//===- SourceLoops.cpp - The loops of the source that a loop runs ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/SourceLoops.h"

using namespace mlir;
using namespace qdc::qd;

SmallVector<SourceLoop> qdc::qd::getSourceLoops(ForOp loop) {
  auto list = loop->getAttrOfType<ArrayAttr>(sourceLoopsAttr);
  if (!list)
    return {{loop.getName().value_or(""), loop.getLoc()}};
  SmallVector<SourceLoop> sources;
  for (LocationAttr location : list.getAsRange<LocationAttr>()) {
    if (auto named = dyn_cast<NameLoc>(location))
      sources.push_back({named.getName().getValue(), named.getChildLoc()});
    else
      sources.push_back({"", Location(location)});
  }
  return sources;
}

void qdc::qd::setSourceLoops(ForOp loop, ArrayRef<SourceLoop> sources) {
  SmallVector<Attribute> list;
  for (const SourceLoop &source : sources) {
    Location location = source.location;
    if (!source.name.empty())
      location = NameLoc::get(StringAttr::get(loop.getContext(), source.name), location);
    else // a name that a front end gave the place is not the loop's
      while (auto named = dyn_cast<NameLoc>(location))
        location = named.getChildLoc();
    list.push_back(location);
  }
  loop->setAttr(sourceLoopsAttr, ArrayAttr::get(loop.getContext(), list));
}
