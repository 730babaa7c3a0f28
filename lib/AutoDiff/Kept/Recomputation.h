//===- Recomputation.h - Values of the forward sweep, again -----*- C++ -*-===//
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

/// Computes again what the reverse sweep needs of a kernel's body. A block may be computed in several places: values
/// stand for the last one.
class Recomputation {
public:
  /// Computes a block at the builder's place, with values that are carried into it; gives what they are after it.
  using BlockVisitor = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Block &block, mlir::ValueRange carried)>;

  /// `values` maps what the kernel's body sees from outside, and gets what is computed.
  Recomputation(const NeededValues &needed, mlir::OpBuilder &builder, mlir::IRMapping &values)
      : needed(&needed), builder(builder), values(values) {}

  /// Adds what is needed of a block at the builder's place. Its arguments are mapped. Nothing is written.
  void compute(mlir::Block &block);
  /// Adds an operation of such a block if it is needed. Whether it is.
  bool computeIfNeeded(mlir::Operation *op);
  /// Adds a branch or a serial loop at the builder's place, with what is needed of it. It carries `more` values through
  /// its blocks, which `visit` computes. Gives what these are after it.
  llvm::SmallVector<mlir::Value> compute(mlir::Operation *op, mlir::ValueRange more, BlockVisitor visit);

  /// What counts as needed.
  const NeededValues &getNeeded() const { return *needed; }
  /// What counts as needed from now on; gives what did before.
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
  /// Says that of the results at positions `which`, in their order, `computed` has the values. Gives its further ones.
  Values mapResults(mlir::Operation *op, mlir::Operation *computed, llvm::ArrayRef<unsigned> which);

  const NeededValues *needed;
  mlir::OpBuilder &builder;
  mlir::IRMapping &values;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_KEPT_RECOMPUTATION_H
