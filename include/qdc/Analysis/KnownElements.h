//===- KnownElements.h - Known contents of memory ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A map from elements of memory to the operation that defines what they hold (its
// load or store), and a walk that keeps it up to date along a kernel's control flow.
//
// In straight-line code, a write forgets whatever it may overlap. What is known
// before an operation with regions is known in them; what they learn is
// forgotten at their end, since they may not have run, and what they may write
// is forgotten after them. A loop forgets what it may write before its first
// iteration too, so that no fact crosses a back edge.
//
// A parallel loop starts and ends with nothing known. A value that crosses
// that border would be written to the workspace by one task and read by
// another, so knowing it saves nothing. Arrays that some iteration updates
// atomically (or reads by a volatile load) are never known inside the loop:
// other iterations may change them at any time.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_KNOWNELEMENTS_H
#define QDC_ANALYSIS_KNOWNELEMENTS_H

#include "qdc/Analysis/MemoryLocations.h"

#include <vector>

namespace qdc {

/// The map. learn() and lookup() take constant time, forgetting amortized constant
/// time: the search for elements that overlap a write gives up, and forgets the
/// rest, after 64 elements of other groups that do not overlap.
class KnownElements {
public:
  explicit KnownElements(MemoryLocations &locations) : locations(locations) {}

  /// The operation that defines what the element holds, or null.
  mlir::Operation *lookup(LocationId location) const { return location < teller.size() ? teller[location] : nullptr; }
  void learn(LocationId location, mlir::Operation *op);

  /// Forgets every element that may overlap this one, and this one.
  void forgetOverlapping(LocationId location);
  void forgetClass(MemoryClassId memory);
  void forgetWritten(const MemorySummary &summary);
  void forgetRead(const MemorySummary &summary);
  void forgetAll();

  /// What was known at a mark is known again after rollBack. Marks nest.
  size_t mark() const { return changes.size(); }
  void rollBack(size_t mark);

private:
  struct Change {
    LocationId location;
    mlir::Operation *before;
  };

  void set(LocationId location, mlir::Operation *op);
  void list(LocationId location);
  void forgetInClass(MemoryClassId memory, std::optional<unsigned> keptGroup,
                     llvm::function_ref<bool(LocationId)> condition);

  MemoryLocations &locations;
  std::vector<mlir::Operation *> teller; // by location
  std::vector<Change> changes;
  // Every known element is listed under its group, a group with listed elements under its class, and a class with
  // groups itself, once or more. Forgotten elements leave the lists at the next search, classes when everything is
  // forgotten.
  std::vector<std::vector<LocationId>> elementsOfGroup;
  std::vector<std::vector<unsigned>> groupsOfClass;
  std::vector<MemoryClassId> listedClasses;
  std::vector<char> isListed; // by location
};

/// The walk. Derive, and override visit.
class KnownElementsWalker {
public:
  virtual ~KnownElementsWalker() = default;
  /// Visits every operation of the function, in the order of the text.
  void walk(mlir::FunctionOpInterface function);

protected:
  explicit KnownElementsWalker(MemoryLocations &locations) : locations(locations), known(locations) {}

  /// Called for each operation without regions, after `known` has forgotten
  /// what it writes. `location` is what it accesses, if that can be known. May
  /// erase `op`.
  virtual void visit(mlir::Operation *op, std::optional<LocationId> location) = 0;
  /// Called for each region; an override calls this one.
  virtual void visitRegion(mlir::Region &region);

  MemoryLocations &locations;
  KnownElements known;

private:
  void visitWithRegions(mlir::Operation *op);
  void visitWithoutRegions(mlir::Operation *op);

  const MemorySummary *parallelLoop = nullptr; // the one that we are in
};

} // namespace qdc

#endif // QDC_ANALYSIS_KNOWNELEMENTS_H
