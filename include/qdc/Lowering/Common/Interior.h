//===- Interior.h - Where a loop's border conditions are settled -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stencil asks in each iteration whether its neighbours exist, and the answer
// is yes everywhere but at the border. Conditions like these, and clamped
// indices, keep the inner loop from good vector code, and a GPU's threads from
// windows of iterations, so the loop gets a second body for its interior, in
// which they are settled:
//
//     cmpi ult (%j - 1), %columns        true
//     cmpi eq %j, %c0                    false
//     maxsi (%j - 1), %c0                %j - 1
//
// What is settled compares a loop variable plus a constant with a bound that is
// the same all along a row (a run of the last variable, the others fixed).
// Conditions on the last variable hold in a run of columns; conditions on the
// others decide whether the row has an interior at all. Which value counts as
// usual is a guess that costs speed only: a variable is taken to lie in the
// middle of a range with constant bounds, and else above constants and below
// everything that is not constant, its own lower bound excepted.
//
// Asserts and checks are not in the interior: what they ask for is settled
// there, or the loop has none.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_INTERIOR_H
#define QDC_LOWERING_COMMON_INTERIOR_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

#include <optional>
#include <vector>

namespace qdc {

struct FlatRange;

/// Operations, with those of addresses, of a body that exists twice: more are no vector code (LoopHints.h of the CPU's
/// target), and then the second one gains little.
inline constexpr unsigned kLongestOfTwo = 1500;

/// The body has `longest` operations at most, and none of the qd dialect, whose lowering counts on one place in the
/// code, but for asserts and checks, of which there is one.
bool canHaveTwoBodies(qd::ForOp loop, unsigned longest = kLongestOfTwo);

/// What can be settled in a loop, and where.
class Interior {
public:
  /// Finds what can be settled in `loop`, which is not changed. Nothing, unless canHaveTwoBodies.
  static Interior find(qd::ForOp loop);

  /// Nothing was found.
  bool empty() const { return rowConditions.empty() && settled.empty(); }

  /// The first and the last iterations of a variable that are not in the interior.
  struct Border {
    int64_t before = 0, after = 0;
  };
  /// Those of each variable; nothing unless all else is in the interior for sure, in rows and columns: what is settled
  /// compares variables that count by one from a constant with bounds of the loop itself, give or take 16. Where the
  /// borders meet there is no interior.
  std::optional<llvm::SmallVector<Border>> findBorders() const;

  /// The interior of one row.
  struct Columns {
    mlir::Value exists; // i1; null: yes
    mlir::Value begin, end; // i64, columns counted from 0; null: from the row's start, to its end
  };
  /// Computes it at the builder's insertion point. `variables` are the values there of all variables but the last.
  Columns emit(mlir::OpBuilder &builder, mlir::Location location, const FlatRange &range,
               llvm::ArrayRef<mlir::Value> variables) const;

  /// Settles the conditions in a clone of the body, which `mapping` maps to. Branches on them stay.
  void settle(mlir::OpBuilder &builder, const mlir::IRMapping &mapping) const;

  /// A clone of the loop, after it, which is right in the interior alone: there are no conditions that are settled, and
  /// no branches and selections on them. The caller erases it.
  qd::ForOp cloneSettled() const;

private:
  /// An operation of the body and what its result is in the interior.
  struct Settled {
    mlir::Operation *op;
    bool value = false; // of a comparison
    mlir::Value replacement; // of a minimum or maximum: one of its operands; null for a comparison
  };
  /// The last variable is at least, or below, `bound` (as an i64; null: 0) + `offset`.
  struct Limit {
    mlir::Value bound;
    int64_t offset;
    bool isLower;
  };

  /// A variable of the loop plus a constant.
  struct Position {
    unsigned axis;
    int64_t offset;
  };
  /// In the interior a position is below a bound, maybe equal to it, or elsewhere it is not.
  struct Side {
    bool below, equalIsBelow, isUnsigned;
  };

  std::optional<Position> positionOf(mlir::Value value);
  bool usuallyBelow(const Position &position, mlir::Value bound);
  void noteBorder(const Position &position, mlir::Value bound, const Side &side);
  void limitPosition(const Position &position, mlir::Value bound, const Side &side);
  void addComparison(mlir::arith::CmpIOp op);
  void addMinMax(mlir::Operation *op, bool isMaximum);
  /// Whether a condition holds in the interior, as far as what is settled tells.
  bool isTrue(mlir::Value condition) const;

  qd::ForOp loop;
  bool stepIsOne = true; // of the last variable
  bool isAllButBorder = true;
  llvm::SmallVector<Border> borders; // of each variable, if so
  std::vector<Settled> rowConditions, settled;
  std::vector<Limit> limits;
  std::vector<mlir::Operation *> needless; // asserts and checks, whose conditions are true
};

} // namespace qdc

#endif // QDC_LOWERING_COMMON_INTERIOR_H
