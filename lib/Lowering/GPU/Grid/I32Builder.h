//===- I32Builder.h - Unsigned arithmetic on i32 ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_GRID_I32BUILDER_H
#define QDC_LIB_LOWERING_GPU_GRID_I32BUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace qdc {

/// Creates arithmetic on i32 without a sign at `builder`'s insertion point. Constants fold. A GPU takes a third of the
/// instructions that it takes for i64.
struct I32Builder {
  mlir::OpBuilder &builder;
  mlir::Location location;

  mlir::Value constant(int64_t value) { return mlir::arith::ConstantIntOp::create(builder, location, value, 32); }
  template <typename Op>
  mlir::Value make(mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<Op>(location, lhs, rhs);
  }
  mlir::Value add(mlir::Value lhs, mlir::Value rhs) { return make<mlir::arith::AddIOp>(lhs, rhs); }
  mlir::Value sub(mlir::Value lhs, mlir::Value rhs) { return make<mlir::arith::SubIOp>(lhs, rhs); }
  mlir::Value mul(mlir::Value lhs, mlir::Value rhs) { return make<mlir::arith::MulIOp>(lhs, rhs); }
  mlir::Value bitAnd(mlir::Value lhs, mlir::Value rhs) { return make<mlir::arith::AndIOp>(lhs, rhs); }
  mlir::Value shiftLeft(mlir::Value value, mlir::Value shift) { return make<mlir::arith::ShLIOp>(value, shift); }
  mlir::Value shiftRight(mlir::Value value, mlir::Value shift) { return make<mlir::arith::ShRUIOp>(value, shift); }
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no) {
    return builder.createOrFold<mlir::arith::SelectOp>(location, condition, yes, no);
  }
  /// i1.
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs, mlir::Value rhs) {
    return builder.createOrFold<mlir::arith::CmpIOp>(location, predicate, lhs, rhs);
  }
  mlir::Value less(mlir::Value lhs, mlir::Value rhs) { return compare(mlir::arith::CmpIPredicate::ult, lhs, rhs); }

  /// From and to i64.
  mlir::Value narrow(mlir::Value value) {
    return builder.createOrFold<mlir::arith::TruncIOp>(location, builder.getI32Type(), value);
  }
  mlir::Value widen(mlir::Value value) {
    return builder.createOrFold<mlir::arith::ExtUIOp>(location, builder.getI64Type(), value);
  }
};

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_GRID_I32BUILDER_H
