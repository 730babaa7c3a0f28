//===- InvariantLoads.h - Loads of one element by all iterations -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the indices of a load are invariant in a parallel loop, all iterations of
// its adjoint add to one element of the shadow. That is a reduction, which needs no
// atomics and has a fixed order of additions. Its result is added to the element
// after the loop, also where no iteration came to the load and it is 0.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_ANALYSIS_INVARIANTLOADS_H
#define QDC_LIB_AUTODIFF_ANALYSIS_INVARIANTLOADS_H

#include "AutoDiff/Analysis/Activity.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc::autodiff {

/// The loads of one element in one parallel loop; perhaps none of them is executed.
using InvariantElement = llvm::SmallVector<mlir::memref::LoadOp>;

/// Elements of one loop, at most: a reduction carries a sum for each.
inline constexpr unsigned kMaximumInvariantElements = 16;

/// The active loads of a kernel whose adjoints are reduced.
class InvariantLoads {
public:
  /// Takes elements of arrays that their loop does not write.
  InvariantLoads(qd::KernelOp kernel, const Activity &activity);

  llvm::ArrayRef<InvariantElement> in(qd::ForOp loop) const;
  const llvm::DenseSet<mlir::Operation *> &all() const { return loads; }

private:
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<InvariantElement>> elements; // by loops
  llvm::DenseSet<mlir::Operation *> loads;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_ANALYSIS_INVARIANTLOADS_H
