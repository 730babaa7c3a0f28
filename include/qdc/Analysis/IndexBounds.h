//===- IndexBounds.h - What an index surely is ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proofs that an index is inside of an extent, from what surrounds its use:
//
//     qd.for (%i) in (%n) {                 // 0 <= %i < %n
//       %left = arith.subi %i, %c1 : index
//       scf.if (0 < %i) {                   // 1 <= %i, so 0 <= %left
//         memref.load %x[%left]             // inside if %x has the extent %n
//
// An upper bound is an expression of arguments and shapes and a number that is
// added to it, a lower bound a number.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_INDEXBOUNDS_H
#define QDC_ANALYSIS_INDEXBOUNDS_H

#include "qdc/SizeExpr/SizeExpr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace qdc {

/// An expression without a constant added to it, and that constant.
struct OffsetSize {
  SizeExpr base; // the constant 0, or no constant
  int64_t offset = 0;
};

/// Takes an expression apart.
OffsetSize splitOffset(const SizeExpr &size);

/// What holds where one operation of a kernel runs: by the loops and the branches around it.
class IndexBounds {
public:
  /// Looks at what is around `user`, which takes time linear in how deep it is nested. `extents` are those of an array:
  /// not negative, and exact, since the loader has evaluated them.
  IndexBounds(mlir::Operation *user, llvm::ArrayRef<SizeExpr> extents);

  /// Whether 0 <= index < extent for sure, of an operand of type index of the operation, and one of the extents. Takes
  /// time bounded by a constant.
  bool isInside(mlir::Value index, const SizeExpr &extent) const;

  /// Whether a value of type index, an operand or a result of the operation, is what exact arithmetic gives: it has a
  /// small lower bound, and is at most about an extent.
  bool isLimited(mlir::Value index) const;

private:
  struct Bounds {
    std::optional<int64_t> lower;
    llvm::SmallVector<OffsetSize, 2> uppers; // each one holds

    void meet(const Bounds &other);
    /// Of the value plus a number, which does not wrap.
    Bounds plus(int64_t number) const;
  };
  void addCondition(mlir::Value condition, bool holds, unsigned depth);
  void addComparison(mlir::arith::CmpIPredicate predicate, mlir::Value lhs, mlir::Value rhs);
  void addFact(mlir::Value value, const Bounds &bounds);
  void addLoop(mlir::Value lower, mlir::Value upper);

  Bounds boundsOf(mlir::Value value, unsigned depth) const;
  Bounds boundsOfBase(mlir::Value value, unsigned depth) const;
  Bounds boundsOfOperation(mlir::Operation *op, unsigned depth) const;
  Bounds boundsOfVariable(mlir::BlockArgument variable, unsigned depth) const;
  Bounds ofSum(const Bounds &bounds, int64_t number) const;
  bool isLimited(const Bounds &bounds) const;
  Bounds withExpressions(Bounds bounds) const;
  Bounds either(const Bounds &first, const Bounds &second) const;

  llvm::SmallVector<SizeExpr, 4> extentBases;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, Bounds> facts; // of a base (AddedConstants.h) and its offset
  llvm::SmallVector<OffsetSize, 4> minima; // each base is at least its offset
};

} // namespace qdc

#endif // QDC_ANALYSIS_INDEXBOUNDS_H
