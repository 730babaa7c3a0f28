//===- I64Builder.h - Short spellings for arithmetic on i64 -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops and addresses are computed in i64. `I64Builder` spells that at one
// location; nothing overflows where the flags say so, because ranges and arrays
// have fewer than 2^63 elements.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_I64BUILDER_H
#define QDC_LOWERING_COMMON_I64BUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace qdc {

/// Creates arithmetic on i64 at `builder`'s insertion point. Constants fold.
struct I64Builder {
  mlir::OpBuilder &builder;
  mlir::Location location;

  mlir::Value constant(int64_t value) { return mlir::arith::ConstantIntOp::create(builder, location, value, 64); }
  /// Of index, or of an integer that is read with its sign.
  mlir::Value fromInteger(mlir::Value value) {
    mlir::Type i64 = builder.getI64Type();
    if (value.getType() == i64)
      return value;
    if (value.getType().isIndex())
      return builder.createOrFold<mlir::arith::IndexCastOp>(location, i64, value);
    return builder.createOrFold<mlir::arith::ExtSIOp>(location, i64, value);
  }
  /// To index, or to an integer type that holds the value.
  mlir::Value toType(mlir::Value value, mlir::Type type) {
    if (value.getType() == type)
      return value;
    if (type.isIndex())
      return builder.createOrFold<mlir::arith::IndexCastOp>(location, type, value);
    return mlir::arith::TruncIOp::create(builder, location, type, value, mlir::arith::IntegerOverflowFlags::nsw);
  }
  /// Without signed overflow.
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::AddIOp>(location, lhs, rhs, mlir::arith::IntegerOverflowFlags::nsw);
  }
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::SubIOp>(location, lhs, rhs, mlir::arith::IntegerOverflowFlags::nsw);
  }
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::MulIOp>(location, lhs, rhs, mlir::arith::IntegerOverflowFlags::nsw);
  }
  /// Of values that are not negative; `rhs` is not 0.
  mlir::Value div(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::DivUIOp>(location, lhs, rhs);
  }
  mlir::Value rem(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::RemUIOp>(location, lhs, rhs);
  }
  mlir::Value min(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::MinSIOp>(location, lhs, rhs);
  }
  mlir::Value max(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::MaxSIOp>(location, lhs, rhs);
  }
  mlir::Value bitAnd(mlir::Value lhs, int64_t mask) {
    return builder.createOrFold<mlir::arith::AndIOp>(location, lhs, constant(mask));
  }
  mlir::Value less(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::CmpIOp>(location, mlir::arith::CmpIPredicate::slt, lhs, rhs);
  }
  mlir::Value equal(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::CmpIOp>(location, mlir::arith::CmpIPredicate::eq, lhs, rhs);
  }
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no) {
    return builder.createOrFold<mlir::arith::SelectOp>(location, condition, yes, no);
  }
};

} // namespace qdc

#endif // QDC_LOWERING_COMMON_I64BUILDER_H
