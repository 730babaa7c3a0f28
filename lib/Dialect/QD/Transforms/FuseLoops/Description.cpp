//===- Description.cpp - What a loop made of two is called ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Description.h"
#include "qdc/Dialect/QD/IR/Neighbours.h"
#include "qdc/Dialect/QD/IR/SourceLoops.h"

using namespace mlir;
using namespace qdc::qd;

void fusion::describeAsBoth(ForOp first, ForOp second, ForOp made) {
  SmallVector<SourceLoop> sources = getSourceLoops(first);
  llvm::append_range(sources, getSourceLoops(second));
  IntegerAttr blockDim = first.getBlockDimAttr() ? first.getBlockDimAttr() : second.getBlockDimAttr();
  StringAttr name = first.getNameAttr() ? first.getNameAttr() : second.getNameAttr();
  made.setBlockDimAttr(blockDim);
  made.setNameAttr(name);
  setSourceLoops(made, sources);
}

void fusion::closeGap(ForOp loop) {
  for (Operation *next = loop->getNextNode(); next; next = next->getNextNode())
    if (auto later = dyn_cast<ForOp>(next))
      return takeNeighbour(later, loop);
}
