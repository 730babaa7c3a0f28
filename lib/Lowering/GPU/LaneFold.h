//===- LaneFold.h - A block of a reduction in a subgroup --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of the rule in KernelABI.h, or the values of all blocks, as the threads
// of a subgroup fold them: each thread T elements of T lanes in turn, T being 64
// divided by the subgroup's width W, and then the threads together. Which lanes
// a thread has does not change the bits, nor do its elements' places:
//
//     apart:       t, t + W               a thread's elements are W apart
//     neighbours:  T t, ..., T t + T - 1  they lie side by side, and are one access
//
// Integers may be folded in any order. There a thread takes S elements side by
// side, whatever lanes they belong to.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_LANEFOLD_H
#define QDC_LIB_LOWERING_GPU_LANEFOLD_H

#include "GridBody.h"
#include "qdc/Lowering/Common/FlatRange.h"

namespace qdc {

/// One value that is being reduced.
struct Reduced {
  qd::ReduceKind kind;
  mlir::Type type;

  /// Values as they lie in memory.
  mlir::Value start(mlir::OpBuilder &builder, mlir::Location location) const;
  mlir::Value fold(mlir::OpBuilder &builder, mlir::Location location, mlir::Value lhs, mlir::Value rhs) const;
};

/// The loop of a thread over the elements `first` + `stride` k below `end` of a range.
class ElementLoop {
public:
  /// Creates what is done with an element (i64) at its coordinates in the range (i64). Gives what the loop carries on.
  using Iterate = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value element, mlir::ValueRange coordinates,
                                                                    mlir::ValueRange carried)>;

  /// Where `range` has several dimensions, what is created must run only if it is not empty: its extents are divided
  /// by. What is given by reference must outlive this object.
  ElementLoop(mlir::OpBuilder &builder, mlir::Location location, const FlatRange &range, mlir::Value first,
              mlir::Value end, unsigned stride)
      : builder(builder), location(location), range(range), first(first), end(end), stride(stride) {}

  /// Creates it at the builder's insertion point; the back end is asked for `unroll` copies. Gives what is carried in
  /// the end.
  llvm::SmallVector<mlir::Value> create(unsigned unroll, mlir::ValueRange carried, Iterate iterate);

private:
  bool hasCoordinates() const { return range.counts.size() > 1; }
  /// Values that say where the loop is.
  unsigned placeSize() const { return hasCoordinates() ? 1 + range.counts.size() : 1; }
  llvm::SmallVector<mlir::Value> createElement(mlir::ValueRange state, mlir::ValueRange step, Iterate iterate);

  mlir::OpBuilder &builder;
  mlir::Location location;
  const FlatRange &range;
  mlir::Value first, end;
  unsigned stride;
};

class LaneFold {
public:
  /// What the threads of the subgroup fold: elements `begin` to `end` (i64) of `range`, as an ElementLoop takes it.
  struct Elements {
    const FlatRange &range;
    mlir::Value begin, end;
  };
  /// Where the subgroup stands: its first element that is not folded, and of each lane of the thread the values.
  struct Place {
    mlir::Value element;
    llvm::SmallVector<mlir::Value> lanes; // all values of one after those of another
  };
  /// Gives the values, as they lie in memory, of an element (i64) at its coordinates in the range (i64).
  using Iterate = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value element, mlir::ValueRange coordinates)>;
  /// Gives those of several elements of a range of one dimension, created together.
  using IterateAll =
      llvm::function_ref<llvm::SmallVector<llvm::SmallVector<mlir::Value>>(llvm::ArrayRef<mlir::Value> elements)>;

  /// `thread` (i64) is the one in its subgroup. What is given by reference must outlive this object.
  LaneFold(mlir::OpBuilder &builder, mlir::Location location, const GridBody &body, llvm::ArrayRef<Reduced> values,
           mlir::Value thread, const Elements &elements)
      : builder(builder), location(location), body(body), values(values), thread(thread), elements(elements) {}

  static unsigned lanesOfThread(const GridBody &body);

  Place start() const;

  /// Creates, at the builder's insertion point, the fold of batches from `place` on, as long as the subgroup has whole
  /// ones. A thread has `count` elements of a batch, a multiple of `neighbours` and of its lanes, all of whose values
  /// are there before the first fold: assemblers leave loads between folds. `neighbours` of them lie side by side: 1,
  /// where lanes are apart; as many as a thread has lanes, which are neighbours; others where any order will do.
  Place createBatches(unsigned count, unsigned neighbours, Place place, IterateAll iterate);

  /// Creates the fold of what is left, with lanes apart; the back end is asked for `unroll` copies. Thread 0 has the
  /// values of the whole subgroup. As many elements as all lanes together have, or a multiple, lie ahead of `place`.
  llvm::SmallVector<mlir::Value> create(unsigned unroll, const Place &place, Iterate iterate);

  /// The same of a thread that has two lanes, neighbours.
  llvm::SmallVector<mlir::Value> createPairs(const Place &place, Iterate iterate);

private:
  llvm::SmallVector<mlir::Value> foldLanes(mlir::ValueRange lanes, mlir::Value first);
  llvm::SmallVector<mlir::Value> foldThreads(llvm::SmallVector<mlir::Value> results);
  void foldInto(llvm::MutableArrayRef<mlir::Value> lanes, unsigned lane, mlir::ValueRange found);

  mlir::OpBuilder &builder;
  mlir::Location location;
  const GridBody &body;
  llvm::ArrayRef<Reduced> values;
  mlir::Value thread;
  Elements elements;
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_LANEFOLD_H
