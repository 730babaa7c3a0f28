//===- Recomputation.h - Primal values, computed again ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_KEPT_RECOMPUTATION_H
#define QDC_LIB_AUTODIFF_KEPT_RECOMPUTATION_H

#include "AutoDiff/Kept/NeededValues.h"

#include "mlir/IR/IRMapping.h"

#include <utility>

namespace qdc::autodiff {

/// Computes again the needed values of a kernel's body. A block may be computed in several places: the mapping has the
/// values of the last one.
class Recomputation {
public:
  /// Computes a block at the builder's place. Gets the carried values before it, returns those after it.
  using BlockVisitor = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Block &block, mlir::ValueRange carried)>;

  /// `values` maps the kernel's arguments, and gets the computed values.
  Recomputation(const NeededValues &needed, mlir::OpBuilder &builder, mlir::IRMapping &values)
      : needed(&needed), builder(builder), values(values) {}

  /// Adds the needed operations of a block, whose arguments are mapped, at the builder's place. Memory is not written.
  void compute(mlir::Block &block);
  /// Adds an operation of such a block if it is needed; returns whether it is.
  bool computeIfNeeded(mlir::Operation *op);
  /// Adds a branch or a serial loop at the builder's place, with its needed results and `more` carried values. `visit`
  /// builds its blocks. Returns the further values after it.
  llvm::SmallVector<mlir::Value> compute(mlir::Operation *op, mlir::ValueRange more, BlockVisitor visit);

  /// The values that are computed.
  const NeededValues &getNeeded() const { return *needed; }
  /// Replaces the set of values that are computed from now on; returns the previous one.
  const NeededValues &setNeeded(const NeededValues &now) { return *std::exchange(needed, &now); }

  mlir::Value find(mlir::Value value) const { return values.lookupOrDefault(value); }
  llvm::SmallVector<mlir::Value> findAll(mlir::ValueRange all) const;
  llvm::SmallVector<mlir::Value> findAll(mlir::ValueRange all, llvm::ArrayRef<unsigned> which) const;
  void map(mlir::Value value, mlir::Value computed) { values.map(value, computed); }

private:
  void compute(mlir::Operation *op);
  using Values = llvm::SmallVector<mlir::Value>;
  Values computeBranches(mlir::Operation *op, mlir::ValueRange more, BlockVisitor visit);
  Values computeFor(mlir::scf::ForOp loop, mlir::ValueRange more, BlockVisitor visit);
  Values computeWhile(mlir::scf::WhileOp loop, mlir::ValueRange more, BlockVisitor visit);
  void computeParallel(qd::ForOp loop);
  /// Maps the results of `op` at positions `which` to the first results of `computed`. Returns its further results.
  Values mapResults(mlir::Operation *op, mlir::Operation *computed, llvm::ArrayRef<unsigned> which);

  const NeededValues *needed;
  mlir::OpBuilder &builder;
  mlir::IRMapping &values;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_RECOMPUTATION_H
