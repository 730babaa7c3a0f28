//===- RunsAhead.h - What can be executed early -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of a kernel may be counted by a task before the top-level operation that
// holds them (MeasuredTrips.h). A check may be all that ends such a loop: it walks
// a list with a cycle, and an index grows with each trip. Then the counting task
// must execute that check too. But checks are inserted after differentiation, at
// the operations that they guard. So in a checked kernel the counting task gets
// each operation that can be executed early: its operands, and the control around
// it, depend only on values defined before the top-level operation and on memory
// that this operation does not write first.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_AUTODIFF_ANALYSIS_RUNSAHEAD_H
#define QDC_LIB_AUTODIFF_ANALYSIS_RUNSAHEAD_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace qdc::autodiff {

/// Whether `op` accesses a local array (memref.alloca) that is defined inside `top`.
bool accessesOwnArray(mlir::Operation *op, mlir::Operation *top);

/// The operations inside a top-level operation that can be executed before it, without its writes to the kernel's
/// arrays.
class RunsAhead {
public:
  /// `mayDiffer` says whether an operation in `top` that reads memory may give another value when it is executed before
  /// `top`. It is not called for accesses to local arrays of `top`. Linear in the size of `top`.
  RunsAhead(mlir::Operation *top, llvm::function_ref<bool(mlir::Operation *)> mayDiffer);

  /// Whether `op`, in `top` and without regions, can be executed early; of an access, whether its indices are known.
  bool contains(mlir::Operation *op) const;

private:
  /// The value is not known before `top`, nor what depends on it.
  void lose(mlir::Value value);
  /// The same of the values defined in the regions of an operation, and of what they yield.
  void loseRegions(mlir::Operation *op);
  /// Propagates from an operand that is lost to what depends on it.
  void follow(mlir::OpOperand &use);
  void followYielded(mlir::OpOperand &use);

  mlir::Operation *top;
  llvm::DenseSet<mlir::Value> lost; // not known before `top`; a local array, where its contents are not
  llvm::DenseSet<mlir::Operation *> unsure; // it is not known what of their regions is executed, or how often
  llvm::SmallVector<mlir::Value> worklist;
};

} // namespace qdc::autodiff

#endif // QDC_LIB_AUTODIFF_ANALYSIS_RUNSAHEAD_H
