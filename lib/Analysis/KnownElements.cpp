//===- KnownElements.cpp - Known contents of memory -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/KnownElements.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace qdc;

//===----------------------------------------------------------------------===//
// KnownElements
//===----------------------------------------------------------------------===//

template <typename T>
static T &at(std::vector<T> &table, size_t index) {
  if (index >= table.size())
    table.resize(index + 1);
  return table[index];
}

void KnownElements::list(LocationId location) {
  if (at(isListed, location))
    return;
  isListed[location] = true;
  unsigned group = locations.getGroup(location);
  std::vector<LocationId> &elements = at(elementsOfGroup, group);
  if (elements.empty()) {
    MemoryClassId memory = locations.getClass(location);
    std::vector<unsigned> &groups = at(groupsOfClass, memory);
    if (groups.empty())
      listedClasses.push_back(memory);
    groups.push_back(group);
  }
  elements.push_back(location);
}

void KnownElements::set(LocationId location, Operation *op) {
  Operation *&entry = at(teller, location);
  changes.push_back({location, entry});
  entry = op;
}

void KnownElements::learn(LocationId location, Operation *op) {
  set(location, op);
  list(location);
}

void KnownElements::forgetInClass(MemoryClassId memory, std::optional<unsigned> keptGroup,
                                  llvm::function_ref<bool(LocationId)> condition) {
  if (memory >= groupsOfClass.size())
    return;
  llvm::erase_if(groupsOfClass[memory], [&](unsigned group) {
    if (group == keptGroup)
      return false;
    std::vector<LocationId> &elements = elementsOfGroup[group];
    llvm::erase_if(elements, [&](LocationId location) {
      if (teller[location] && condition(location))
        set(location, nullptr);
      isListed[location] = teller[location] != nullptr;
      return !isListed[location];
    });
    return elements.empty();
  });
}

void KnownElements::forgetOverlapping(LocationId location) {
  constexpr unsigned maximumSurvivors = 64;
  if (lookup(location))
    set(location, nullptr);
  unsigned survivors = 0;
  forgetInClass(locations.getClass(location), locations.getGroup(location), [&](LocationId other) {
    return survivors >= maximumSurvivors || locations.mayOverlap(location, other) || !++survivors;
  });
}

void KnownElements::forgetClass(MemoryClassId memory) {
  forgetInClass(memory, std::nullopt, [](LocationId) { return true; });
}

void KnownElements::forgetAll() {
  for (MemoryClassId memory : listedClasses)
    forgetClass(memory);
  listedClasses.clear();
}

void KnownElements::forgetWritten(const MemorySummary &summary) {
  if (summary.writesAnything)
    return forgetAll();
  for (unsigned memory : summary.writes.set_bits())
    forgetClass(memory);
}

void KnownElements::forgetRead(const MemorySummary &summary) {
  if (summary.readsAnything)
    return forgetAll();
  for (unsigned memory : summary.reads.set_bits())
    forgetClass(memory);
}

void KnownElements::rollBack(size_t mark) {
  for (; changes.size() > mark; changes.pop_back()) {
    auto [location, before] = changes.back();
    teller[location] = before;
    if (before)
      list(location);
  }
}

//===----------------------------------------------------------------------===//
// KnownElementsWalker
//===----------------------------------------------------------------------===//

void KnownElementsWalker::walk(FunctionOpInterface function) {
  for (Region &region : function->getRegions())
    visitRegion(region);
}

void KnownElementsWalker::visitRegion(Region &region) {
  size_t mark = known.mark();
  for (Block &block : region) {
    // Kernels have structured control flow; a second block could be reached from anywhere.
    if (&block != &region.front())
      known.forgetAll();
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (op.getNumRegions() != 0)
        visitWithRegions(&op);
      else
        visitWithoutRegions(&op);
    }
  }
  known.rollBack(mark);
}

void KnownElementsWalker::visitWithRegions(Operation *op) {
  const MemorySummary &summary = locations.summarize(op);
  const MemorySummary *enclosingLoop = parallelLoop;
  bool crossesTasks = summary.holdsParallelLoop;
  if (crossesTasks)
    known.forgetAll();
  if (isa<qd::ForOp>(op))
    parallelLoop = &summary;
  bool runsAtMostOnce = isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op);
  if (!runsAtMostOnce)
    known.forgetWritten(summary);
  for (Region &region : op->getRegions())
    visitRegion(region);
  known.forgetWritten(summary);
  if (crossesTasks)
    known.forgetAll();
  parallelLoop = enclosingLoop;
}

void KnownElementsWalker::visitWithoutRegions(Operation *op) {
  std::optional<LocationId> location;
  if (auto access = dyn_cast<qd::ElementAccess>(op)) {
    location = locations.getLocation(access);
    if (access.getAccessKind() != qd::AccessKind::load) {
      if (location)
        known.forgetOverlapping(*location);
      else
        known.forgetAll();
    }
    if (location && parallelLoop && parallelLoop->mayUpdateAtomically(locations.getClass(*location)))
      location.reset();
  } else if (mayDoAnything(op)) {
    known.forgetAll();
  }
  visit(op, location);
}
