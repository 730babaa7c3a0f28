//===- Selection.cpp - One of two values ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "FunctionConversion.h"

#include <optional>

using namespace mlir;

namespace qdc {

/// The bits of a constant number; none: it is another value.
static std::optional<APInt> bitsOf(Value value) {
  auto constant = value.getDefiningOp<spirv::ConstantOp>();
  if (!constant)
    return std::nullopt;
  if (auto integer = dyn_cast<IntegerAttr>(constant.getValue()))
    return integer.getValue();
  if (auto real = dyn_cast<FloatAttr>(constant.getValue()))
    return real.getValue().bitcastToAPInt();
  return std::nullopt;
}

static const llvm::fltSemantics *floatOfWidth(unsigned width) {
  return width == 16   ? &APFloat::IEEEhalf()
         : width == 32 ? &APFloat::IEEEsingle()
         : width == 64 ? &APFloat::IEEEdouble()
                       : nullptr;
}

/// Whether two constants, of whatever type, have the bits of 1 and -0, or of -1 and 0.
static bool areOneAndOtherZero(const APInt &lhs, const APInt &rhs) {
  const llvm::fltSemantics *semantics = floatOfWidth(lhs.getBitWidth());
  if (!semantics || lhs.isNegative() == rhs.isNegative())
    return false;
  const APFloat a = abs(APFloat(*semantics, lhs)), b = abs(APFloat(*semantics, rhs));
  const APFloat one(*semantics, 1);
  return (a == one && b.isZero()) || (b == one && a.isZero());
}

/// The bits `yes` or `no`, without a selection of the two.
static Value selectBits(FunctionConversion &to, Value condition, const APInt &yes, const APInt &no) {
  const unsigned width = yes.getBitWidth();
  Type type = to.builder.getIntegerType(width);
  Value mask = to.create<spirv::SelectOp>(type, condition, to.constant(type, -1), to.constant(type, 0));
  Value difference = to.integer(width, (yes ^ no).getSExtValue());
  Value changed = to.create<spirv::BitwiseAndOp>(type, mask, difference);
  return to.create<spirv::BitwiseXorOp>(type, changed, to.integer(width, no.getSExtValue()));
}

/// An f16 is made of an f32, since a device need not have integers of its width.
static Value selectHalf(FunctionConversion &to, Value condition, Value yes, Value no) {
  auto widen = [&](Value half) {
    APFloat number = cast<FloatAttr>(half.getDefiningOp<spirv::ConstantOp>().getValue()).getValue();
    bool isInexact;
    number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &isInexact);
    return number.bitcastToAPInt();
  };
  Value bits = selectBits(to, condition, widen(yes), widen(no));
  return to.create<spirv::FConvertOp>(yes.getType(), to.reinterpret(bits, to.builder.getF32Type()));
}

/// Mesa (lavapipe of 22.3) takes a selection of 1 and -0 for a converted truth value, and one of -1 and 0 for
/// the negative of that, whose zeros have the other sign. It looks at the bits alone, whatever the type is.
Value FunctionConversion::select(Value condition, Value yes, Value no) {
  const std::optional<APInt> yesBits = bitsOf(yes), noBits = bitsOf(no);
  if (!yesBits || !noBits || !areOneAndOtherZero(*yesBits, *noBits))
    return create<spirv::SelectOp>(yes.getType(), condition, yes, no);
  if (yes.getType().isF16())
    return selectHalf(*this, condition, yes, no);
  return reinterpret(selectBits(*this, condition, *yesBits, *noBits), yes.getType());
}

} // namespace qdc
