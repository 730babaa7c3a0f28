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

/// Builds the reverse sweep of a kernel's body. For each block it first computes again the values that are needed of
/// it, then visits its operations backwards:
///
///  - an operation with a rule adds to the adjoints of its operands;
///  - a load adds its adjoint to the shadow of the array (where neighbouring iterations would add to one element, a
///  loop
///    over the elements does so before the loop: Gathers.h); a store takes its operand's adjoint from the shadow and
///    sets that element to 0; an atomic addition takes it and leaves the element; an atomic maximum or minimum takes
///    its share;
///  - control becomes the same control, whose results are what it adds to the adjoints of values defined outside of it;
///    for a parallel loop these are reductions.
class ReverseSweep {
public:
  /// `values` maps the kernel's arguments to those of the derivative, and top-level values as far as the derivative has
  /// others for them.
  /// `adstackCapacity` is that of Trips (KeptTrips.h).
  ReverseSweep(qd::KernelOp kernel, const Activity &activity, const ReversePlan &plan, const ExtremeUpdates &updates,
               Signature &signature, mlir::OpBuilder &builder, mlir::IRMapping &values, uint32_t adstackCapacity);

  /// Builds the whole sweep at the builder's place. `arguments` are those that the kernel had before differentiation.
  void run(llvm::ArrayRef<mlir::BlockArgument> arguments);

private:
  /// By values of the primal body: the adjoint accumulated so far; 0 where there is none.
  using Adjoints = llvm::DenseMap<mlir::Value, mlir::Value>;
  using Values = llvm::SmallVector<mlir::Value>;

  void visitBlock(mlir::Block &block, Adjoints &adjoints);
  void visit(mlir::Operation *op, Adjoints &adjoints);
  void visitOne(mlir::Operation *op, Adjoints &adjoints);
  /// A top-level operation with atomic maxima or minima. A first pass counts which operands are equal to the result.
  void visitUpdating(mlir::Operation *op, Adjoints &adjoints);
  void countUpdate(qd::ElementAccess access);
  /// The share of the element's adjoint that belongs to the operand of an atomic maximum or minimum.
  mlir::Value takeShare(qd::ElementAccess access, mlir::ValueRange indices, mlir::Value adjoint);
  void visitRule(mlir::Operation *op, Adjoints &adjoints);
  void visitLoad(mlir::memref::LoadOp load, Adjoints &adjoints);
  void visitWrite(qd::ElementAccess access, Adjoints &adjoints);
  void visitBranches(mlir::Operation *op, Adjoints &adjoints);
  void visitFor(mlir::scf::ForOp loop, Adjoints &adjoints);
  void visitWhile(mlir::scf::WhileOp loop, Adjoints &adjoints);
  /// In a checked kernel, has checks tell where a loop of the source is, `variable` being what its own has there, or
  /// the number of its trip (GradientLoops.h).
  void tellVariable(mlir::scf::ForOp loop, mlir::Value variable);
  void tellTrip(mlir::scf::WhileOp loop, mlir::Value trip);
  /// Whether the loop carries one adjoint through arithmetic alone, so that a trip multiplies it by a number, its slope
  /// (ReverseSlopes.cpp).
  bool hasSlopes(mlir::scf::ForOp loop, mlir::ValueRange carried, mlir::ValueRange captured);
  /// Reverses a trip of such a loop. `incoming` and the result are the adjoint that is carried, and the sums of those
  /// of captured values.
  Values reverseBySlope(mlir::scf::ForOp loop, mlir::Value carried, mlir::ValueRange captured,
                        mlir::ValueRange incoming);
  /// Runs a conditional loop forwards. Returns what it carries at its end, at positions `kept`, then the number of
  /// trips.
  Values runToEnd(mlir::scf::WhileOp loop, llvm::ArrayRef<unsigned> kept);
  /// `sums` plus the adjoints that `inner` has for `values`.
  Values addedUp(const Adjoints &inner, mlir::ValueRange values, mlir::ValueRange sums);
  void visitParallel(qd::ForOp loop, Adjoints &adjoints);
  /// For each element that all iterations load, makes a value that stands for it, as if the loop captured it.
  void enterReduced(qd::ForOp loop);
  /// Adds the adjoints of these values, which are now sums over all iterations, to the shadows.
  void leaveReduced(qd::ForOp loop, Adjoints &adjoints);
  /// Makes the loop over elements; `incoming` is what findIncoming() gives.
  void visitGather(qd::ForOp loop, const Gather &gather, mlir::ValueRange incoming);
  struct Range {
    Values lower, upper;
  };
  Range rangeOf(qd::ForOp loop);
  /// The index along an axis on which it is invariant in the loop.
  mlir::Value fixedIndex(const Gather::Axis &axis, mlir::Location location);
  /// Whether all invariant indices of the gather are in bounds; null: they surely are.
  mlir::Value hasFixedIndices(const Gather &gather, mlir::Location location);
  /// Whether the index is in bounds on that axis of the array; null: it surely is.
  mlir::Value isInside(mlir::Value array, unsigned axis, mlir::Value index, mlir::Location location);
  Range elementsOf(const Gather &gather, const Range &iterations, mlir::Location location);
  mlir::Value hasIteration(const Range &iterations, mlir::ValueRange iteration, mlir::Location location);
  /// The adjoint of a load in one iteration, computed at the builder's place.
  mlir::Value adjointIn(qd::ForOp loop, mlir::memref::LoadOp load, mlir::ValueRange iteration,
                        mlir::ValueRange incoming);
  /// The same in the iteration that reads `element`; 0 where the loop has no such iteration.
  mlir::Value adjointIfThere(qd::ForOp loop, const Gather::Load &gathered, const Range &iterations,
                             mlir::ValueRange element, mlir::ValueRange incoming);
  /// The adjoints of what a parallel loop yields, in one of its iterations.
  Adjoints adjointsOfYielded(qd::ForOp loop, mlir::ValueRange incoming);
  /// The adjoints of a parallel loop's results; that of an extreme divided by the number of values equal to it.
  Values findIncoming(qd::ForOp loop, const Adjoints &adjoints);
  /// For each result in `extremes`, how many iterations yield a value equal to it.
  Values countExtremes(qd::ForOp loop, llvm::ArrayRef<unsigned> extremes);
  /// The loop of the reverse sweep over the same range. The caller builds its body.
  qd::ForOp makeParallel(qd::ForOp loop, llvm::ArrayRef<mlir::Type> types, llvm::ArrayRef<qd::ReduceKind> kinds);
  /// Makes the shadows, filled with zeros, of the kernel's temporaries and of arrays whose shadows callers do not see.
  void makeTemporaryShadows();
  /// The same for the local arrays that are defined in the block.
  void makeShadows(mlir::Block &block);
  void clearArray(mlir::Value array, mlir::Location location);

