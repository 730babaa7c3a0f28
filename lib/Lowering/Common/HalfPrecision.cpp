//===- HalfPrecision.cpp - f16 and bf16 computed in f32 -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One operation in f32 and one rounding give the correctly rounded result of
// + - * / and sqrt, because f32 has more than twice as many digits and two more.
// A conversion that would round twice first rounds to odd: it keeps, as the
// last digit, whether anything was lost.
//
//===----------------------------------------------------------------------===//
#include "qdc/Dialect/QD/IR/Arithmetic.h"
#include "qdc/Lowering/Common/Arithmetic.h"
#include "qdc/Lowering/Common/HalfConversions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace qdc {

namespace {

bool isHalf(Type type) { return type.isF16() || type.isBF16(); }

/// Conversions at one place.
struct Converter {
  OpBuilder &builder;
  Location location;

  Value constant(int64_t value, unsigned width) {
    return arith::ConstantIntOp::create(builder, location, value, width);
  }
  Value bitcast(Value value, Type type) { return arith::BitcastOp::create(builder, location, type, value); }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(builder, location, condition, yes, no);
  }

  Value toF32(Value half) {
    Type f32 = builder.getF32Type();
    if (half.getType().isF16())
      return arith::ExtFOp::create(builder, location, f32, half);
    Value bits = arith::ExtUIOp::create(builder, location, builder.getI32Type(), bitcast(half, builder.getI16Type()));
    return bitcast(arith::ShLIOp::create(builder, location, bits, constant(16, 32)), f32);
  }

  Value fromF32(Value value, Type half) {
    if (half.isF16())
      return arith::TruncFOp::create(builder, location, half, value);
    // To nearest even: add half a unit, less a bit where the kept part is even. NaN stays NaN, made quiet.
    Value bits = bitcast(value, builder.getI32Type());
    Value upper = arith::ShRUIOp::create(builder, location, bits, constant(16, 32));
    Value odd = arith::AndIOp::create(builder, location, upper, constant(1, 32));
    Value rounded = arith::AddIOp::create(builder, location, bits,
                                          arith::AddIOp::create(builder, location, odd, constant(0x7FFF, 32)));
    Value kept = arith::ShRUIOp::create(builder, location, rounded, constant(16, 32));
    Value quiet = arith::OrIOp::create(builder, location, upper, constant(0x40, 32));
    Value isNaN = arith::CmpFOp::create(builder, location, arith::CmpFPredicate::UNO, value, value);
    Value result = select(isNaN, quiet, kept);
    return bitcast(arith::TruncIOp::create(builder, location, builder.getI16Type(), result), half);
  }

  /// f64 to f32, rounded to odd.
  Value roundToOdd(Value value) {
    Type i32 = builder.getI32Type();
    Value nearest = arith::TruncFOp::create(builder, location, builder.getF32Type(), value);
    Value back = arith::ExtFOp::create(builder, location, value.getType(), nearest);
    auto magnitude = [&](Value v) -> Value {
      Value bits = bitcast(v, builder.getI64Type());
      return arith::AndIOp::create(builder, location, bits, constant(INT64_MAX, 64));
    };
    Value bits = bitcast(nearest, i32);
    // Towards zero: one step back where rounding went away from it.
    Value away = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ugt, magnitude(back), magnitude(value));
    Value truncated =
        arith::SubIOp::create(builder, location, bits, arith::ExtUIOp::create(builder, location, i32, away));
    Value inexact = arith::CmpFOp::create(builder, location, arith::CmpFPredicate::ONE, back, value);
    Value odd = arith::OrIOp::create(builder, location, truncated, constant(1, 32));
    return bitcast(select(inexact, odd, bits), builder.getF32Type());
  }

  /// i64 to f64, exact but for the lowest digit, which keeps whether anything was lost.
  Value longToDouble(Value value, bool isSigned) {
    // 64 bits less 11 fit into 53.
    Value low = arith::AndIOp::create(builder, location, value, constant(0x7FF, 64));
    Value lost = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, low, constant(0, 64));
    Value high = arith::AndIOp::create(builder, location, value, constant(~int64_t(0xFFF), 64));
    Value middle = arith::AndIOp::create(builder, location, value, constant(0x800, 64));
    Value sticky = select(lost, constant(0x800, 64), middle);
    Value compressed = arith::OrIOp::create(builder, location, high, sticky);
    Value limit = constant(int64_t(1) << 53, 64);
    Value isBig;
    if (isSigned) {
      Value biased = arith::AddIOp::create(builder, location, value, limit);
      isBig =
          arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ugt, biased, constant(int64_t(1) << 54, 64));
    } else {
      isBig = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ugt, value, limit);
    }
    Value exact = select(isBig, compressed, value);
    Type f64 = builder.getF64Type();
    return isSigned ? Value(arith::SIToFPOp::create(builder, location, f64, exact))
                    : Value(arith::UIToFPOp::create(builder, location, f64, exact));
  }

  Value fromInteger(Value value, bool isSigned, Type half) {
    Type f32 = builder.getF32Type(), f64 = builder.getF64Type();
    unsigned width = value.getType().getIntOrFloatBitWidth();
    auto convert = [&](Type type) -> Value {
      return isSigned ? Value(arith::SIToFPOp::create(builder, location, type, value))
                      : Value(arith::UIToFPOp::create(builder, location, type, value));
    };
    // What f32 rounds is beyond f16's largest number anyway.
    if (half.isF16() || width <= 16)
      return fromF32(convert(f32), half);
    return fromF32(roundToOdd(width <= 32 ? convert(f64) : longToDouble(value, isSigned)), half);
  }
};

