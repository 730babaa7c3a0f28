//===- ClampConversions.cpp - Floats to integers in vectors ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ClampConversions.h"

#include "ReplaceIntrinsics.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace qdc {

/// The float next to `bound` that is no further from 0.
static APFloat towardZero(const APInt &bound, bool isSigned, const fltSemantics &semantics) {
  APFloat value(semantics);
  value.convertFromAPInt(bound, isSigned, RoundingMode::TowardZero);
  return value;
}

static Value *clampAndConvert(IntrinsicInst &conversion, bool isSigned) {
  IRBuilder<> builder(&conversion);
  Value *value = conversion.getArgOperand(0);
  Type *type = value->getType(), *result = conversion.getType();
  const unsigned bits = result->getIntegerBitWidth();
  const APInt least = isSigned ? APInt::getSignedMinValue(bits) : APInt::getMinValue(bits);
  const APInt most = isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  const APFloat bound = towardZero(most, isSigned, type->getFltSemantics());
  Value *lower = ConstantFP::get(type, towardZero(least, isSigned, type->getFltSemantics()));
  Value *upper = ConstantFP::get(type, bound);

  // A comparison with NaN is false: it becomes the lower bound.
  Value *clamped = builder.CreateSelect(builder.CreateFCmpOGT(value, lower), value, lower);
  clamped = builder.CreateSelect(builder.CreateFCmpOLT(clamped, upper), clamped, upper);
  Value *converted = isSigned ? builder.CreateFPToSI(clamped, result) : builder.CreateFPToUI(clamped, result);
  APSInt exact(bits, !isSigned);
  bool isExact = false;
  (void)bound.convertToInteger(exact, RoundingMode::TowardZero, &isExact);
  if (exact != APSInt(most, !isSigned))
    converted = builder.CreateSelect(builder.CreateFCmpOGT(value, upper), ConstantInt::get(result, most), converted);
  if (isSigned)
    converted = builder.CreateSelect(builder.CreateFCmpUNO(value, value), ConstantInt::get(result, 0), converted);
  return converted;
}

PreservedAnalyses ClampConversionsPass::run(Function &function, FunctionAnalysisManager &) {
  return replaceIntrinsics(function, [](IntrinsicInst &call) -> Value * {
    const Intrinsic::ID kind = call.getIntrinsicID();
    if (call.getType()->isVectorTy() || (kind != Intrinsic::fptosi_sat && kind != Intrinsic::fptoui_sat))
      return nullptr;
    return clampAndConvert(call, kind == Intrinsic::fptosi_sat);
  });
}

} // namespace qdc
