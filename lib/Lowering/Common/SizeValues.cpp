//===- SizeValues.cpp - Symbolic sizes as operations ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/SizeValues.h"

using namespace mlir;

namespace qdc {

/// Of numbers with a sign.
static Value createFloorDivision(I64Builder i64, Value lhs, Value rhs) {
  Value zero = i64.constant(0), isZero = i64.equal(rhs, zero);
  // The smallest number divided by -1 has no quotient.
  Value minusOne = i64.constant(-1);
  Value isNegation = i64.equal(rhs, minusOne);
  Value isSpecial = arith::OrIOp::create(i64.builder, i64.location, isZero, isNegation);
  Value divisor = i64.select(isSpecial, i64.constant(1), rhs);
  Value quotient = arith::DivSIOp::create(i64.builder, i64.location, lhs, divisor);
  Value rest = arith::RemSIOp::create(i64.builder, i64.location, lhs, divisor);
  // It was rounded towards zero, which is up where the rest has the other sign than the divisor.
  Value signs = arith::XOrIOp::create(i64.builder, i64.location, rest, divisor);
  Value isAbove =
      arith::AndIOp::create(i64.builder, i64.location, i64.less(signs, zero),
                            arith::CmpIOp::create(i64.builder, i64.location, arith::CmpIPredicate::ne, rest, zero));
  Value below = arith::SubIOp::create(i64.builder, i64.location, quotient, i64.constant(1));
  Value negated = arith::SubIOp::create(i64.builder, i64.location, zero, lhs);
  return i64.select(isZero, zero, i64.select(isNegation, negated, i64.select(isAbove, below, quotient)));
}

Value createSize(I64Builder i64, const SizeExpr &size, llvm::function_ref<Value(const SizeExpr &leaf)> leaf) {
  OpBuilder &builder = i64.builder;
  switch (size.kind()) {
  case SizeExprKind::constant:
    return i64.constant(size.value());
  case SizeExprKind::scalar:
  case SizeExprKind::dim:
  case SizeExprKind::word:
    return leaf(size);
  default:
    break;
  }
  Value lhs = createSize(i64, size.lhs(), leaf), rhs = createSize(i64, size.rhs(), leaf);
  switch (size.kind()) {
  case SizeExprKind::add:
    return arith::AddIOp::create(builder, i64.location, lhs, rhs);
  case SizeExprKind::sub:
    return arith::SubIOp::create(builder, i64.location, lhs, rhs);
  case SizeExprKind::mul:
    return arith::MulIOp::create(builder, i64.location, lhs, rhs);
  case SizeExprKind::min:
    return i64.min(lhs, rhs);
  case SizeExprKind::max:
    return i64.max(lhs, rhs);
  default:
    return createFloorDivision(i64, lhs, rhs);
  }
}

} // namespace qdc
