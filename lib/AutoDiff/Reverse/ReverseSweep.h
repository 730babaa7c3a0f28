//===- ReverseSweep.h - The operations of the reverse sweep -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_REVERSE_REVERSESWEEP_H
#define QDC_LIB_AUTODIFF_REVERSE_REVERSESWEEP_H

#include "AutoDiff/Analysis/Gathers.h"
#include "AutoDiff/Analysis/InvariantLoads.h"
#include "AutoDiff/Kept/ExtremeUpdates.h"
#include "AutoDiff/Kept/KeptTrips.h"
#include "AutoDiff/Kept/Recomputation.h"
#include "AutoDiff/Reverse/Accumulations.h"
#include "AutoDiff/Reverse/ReversePlan.h"
#include "AutoDiff/Rules/Rules.h"
#include "AutoDiff/Shadows/Signature.h"

namespace qdc::autodiff {

/// Builds the reverse sweep of a kernel's body. In each block it first computes again what it needs of that block, then
/// visits its operations backwards:
///
///  - an operation with a rule adds to the adjoints of its operands;
///  - a load adds its adjoint to the shadow; a store takes the adjoint of what it stored from there and leaves 0; an
///    atomic addition takes it and leaves it, an atomic maximum or minimum takes a share;
///    where neighbouring iterations add to one element, a loop over elements stands ahead (Gathers.h);
///  - control becomes the same control, whose results are what it adds to adjoints of values from outside of it. Of a
///    parallel loop these are reductions.
class ReverseSweep {
public:
  /// `values` maps the kernel's arguments, and its values at top level as far as they are there under another name.
  /// `adstackCapacity` is that of Trips (KeptTrips.h).
  ReverseSweep(qd::KernelOp kernel, const Activity &activity, const ReversePlan &plan, const ExtremeUpdates &updates,
               Signature &signature, mlir::OpBuilder &builder, mlir::IRMapping &values, uint32_t adstackCapacity);

  /// Adds all of it at the builder's place. `arguments` are the kernel's own.
  void run(llvm::ArrayRef<mlir::BlockArgument> arguments);

private:
  /// By values of the primal body: the sum so far; 0 where there is none.
  using Adjoints = llvm::DenseMap<mlir::Value, mlir::Value>;
  using Values = llvm::SmallVector<mlir::Value>;

  void visitBlock(mlir::Block &block, Adjoints &adjoints);
  void visit(mlir::Operation *op, Adjoints &adjoints);
  void visitOne(mlir::Operation *op, Adjoints &adjoints);
  /// An operation at top level with atomic maxima or minima. A first pass of it counts which of them are taken.
  void visitUpdating(mlir::Operation *op, Adjoints &adjoints);
  void countUpdate(qd::ElementAccess access);
  /// What an atomic maximum or minimum takes of the adjoint of the element.
  mlir::Value takeShare(qd::ElementAccess access, mlir::ValueRange indices, mlir::Value adjoint);
  void visitRule(mlir::Operation *op, Adjoints &adjoints);
  void visitLoad(mlir::memref::LoadOp load, Adjoints &adjoints);
  void visitWrite(qd::ElementAccess access, Adjoints &adjoints);
  void visitBranches(mlir::Operation *op, Adjoints &adjoints);
  void visitFor(mlir::scf::ForOp loop, Adjoints &adjoints);
  void visitWhile(mlir::scf::WhileOp loop, Adjoints &adjoints);
  /// Whether a trip multiplies the one adjoint that the loop carries.
  bool hasSlopes(mlir::scf::ForOp loop, mlir::ValueRange carried, mlir::ValueRange captured);
  /// Reverses a trip of such a loop. `incoming` and the result are the adjoint that is carried, and the sums of those
  /// of captured values.
  Values reverseBySlope(mlir::scf::ForOp loop, mlir::Value carried, mlir::ValueRange captured,
                        mlir::ValueRange incoming);
  /// The values that a conditional loop carries at its end, of those at positions `kept`, and then its trips.
  Values runToEnd(mlir::scf::WhileOp loop, llvm::ArrayRef<unsigned> kept);
  /// `sums`, with what `inner` has of `values` added.
  Values addedUp(const Adjoints &inner, mlir::ValueRange values, mlir::ValueRange sums);
  void visitParallel(qd::ForOp loop, Adjoints &adjoints);
  /// Makes values that stand for the elements which all iterations load, as if the loop used them.
  void enterReduced(qd::ForOp loop);
  /// Adds their adjoints, which are sums of all iterations now, to the shadows.
  void leaveReduced(qd::ForOp loop, Adjoints &adjoints);
  /// Makes the loop over elements; `incoming` is what findIncoming() gives.
  void visitGather(qd::ForOp loop, const Gather &gather, mlir::ValueRange incoming);
  struct Range {
    Values lower, upper;
  };
  Range rangeOf(qd::ForOp loop);
  /// The index along an axis that no variable of the loop counts.
  mlir::Value fixedIndex(const Gather::Axis &axis, mlir::Location location);
  /// Whether the array has all of these; null: it surely does.
  mlir::Value hasFixedIndices(const Gather &gather, mlir::Location location);
  /// Whether the index is one of the axis of an array; null: it surely is.
  mlir::Value isInside(mlir::Value array, unsigned axis, mlir::Value index, mlir::Location location);
  Range elementsOf(const Gather &gather, const Range &iterations, mlir::Location location);
  mlir::Value hasIteration(const Range &iterations, mlir::ValueRange iteration, mlir::Location location);
  /// The adjoint of a load in one iteration, computed at the builder's place.
  mlir::Value adjointIn(qd::ForOp loop, mlir::memref::LoadOp load, mlir::ValueRange iteration,
                        mlir::ValueRange incoming);
  /// The same of the iteration that reads an element, 0 where there is none.
  mlir::Value adjointIfThere(qd::ForOp loop, const Gather::Load &gathered, const Range &iterations,
                             mlir::ValueRange element, mlir::ValueRange incoming);
  /// The adjoints of what a parallel loop yields, in one of its iterations.
  Adjoints adjointsOfYielded(qd::ForOp loop, mlir::ValueRange incoming);
  /// What the results of a parallel loop add to the adjoints of what it yields. Of an extreme, it is shared by those
  /// that are equal to it.
  Values findIncoming(qd::ForOp loop, const Adjoints &adjoints);
  /// For each result in `extremes`, how many of what the loop yields are equal to it.
  Values countTaken(qd::ForOp loop, llvm::ArrayRef<unsigned> extremes);
  /// The loop in the reverse sweep, over the same range. Its body is to be built at its start.
  qd::ForOp makeParallel(qd::ForOp loop, llvm::ArrayRef<mlir::Type> types, llvm::ArrayRef<qd::ReduceKind> kinds);
  /// Makes the shadows, with zeros in them, of the kernel's temporaries, and those of arrays that callers do not see.
  void makeTemporaryShadows();
  /// The same of local arrays that begin in the block.
  void makeShadows(mlir::Block &block);
  void clearArray(mlir::Value array, mlir::Location location);

