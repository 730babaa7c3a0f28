//===- TakenValues.h - Where what is computed is of use ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A right program computes what it then drops:
//
//     %q = arith.divf %r, %degree : f32
//     %s = arith.select %isZero, %zero, %q : f32
//
// A check that looks at %q would refuse it. So a check holds, too, where what it
// looks at is not taken, which here is where %isZero holds. Values are passed on
// by arithmetic, and dropped by selects, by and and or of truth values, and, if
// they are not finite, by minima, maxima and comparisons. All else takes them,
// and what nothing uses counts as taken.
//
// What only some branch takes is computed there, in a copy for each branch: a
// check next to it needs to know nothing of the branch.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_TAKENVALUES_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_TAKENVALUES_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace qdc::qd {

/// Whether the results of an operation are taken.
struct Taken {
  bool isAlways = true;
  mlir::Value condition; // i1, of the operation's block: when; null if always or never
  mlir::Operation *last = nullptr; // if not always: of that block, and not before the operation or the condition

  bool isNever() const { return !isAlways && !condition; }
};

class TakenValues {
public:
  /// What is looked at. Of floats those that are not finite: minima, maxima and comparisons may drop these.
  enum class Kind { integers, floats };

  /// Rewrites the kernel, and computes in it when the results of arithmetic are taken for which `canGoWrong` holds.
  /// Linear in the uses of values times the nesting depth.
  TakenValues(KernelOp kernel, Kind kind, llvm::function_ref<bool(mlir::Operation *)> canGoWrong);

  /// Of an operation of the kernel, as it is now; always for one that cannot go wrong.
  Taken of(mlir::Operation *op) const { return known.lookup(op); }

private:
  enum class Way { takes, ignores, passesOn, mayDrop };

  Way wayOf(mlir::OpOperand &use) const;
  bool areTaken(llvm::ArrayRef<mlir::OpOperand *> uses, mlir::Block *block) const;
  void copyToBranches(mlir::Operation *op);
  Taken findTaken(mlir::Operation *op) const;
  void process(mlir::Operation *op);

  Kind kind;
  llvm::DenseMap<mlir::Operation *, Taken> known; // of those that are not always taken
};

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_TAKENVALUES_H
