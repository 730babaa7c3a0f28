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
#ifndef QDC_LIB_LOWERING_GPU_REDUCE_LANEFOLD_H
#define QDC_LIB_LOWERING_GPU_REDUCE_LANEFOLD_H

#include "../Grid/GridBody.h"
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

/// Where an element of a range is.
struct ElementPlace {
  mlir::Value element;                        // its number (i64)
  llvm::SmallVector<mlir::Value> coordinates; // i64; none where the range has one dimension

  /// Of several dimensions, `range` must not be empty: its extents are divided by.
  static ElementPlace of(mlir::OpBuilder &builder, mlir::Location location, const FlatRange &range,
                         mlir::Value element);
  /// One for each dimension.
  mlir::ValueRange inRange() const {
    return coordinates.empty() ? mlir::ValueRange(element) : mlir::ValueRange(coordinates);
  }
};

/// The loops of a thread over elements of a range below `end` that are `stride` apart.
class ElementLoop {
public:
  /// What goes from one iteration to the next: the place that comes next, and what else the loop carries on.
  struct State {
    ElementPlace next;
    llvm::SmallVector<mlir::Value> carried;

    /// All of it in one list, and back.
    llvm::SmallVector<mlir::Value> values() const;
    static State of(const FlatRange &range, mlir::ValueRange values);
  };
  /// Creates what is done with an element. Gives what the loop carries on.
  using Iterate =
      llvm::function_ref<llvm::SmallVector<mlir::Value>(const ElementPlace &place, mlir::ValueRange carried)>;
  /// Creates what is done with several, together.
  using IterateAll =
      llvm::function_ref<llvm::SmallVector<mlir::Value>(llvm::ArrayRef<ElementPlace> places, mlir::ValueRange carried)>;

  /// Elements that are created together.
  struct Batch {
    unsigned count;          // of the thread
    unsigned neighbours = 1; // of these lie side by side, and others between; more than 1 of one dimension only
    /// Where `stride` threads take their batches together: how far the thread's first element is from the number in
    /// the State (i64), whose coordinates are the thread's nevertheless. Null: the number is the thread's own.
    mlir::Value offset = {};
  };

  /// What is given by reference must outlive this object.
  ElementLoop(mlir::OpBuilder &builder, mlir::Location location, const FlatRange &range, mlir::Value end,
              unsigned stride)
      : builder(builder), location(location), range(range), end(end), stride(stride) {}

  /// Creates the loop over all elements at the builder's insertion point; the back end is asked for `unroll` copies.
  /// Gives what is carried in the end.
  llvm::SmallVector<mlir::Value> create(unsigned unroll, const State &start, Iterate iterate);

  /// Creates the loop over batches, as long as the thread, or all together, have a whole one. Gives where it ends.
  State createBatches(const Batch &batch, const State &start, IterateAll iterate);

private:
  bool hasCoordinates() const { return range.counts.size() > 1; }
  llvm::SmallVector<mlir::Value> stepCoordinates();
  State createBatch(const Batch &batch, State state, mlir::ValueRange step, IterateAll iterate);

  mlir::OpBuilder &builder;
  mlir::Location location;
  const FlatRange &range;
  mlir::Value end;
  unsigned stride;
};

class LaneFold {
public:
  /// What the threads of the subgroup fold: elements `begin` to `end` (i64) of `range`.
  struct Elements {
    const FlatRange &range;
    mlir::Value begin, end;
  };
  /// Where the subgroup stands: its first element that is not folded, the coordinates of the thread's with lanes apart,
  /// and of each lane of the thread the values, all values of one after those of another.
  using Place = ElementLoop::State;
  /// Gives the values, as they lie in memory, of an element.
  using Iterate = llvm::function_ref<llvm::SmallVector<mlir::Value>(const ElementPlace &place)>;
  /// Gives those of several elements, created together.
  using IterateAll =
      llvm::function_ref<llvm::SmallVector<llvm::SmallVector<mlir::Value>>(llvm::ArrayRef<ElementPlace> places)>;

  /// `thread` (i64) is the one in its subgroup. What is given by reference must outlive this object.
  LaneFold(mlir::OpBuilder &builder, mlir::Location location, const GridBody &body, llvm::ArrayRef<Reduced> values,
           mlir::Value thread, const Elements &elements)
      : builder(builder), location(location), body(body), values(values), thread(thread), elements(elements) {}

  static unsigned lanesOfThread(const GridBody &body);

  /// Where the range has several dimensions, what is created must run only if it is not empty.
  Place start() const;

  /// Creates, at the builder's insertion point, the fold of batches from `place` on, as long as the subgroup has whole
  /// ones. A thread has `count` elements of a batch, a multiple of `neighbours` and of its lanes, all of whose values
  /// are there before the first fold: assemblers leave loads between folds. `neighbours` of them lie side by side: 1,
  /// where lanes are apart; of one dimension also as many as a thread has lanes, which are neighbours, and others where
  /// any order will do.
  Place createBatches(unsigned count, unsigned neighbours, const Place &place, IterateAll iterate);

  /// Creates the fold of what is left, with lanes apart; the back end is asked for `unroll` copies. Thread 0 has the
  /// values of the whole subgroup. As many elements as all lanes together have, or a multiple, lie before `place`.
  llvm::SmallVector<mlir::Value> create(unsigned unroll, const Place &place, Iterate iterate);

  /// The same of a thread that has two lanes, neighbours, in a range of one dimension.
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

#endif // QDC_LIB_LOWERING_GPU_REDUCE_LANEFOLD_H
