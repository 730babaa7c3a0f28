//===- Folds.cpp - Folding values two by two ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/Common/Folds.h"

using namespace mlir;
using Kind = arith::AtomicRMWKind;

namespace qdc {

Kind foldKind(qd::ReduceKind kind) {
  switch (kind) {
  case qd::ReduceKind::addf:
    return Kind::addf;
  case qd::ReduceKind::mulf:
    return Kind::mulf;
  case qd::ReduceKind::minimumf:
    return Kind::minimumf;
  case qd::ReduceKind::maximumf:
    return Kind::maximumf;
  case qd::ReduceKind::addi:
    return Kind::addi;
  case qd::ReduceKind::muli:
    return Kind::muli;
  case qd::ReduceKind::mins:
    return Kind::mins;
  case qd::ReduceKind::maxs:
    return Kind::maxs;
  case qd::ReduceKind::minu:
    return Kind::minu;
  case qd::ReduceKind::maxu:
    return Kind::maxu;
  case qd::ReduceKind::andi:
    return Kind::andi;
  case qd::ReduceKind::ori:
    return Kind::ori;
  case qd::ReduceKind::xori:
    return Kind::xori;
  }
  llvm_unreachable("all kinds are above");
}

static APFloat neutralFloat(Kind kind, const llvm::fltSemantics &semantics) {
  switch (kind) {
  case Kind::mulf:
    return APFloat(semantics, 1);
  case Kind::minimumf:
    return APFloat::getInf(semantics);
  case Kind::maximumf:
    return APFloat::getInf(semantics, /*Negative=*/true);
  case Kind::minnumf:
  case Kind::maxnumf:
    return APFloat::getQNaN(semantics);
  default:
    return APFloat::getZero(semantics, /*Negative=*/true);
  }
}

static APInt neutralInteger(Kind kind, unsigned width) {
  switch (kind) {
  case Kind::muli:
    return APInt(width, 1);
  case Kind::mins:
    return APInt::getSignedMaxValue(width);
  case Kind::maxs:
    return APInt::getSignedMinValue(width);
  case Kind::minu:
  case Kind::andi:
    return APInt::getAllOnes(width);
  default:
    return APInt::getZero(width);
  }
}

TypedAttr neutralElement(Kind kind, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, neutralFloat(kind, floatType.getFloatSemantics()));
  return IntegerAttr::get(type, neutralInteger(kind, type.isIndex() ? 64 : type.getIntOrFloatBitWidth()));
}

APInt neutralBits(Kind kind, Type type) {
  TypedAttr neutral = neutralElement(kind, type);
  if (auto number = dyn_cast<FloatAttr>(neutral))
    return number.getValue().bitcastToAPInt().zext(64);
  return cast<IntegerAttr>(neutral).getValue().zext(64);
}

} // namespace qdc
