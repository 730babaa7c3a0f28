//===- IndexBounds.h - Intervals that indices lie in ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Proofs that an index is inside of an extent, or that two indices are never
// equal, from what surrounds their use:
//
//     qd.for (%i) in (%n) {                 // 0 <= %i < %n
//       %left = arith.subi %i, %c1 : index
//       scf.if (0 < %i) {                   // 1 <= %i, so 0 <= %left
//         memref.load %x[%left]             // inside if %x has the extent %n
//
// A bound is an expression over arguments and shapes plus a constant, both as exact
// integers. Where arithmetic may wrap, there is no bound on the side on which it
// could; a sum that is known not to be negative, such as the index of an access, did
// not wrap.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_ANALYSIS_INDEXBOUNDS_H
#define QDC_ANALYSIS_INDEXBOUNDS_H

#include "qdc/Dialect/QD/IR/ElementAccess.h"
#include "qdc/SizeExpr/SizeExpr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace qdc {

/// An expression, split into a part without an added constant, and that constant.
struct OffsetSize {
  SizeExpr base; // the constant 0, or no constant
  int64_t offset = 0;
};

/// Splits an expression.
OffsetSize splitOffset(const SizeExpr &size);

/// Bounds of an integer that hold in every iteration of every launch; all of them hold.
struct IndexInterval {
  llvm::SmallVector<OffsetSize, 2> lowers, uppers;

  /// The largest lower and the smallest upper bound that is a number.
  std::optional<int64_t> least() const;
  std::optional<int64_t> most() const;

  /// The intersection: adds the bounds of the other interval.
  void meet(const IndexInterval &other);
  /// The interval shifted by `number`, for a sum that does not wrap.
  IndexInterval plus(int64_t number) const;
};

/// True if the bounds prove the intervals disjoint.
bool areApart(const IndexInterval &first, const IndexInterval &second);

/// Facts that hold where one operation of a kernel is executed, from the loops and branches around it.
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

  /// The intervals of an access's indices, if it is one inside of its array: every other one is undefined. Their bounds
  /// can be compared with those of another access to the array.
  static llvm::SmallVector<IndexInterval> intervalsOf(qd::ElementAccess access);

private:
  void addInside(mlir::Value index, const SizeExpr &extent);
  void addCondition(mlir::Value condition, bool holds, unsigned depth);
  void addComparison(mlir::arith::CmpIPredicate predicate, mlir::Value lhs, mlir::Value rhs);
  void addFact(mlir::Value value, const IndexInterval &bounds);
  void addLoop(mlir::Value lower, mlir::Value upper);

  IndexInterval boundsOf(mlir::Value value, unsigned depth) const;
  IndexInterval boundsOfBase(mlir::Value value, unsigned depth) const;
  IndexInterval boundsOfOperation(mlir::Operation *op, unsigned depth) const;
  IndexInterval boundsOfVariable(mlir::BlockArgument variable, unsigned depth) const;
  IndexInterval boundsOfSum(mlir::Operation *op, unsigned depth) const;
  IndexInterval boundsOfDifference(mlir::Operation *op, unsigned depth) const;
  IndexInterval boundsOfProduct(mlir::Operation *op, unsigned depth) const;
  IndexInterval factsOf(mlir::Value base, int64_t offset) const;
  IndexInterval ofSum(const IndexInterval &bounds, int64_t number, const IndexInterval &known) const;
  bool fitsMemory(const SizeExpr &base) const;
  bool isExact(const SizeExpr &base) const;
  bool isLimited(const IndexInterval &bounds) const;
  IndexInterval withExpressions(IndexInterval bounds) const;
  IndexInterval either(const IndexInterval &first, const IndexInterval &second) const;

  llvm::SmallVector<SizeExpr, 4> extentBases;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, IndexInterval> facts; // of a base (AddedConstants.h) and its offset
  llvm::SmallVector<OffsetSize, 4> minima; // each base is at least its offset
};

} // namespace qdc

#endif // QDC_ANALYSIS_INDEXBOUNDS_H