/// Replaces a conversion from or to f16 or bf16, or a constant of bf16; false if `op` is none, or one that LLVM does as
/// it is.
bool lowerConversion(Operation *op) {
  OpBuilder builder(op);
  Converter convert{builder, op->getLoc()};
  Value result;
  if (auto extend = dyn_cast<arith::ExtFOp>(op)) {
    if (!extend.getIn().getType().isBF16())
      return true;
    result = convert.toF32(extend.getIn());
    if (extend.getType().isF64())
      result = arith::ExtFOp::create(builder, op->getLoc(), extend.getType(), result);
  } else if (auto truncate = dyn_cast<arith::TruncFOp>(op)) {
    if (!truncate.getType().isBF16())
      return true;
    Value in = truncate.getIn();
    result = convert.fromF32(in.getType().isF64() ? convert.roundToOdd(in) : in, truncate.getType());
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (!constant.getType().isBF16())
      return true;
    APInt bits = cast<FloatAttr>(constant.getValue()).getValue().bitcastToAPInt();
    result = convert.bitcast(convert.constant(bits.getSExtValue(), 16), constant.getType());
  } else if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    result = convert.fromInteger(op->getOperand(0), isa<arith::SIToFPOp>(op), op->getResult(0).getType());
  } else {
    return false;
  }
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return true;
}

/// Ops that move a value without looking at it.
bool onlyMoves(Operation *op) { return isa<arith::SelectOp, arith::BitcastOp>(op); }

} // namespace

void computeHalfPrecisionInF32(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) {
    if (qd::isArithmetic(op) && !onlyMoves(op) &&
        (llvm::any_of(op->getOperandTypes(), isHalf) || llvm::any_of(op->getResultTypes(), isHalf)))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (lowerConversion(op))
      continue;
    OpBuilder builder(op);
    Converter convert{builder, op->getLoc()};
    for (OpOperand &operand : op->getOpOperands())
      if (isHalf(operand.get().getType()))
        operand.set(convert.toF32(operand.get()));
    builder.setInsertionPointAfter(op);
    for (OpResult result : op->getResults()) {
      Type half = result.getType();
      if (!isHalf(half))
        continue;
      SmallVector<OpOperand *> uses = llvm::map_to_vector(result.getUses(), [](OpOperand &use) { return &use; });
      result.setType(builder.getF32Type());
      Value rounded = convert.fromF32(result, half);
      for (OpOperand *use : uses)
        use->set(rounded);
    }
  }
}

void convertDoubleToHalfByF32(func::FuncOp function) {
  function.walk([](arith::TruncFOp op) {
    if (!op.getIn().getType().isF64() || !op.getType().isF16())
      return;
    OpBuilder builder(op);
    op.getInMutable().assign(Converter{builder, op.getLoc()}.roundToOdd(op.getIn()));
  });
}

} // namespace qdc