  /// Adds to the adjoint of a value, which has one only if it is active.
  void add(Adjoints &adjoints, mlir::Value value, mlir::Value adjoint);
  void addAll(Adjoints &adjoints, mlir::ValueRange values, mlir::ValueRange sums);
  /// What a loop carries comes from `sources`, one for each of its arguments; `sums` begins with the adjoints of the
  /// active arguments, which are added to those of their sources.
  void addToSources(Adjoints &adjoints, mlir::ValueRange arguments, mlir::ValueRange sources, mlir::ValueRange sums);
  /// The adjoint as a value.
  mlir::Value find(const Adjoints &adjoints, mlir::Value value, mlir::Location location);
  Values findAll(const Adjoints &adjoints, mlir::ValueRange values, mlir::Location location);
  /// Whether a value has an adjoint. Where the adjoint of a load is gathered, it is carried as that of the array.
  bool isActive(mlir::Value value) const {
    return !isCounting &&
           (activity.isActive(value) || (gatheredLoad && value == gatheredArray) || reducedValues.contains(value));
  }
  static mlir::Type adjointType(mlir::Value value) { return derivativeType(getElementTypeOrSelf(value)); }
  /// The active values among `values`.
  Values activeOf(mlir::ValueRange values) const;
  /// The active values from outside of `op` that something in it uses.
  Values capturedBy(mlir::Operation *op) const;
  mlir::Value zero(mlir::Type type, mlir::Location location);
  void addToShadow(mlir::Value shadow, mlir::ValueRange indices, mlir::Value adjoint, bool isPlain,
                   mlir::Location location);

  qd::KernelOp kernel;
  const Activity &activity;
  const ReversePlan &plan;
  const ExtremeUpdates &updates;
  Signature &signature;
  mlir::OpBuilder &builder;
  Recomputation computed;
  InvariantLoads invariants;
  llvm::DenseSet<mlir::Operation *> plainLoads;
  Gathers gathers;
  Accumulations accumulations;
  mlir::Operation *gatheredLoad = nullptr; // whose adjoint is wanted, and nothing else; null: all is
  mlir::Value gatheredArray; // that it reads
  llvm::DenseMap<mlir::Operation *, mlir::Value> reducedLoads; // of the parallel loop that is visited: what stands for
                                                               // the element
  llvm::DenseSet<mlir::Value> reducedValues; // these
  /// Of the operation at top level that is visited, by arrays: its updates, and how many are taken of each element.
  struct Count {
    ExtremeUpdate update;
    mlir::Value counts;
  };
  llvm::DenseMap<ArrayKey, Count> counts;
  bool isCounting = false; // no adjoints, only the taken ones are counted
  mlir::Block *arrays; // where arrays go: the body of the parallel loop that is being built, or the kernel's
  uint32_t adstackCapacity;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_REVERSE_REVERSESWEEP_H
