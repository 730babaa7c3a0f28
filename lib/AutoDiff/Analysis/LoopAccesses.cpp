//===- LoopAccesses.cpp - Which iterations meet in an element -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Analysis/LoopAccesses.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

SmallVector<std::optional<LinearIndex>> LoopAccesses::formsOf(qd::ElementAccess access) const {
  return llvm::map_to_vector(access.getIndices(), [&](Value index) { return linearizeIndex(index, loop); });
}

ArrayRef<IndexInterval> LoopAccesses::intervalsOf(qd::ElementAccess access) const {
  auto [known, isNew] = intervals.try_emplace(access);
  if (isNew)
    known->second = IndexBounds::intervalsOf(access);
  return known->second;
}

bool LoopAccesses::areApart(qd::ElementAccess first, qd::ElementAccess second) const {
  return llvm::any_of(llvm::zip_equal(intervalsOf(first), intervalsOf(second)),
                      [](auto pair) { return qdc::areApart(std::get<0>(pair), std::get<1>(pair)); });
}

bool LoopAccesses::areOfDifferentElements(qd::ElementAccess first, qd::ElementAccess second) const {
  const bool differ = llvm::any_of(llvm::zip_equal(formsOf(first), formsOf(second)), [&](auto pair) {
    auto &[a, b] = pair;
    return a && b && differEverywhere(*a, *b, range);
  });
  return differ || areApart(first, second);
}

bool LoopAccesses::areOfOneIteration(qd::ElementAccess first, qd::ElementAccess second) const {
  return meetInOneIteration(formsOf(first), formsOf(second), range) || areApart(first, second);
}

bool LoopAccesses::surelyMeet(qd::ElementAccess first, qd::ElementAccess second) const {
  SmallVector<LinearIndex> firstForms, secondForms;
  for (auto [a, b] : llvm::zip_equal(formsOf(first), formsOf(second))) {
    if (!a || !b)
      return false;
    firstForms.push_back(*a);
    secondForms.push_back(*b);
  }
  return qdc::surelyMeet(firstForms, secondForms, range);
}

/// Adds the loads of one array to `plain` if no two iterations meet by any two of them.
static void addIfPlain(qd::ForOp loop, ArrayRef<Operation *> loads, llvm::DenseSet<Operation *> &plain) {
  LoopAccesses accesses(loop);
  for (Operation *first : loads)
    for (Operation *second : loads)
      if (!accesses.areOfOneIteration(cast<qd::ElementAccess>(first), cast<qd::ElementAccess>(second)))
        return;
  plain.insert_range(loads);
}

llvm::DenseSet<Operation *> qdc::autodiff::findPlainLoads(qd::KernelOp kernel, const Activity &activity,
                                                          const llvm::DenseSet<Operation *> &others) {
  llvm::DenseSet<Operation *> plain;
  llvm::MapVector<std::pair<Operation *, ArrayKey>, SmallVector<Operation *>> loads;
  kernel.getBody().walk([&](memref::LoadOp load) {
    if (!activity.isActive(load) || others.contains(load))
      return;
    auto loop = load->getParentOfType<qd::ForOp>();
    if (!loop || isLocalArray(load.getMemRef()))
      plain.insert(load);
    else
      loads[{loop, arrayKey(load.getMemRef())}].push_back(load);
  });
  for (auto &[place, list] : loads)
    addIfPlain(cast<qd::ForOp>(place.first), list, plain);
  return plain;
}
