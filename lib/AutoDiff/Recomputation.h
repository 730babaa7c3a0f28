//===- Recomputation.h - Values of the forward sweep, again -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_RECOMPUTATION_H
#define QDC_LIB_AUTODIFF_RECOMPUTATION_H

#include "NeededValues.h"

#include "mlir/IR/IRMapping.h"

#include <utility>

namespace qdc::autodiff {

/// Computes again what the reverse sweep needs of a kernel's body. A block may be computed in several places: values
/// stand for the last one.
class Recomputation {
public:
  /// `values` maps what the kernel's body sees from outside, and gets what is computed.
  Recomputation(const NeededValues &needed, mlir::OpBuilder &builder, mlir::IRMapping &values)
      : needed(&needed), builder(builder), values(values) {}

  /// Adds what is needed of a block at the builder's place. Its arguments are mapped. Nothing is written.
  void compute(mlir::Block &block);

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
  void computeBranches(mlir::Operation *op);
  void computeFor(mlir::scf::ForOp loop);
  void computeWhile(mlir::scf::WhileOp loop);
  void computeParallel(qd::ForOp loop);
  /// Says that of the results at positions `which`, in their order, `computed` has the values.
  void mapResults(mlir::Operation *op, mlir::Operation *computed, llvm::ArrayRef<unsigned> which);

  const NeededValues *needed;
  mlir::OpBuilder &builder;
  mlir::IRMapping &values;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_RECOMPUTATION_H
