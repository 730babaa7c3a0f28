//===- AddedConstants.h - Values and what is added to them ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neighbours of an element are reached by indices that differ by a constant:
//
//     %left = arith.subi %i, %c1 : index       // %i and -1
//     %right = arith.addi %i, %c1 : index      // %i and 1
//
// What compares indices compares the values without the constants, and then
// these. For sums with factors, of several values, there is LinearIndex.h.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_ADDEDCONSTANTS_H
#define QDC_DIALECT_QD_IR_ADDEDCONSTANTS_H

#include "mlir/IR/Value.h"

#include <optional>

namespace qdc::qd {

/// The largest constant that is taken off, with either sign: no sum of a few of them and an extent of memory that
/// exists leaves 64 bits.
inline constexpr int64_t kMaximumAddedConstant = int64_t(1) << 40;

/// A value as base + offset, modulo 2^width of its type. `base` is null for 0: the value is a constant.
struct OffsetValue {
  mlir::Value base;
  int64_t offset = 0;
};

/// The operand of a sum or a difference that is not the constant, and what the constant adds; nothing for a value that
/// is not the result of one, and for a constant beyond kMaximumAddedConstant. The base has the value's type.
std::optional<OffsetValue> takeOffConstant(mlir::Value value);

/// Takes off all constants, through casts between `index` and `i64` too, so that the base may be of the other one of
/// these. Looks at a few operations only, so that chains of sums cost no more than linear time; what is beyond them
/// stays in the base, as a constant beyond kMaximumAddedConstant does.
OffsetValue splitOffset(mlir::Value value);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_ADDEDCONSTANTS_H
