//===- RunsAhead.h - What can run ahead of an operation ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check may end a loop that nothing else ends: a list that comes back to where
// it was, and an index that grows with each trip. Whoever counts the loop's trips
// ahead must come to that check, too. Checks are put in after derivatives were
// made, at what they look at. So of a checked kernel all runs ahead that can: the
// operations whose operands, and what decides that they run, are made of values
// that are there, and of memory that the operation itself does not write before.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_ANALYSIS_RUNSAHEAD_H
#define QDC_LIB_AUTODIFF_ANALYSIS_RUNSAHEAD_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace qdc::autodiff {

/// Whether it is an access to a local array of that operation.
bool accessesOwnArray(mlir::Operation *op, mlir::Operation *top);

/// What can run ahead of one operation at the top level, without what it writes into arrays of the kernel.
class RunsAhead {
public:
  /// `mayDiffer` tells of an operation in `top` that reads memory whether it may give another value ahead of `top`. It
  /// is not asked of accesses to local arrays of `top`. Linear in the size of `top`.
  RunsAhead(mlir::Operation *top, llvm::function_ref<bool(mlir::Operation *)> mayDiffer);

  /// Whether an operation in `top`, which has no regions, can run ahead; of an access, whether its element is known.
  bool contains(mlir::Operation *op) const;

private:
  void lose(mlir::Value value);
  /// Loses what is made in the regions of an operation, and what they yield.
  void loseRegions(mlir::Operation *op);
  /// Loses what follows from an operand that is lost.
  void follow(mlir::OpOperand &use);
  void followYielded(mlir::OpOperand &use);

  mlir::Operation *top;
  llvm::DenseSet<mlir::Value> lost; // values; a local array, where what it holds is lost
  llvm::DenseSet<mlir::Operation *> unsure; // what runs, or how often, is lost in their regions
  llvm::SmallVector<mlir::Value> worklist;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_ANALYSIS_RUNSAHEAD_H
