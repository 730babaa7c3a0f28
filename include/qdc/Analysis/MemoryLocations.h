//===- MemoryLocations.h - Which accesses may touch the same element ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that decides whether two accesses of a kernel may touch the
// same element of memory. Every pass that removes, merges or moves a load or a
// store asks here, so that the rules are in one place:
//
//  - Two array arguments do not overlap, unless both carry `qd.may_alias`.
//  - A global overlaps no argument and no other global.
//  - A `memref.alloca` or `memref.alloc` overlaps nothing else.
//  - In one array, elements differ when along some dimension both indices are
//    constants, or the same value plus constants, that differ. Indices are in
//    bounds (everything else is undefined), so dimensions do not mix.
//  - An array whose origin is unknown (a result of `scf.if`, for example) may alias any.
//
// Memory falls into classes: memory of different classes never overlaps. All
// `qd.may_alias` arguments are one class; every other array is its own.
//
// An element is named by SSA values, so equal names mean equal elements only
// while those values stand for one execution of their definitions: compare
// names along a path that does not take a loop's back edge.
//
// Answers stay right, if pessimistic, while operations without regions are
// removed or moved outwards; nothing may be created meanwhile, since names hold
// addresses. Not thread-safe: one object for each thread.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_MEMORYLOCATIONS_H
#define QDC_ANALYSIS_MEMORYLOCATIONS_H

#include "qdc/Dialect/QD/IR/ElementAccess.h"

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

#include <memory>
#include <optional>

namespace qdc {

/// Like mlir::isMemoryEffectFree, which asks a list of traits each time. Arithmetic, most of a kernel, is known by its
/// dialect.
bool hasNoMemoryEffect(mlir::Operation *op);

/// True for an operation that may read and write any memory and end the
/// iteration, as far as this analysis knows: a call, for example. What is
/// nested in an operation does not count.
bool mayDoAnything(mlir::Operation *op);

/// The array that a memref value stands for: the argument, the `memref.alloca`,
/// the temporary or the `memref.get_global` itself; null where its origin is unknown.
mlir::Value getAccessedArray(mlir::Value memref);

/// Counts from 0 in the order in which a MemoryLocations met them.
using MemoryClassId = unsigned;
using LocationId = unsigned;

/// An array, and what it may overlap.
struct ArrayIdentity {
  MemoryClassId memory;
  /// Tells arrays apart: the address of an argument, a memref.alloca or a temporary, or of a global's symbol.
  const void *array;

  bool operator==(const ArrayIdentity &other) const = default;
};

/// What an operation does, with all that is nested in it.
struct MemorySummary {
  llvm::BitVector reads;       // classes; an atomic both reads and writes
  llvm::BitVector writes;      // classes
  llvm::BitVector atomics;     // classes
  bool readsAnything = false;  // also memory of unknown origin
  bool writesAnything = false; // also memory of unknown origin
  bool mayEnd = false;         // what follows may not run: an assert, a loop without a bound
  bool holdsParallelLoop = false;

  bool mayRead(MemoryClassId memory) const { return readsAnything || contains(reads, memory); }
  bool mayWrite(MemoryClassId memory) const { return writesAnything || contains(writes, memory); }
  bool mayUpdateAtomically(MemoryClassId memory) const { return writesAnything || contains(atomics, memory); }

private:
  static bool contains(const llvm::BitVector &set, MemoryClassId memory) { return memory < set.size() && set[memory]; }
};

/// The memory of one kernel or task.
class MemoryLocations {
public:
  explicit MemoryLocations(mlir::FunctionOpInterface function) : function(function) {}

  /// Which array a memref value is; nothing where its origin is unknown. The answer
  /// stays right whatever is done to operations that are not arrays.
  std::optional<ArrayIdentity> identify(mlir::Value memref);

  /// The name of the accessed element: equal names, equal elements. Nothing
  /// where the origin of the array is unknown.
  std::optional<LocationId> getLocation(qd::ElementAccess access);

  MemoryClassId getClass(LocationId location) const { return groups[locations[location].group].identity.memory; }
  /// Locations of one group differ in constants alone, so two different ones
  /// never overlap.
  unsigned getGroup(LocationId location) const { return locations[location].group; }
  unsigned getNumClasses() const { return numClasses; }

  /// False if the two are surely different elements.
  bool mayOverlap(LocationId lhs, LocationId rhs) const;

  /// True if the load can run where the program did not ask for it: its array
  /// is known, and every index is a constant inside a static dimension.
  bool isSafeToSpeculate(qd::ElementAccess access) const;

  /// Of an operation and what is nested in it. Computed once for each operation
  /// with regions: linear in the size of the kernel times its nesting depth.
  const MemorySummary &summarize(mlir::Operation *op);

  /// Adds what an operation does by itself, without what is nested in it, to a summary. As right as identify(), also
  /// while other operations are created and removed.
  void addOwnEffects(mlir::Operation *op, MemorySummary &summary);

private:
  /// An array and, for each dimension, the value of the index without the
  /// constant added to it; null for a constant index.
  struct Group {
    ArrayIdentity identity;
    llvm::SmallVector<mlir::Value, 2> bases;
  };
  /// What is added to the bases of the group.
  struct Location {
    unsigned group;
    llvm::SmallVector<int64_t, 2> offsets;
  };
  /// A sequence of words, by its number: 0 is the empty one.
  using Sequence = unsigned;

  /// The sequence `before` with one word more.
  Sequence append(Sequence before, uint64_t word);

  mlir::FunctionOpInterface function;
  unsigned numClasses = 0;
  std::optional<MemoryClassId> mayAliasClass;
  llvm::DenseMap<const void *, MemoryClassId> classOfArray;
  llvm::SmallVector<Group> groups;
  llvm::SmallVector<Location> locations;
  llvm::DenseMap<std::pair<Sequence, uint64_t>, Sequence> sequences;
  llvm::DenseMap<Sequence, unsigned> groupIds;      // by array and bases
  llvm::DenseMap<Sequence, LocationId> locationIds; // by array, bases and offsets
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<MemorySummary>> summaries;
};

} // namespace qdc

#endif // QDC_ANALYSIS_MEMORYLOCATIONS_H