  /// Adds to the adjoint of a value if that is active.
  void add(Adjoints &adjoints, mlir::Value value, mlir::Value adjoint);
  void addAll(Adjoints &adjoints, mlir::ValueRange values, mlir::ValueRange sums);
  /// Each iteration argument of a loop has a source, its init or what the loop yields. Adds the adjoints of the active
  /// arguments, with which `sums` begins, to those of their sources.
  void addToSources(Adjoints &adjoints, mlir::ValueRange arguments, mlir::ValueRange sources, mlir::ValueRange sums);
  /// The adjoint; a constant 0 where there is none so far.
  mlir::Value find(const Adjoints &adjoints, mlir::Value value, mlir::Location location);
  Values findAll(const Adjoints &adjoints, mlir::ValueRange values, mlir::Location location);
  /// Whether a value has an adjoint. That of a gathered load is stored under the array.
  bool isActive(mlir::Value value) const {
    return !isCounting &&
           (activity.isActive(value) || (gatheredLoad && value == gatheredArray) || reducedValues.contains(value));
  }
  static mlir::Type adjointType(mlir::Value value) { return derivativeType(getElementTypeOrSelf(value)); }
  /// The active values among `values`.
  Values activeOf(mlir::ValueRange values) const;
  /// The active values defined outside of `op` and used in it.
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
  mlir::Operation *gatheredLoad = nullptr; // the only load whose adjoint is computed now; null: all adjoints are
  mlir::Value gatheredArray; // the array that it reads
  llvm::DenseMap<mlir::Operation *, mlir::Value> reducedLoads; // of the current parallel loop: the value that stands
                                                               // for the element
  llvm::DenseSet<mlir::Value> reducedValues; // these values
  /// For the current top-level operation, by arrays: the update, and for each element how many operands are equal to
  /// it.
  struct Count {
    ExtremeUpdate update;
    mlir::Value counts;
  };
  llvm::DenseMap<ArrayKey, Count> counts;
  bool isCounting = false; // in the first pass of visitUpdating(), which builds no adjoints
  mlir::Block *arrays; // where local arrays are made: the body of the parallel loop that is built, or the kernel's
  uint32_t adstackCapacity;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_REVERSE_REVERSESWEEP_H
