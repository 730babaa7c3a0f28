//===- LoopTrips.h - How often a counted loop runs --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formula of TripCount.h for values. Who asks about the step of a loop asks
// as the loop compares: of `scf.for unsigned` each step but 0 is positive, of
// other loops those of 1 and more.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_LOOPTRIPS_H
#define QDC_DIALECT_QD_IR_LOOPTRIPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace qdc::qd {

/// Bounds and step of a counted loop, all of one integer type or index.
struct LoopRange {
  mlir::Value lower, upper, step;
  bool isUnsigned = false; // how the loop compares, and what its step is
};

/// A step made safe to divide by.
struct PositiveStep {
  mlir::Value isPositive; // an i1; null: it is in any case
  mlir::Value step;       // 1 where it is not positive
};
PositiveStep createPositiveStep(mlir::OpBuilder &builder, mlir::Location location, mlir::Value step, bool isUnsigned);

/// The trips, a number without a sign of the type of the bounds: none where the step is not positive. That type always
/// holds it. Constants fold.
mlir::Value createTripCount(mlir::OpBuilder &builder, mlir::Location location, const LoopRange &range);

/// The trips, where constants tell them; 0 for a step that is not positive, whatever the bounds are. None of types of
/// more than 64 bits.
std::optional<uint64_t> constantTripCount(mlir::OpFoldResult lower, mlir::OpFoldResult upper, mlir::OpFoldResult step,
                                          bool isUnsigned = false);
std::optional<uint64_t> constantTripCount(mlir::scf::ForOp loop);

/// Canonicalizes scf.for: one that constants give no trip or one, or that computes nothing, goes. It stands in the
/// place of upstream's pattern, which takes bounds and steps of all loops for signed, and for near each other.
void addTrivialLoopPatterns(mlir::RewritePatternSet &patterns);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_LOOPTRIPS_H
