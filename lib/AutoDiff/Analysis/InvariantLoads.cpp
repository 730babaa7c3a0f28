//===- InvariantLoads.cpp - Loads of one element by all iterations --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Analysis/InvariantLoads.h"
#include "AutoDiff/Analysis/Arrays.h"
#include "AutoDiff/Analysis/LoopAccesses.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;
using qdc::qd::AccessKind;
using qdc::qd::ElementAccess;

static bool isInvariant(qd::ForOp loop, memref::LoadOp load) {
  return llvm::all_of(load.getIndices(), [&](Value index) {
    return loop.isDefinedOutsideOfLoop(index) || getConstantIntValue(index).has_value();
  });
}

static bool areOfOneElement(memref::LoadOp first, memref::LoadOp second) {
  return arrayKey(first.getMemRef()) == arrayKey(second.getMemRef()) &&
         llvm::all_of(llvm::zip_equal(first.getIndices(), second.getIndices()), [](auto pair) {
           auto [a, b] = pair;
           return getAsOpFoldResult(a) == getAsOpFoldResult(b);
         });
}

InvariantLoads::InvariantLoads(qd::KernelOp kernel, const Activity &activity) {
  kernel.getBody().walk([&](qd::ForOp loop) {
    llvm::DenseMap<ArrayKey, SmallVector<ElementAccess>> writes;
    loop.getBody().walk([&](ElementAccess access) {
      if (access.getAccessKind() == AccessKind::store || access.getAccessKind() == AccessKind::atomic)
        writes[arrayKey(access.getArray())].push_back(access);
    });
    LoopAccesses accesses(loop);
    auto isWritten = [&](memref::LoadOp load) {
      auto read = cast<ElementAccess>(load.getOperation());
      auto found = writes.find(arrayKey(load.getMemRef()));
      return found != writes.end() && llvm::any_of(found->second, [&](ElementAccess write) {
               return !accesses.areOfDifferentElements(read, write);
             });
    };
    SmallVector<InvariantElement> &found = elements[loop];
    loop.getBody().walk([&](memref::LoadOp load) {
      Value array = load.getMemRef();
      if (!activity.isActive(load) || isLocalArray(array) || !isInvariant(loop, load) || isWritten(load))
        return;
      auto *element =
          llvm::find_if(found, [&](const InvariantElement &known) { return areOfOneElement(known.front(), load); });
      if (element != found.end())
        element->push_back(load);
      else if (found.size() < kMaximumInvariantElements)
        found.push_back({load});
      else
        return;
      loads.insert(load);
    });
  });
}

ArrayRef<InvariantElement> InvariantLoads::in(qd::ForOp loop) const {
  auto place = elements.find(loop);
  return place == elements.end() ? ArrayRef<InvariantElement>() : ArrayRef(place->second);
}
