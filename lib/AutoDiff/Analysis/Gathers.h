//===- Gathers.h - Loads at neighbours, backwards ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a loop reads neighbours, x[i - 1] and x[i + 1], two iterations of its
// adjoint would scatter into one element of the shadow. But it is known which
// iterations read an element, so a loop over the elements can gather: it computes
// the adjoints of these iterations and adds their sum to its own element alone:
//
//   for e in (elements of x.grad)
//     x.grad[e] += (adjoint of x[i - 1] in iteration e + 1, if the loop has it)
//                + (adjoint of x[i + 1] in iteration e - 1, if the loop has it)
//
// That needs no atomics, and its order of additions is fixed. The price is that an
// adjoint is computed once for each load, rather than once for each iteration.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_ANALYSIS_GATHERS_H
#define QDC_LIB_AUTODIFF_ANALYSIS_GATHERS_H

#include "AutoDiff/Analysis/LoopAccesses.h"

#include <variant>

namespace qdc::autodiff {

/// The active loads of one array in one parallel loop. Iteration s reads element s + offset, along axes that variables
/// of the loop count, each one its own; along others the index is the same everywhere.
struct Gather {
  struct Load {
    mlir::memref::LoadOp load;
    llvm::SmallVector<int64_t> offsets; // by variables of the loop
  };
  using Axis = std::variant<unsigned, int64_t, mlir::Value>; // the loop's variable, or the index itself
  mlir::Value array;                                          // defined outside of the loop
  llvm::SmallVector<Axis> axes;                               // of the array
  llvm::SmallVector<Load> loads;

  /// The axis that a variable of the loop counts.
  unsigned axisOf(unsigned variable) const;
};

/// Operations of a loop's body times loads that are gathered, at most: about as much as atomics cost.
inline constexpr unsigned kMaximumGatheredOperations = 1024;

/// What the reverse sweep of a kernel gathers.
class Gathers {
public:
  /// Looks at arrays in loops of which not all active loads are among `others`. One is gathered where each of the rest
  /// is as Gather says, the loop has index variables and steps of 1, and its body is short, without loops, and made of
  /// arithmetic, branches, loads, stores and atomic additions, none to an array of which it has active loads, and no
  /// store over what the same iteration wrote.
  Gathers(qd::KernelOp kernel, const Activity &activity, const llvm::DenseSet<mlir::Operation *> &others);

  llvm::ArrayRef<Gather> in(qd::ForOp loop) const;
  bool contains(mlir::memref::LoadOp load) const { return gathered.contains(load); }

private:
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Gather>> loops;
  llvm::DenseSet<mlir::Operation *> gathered;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_ANALYSIS_GATHERS_H
