//===- BoundAtZero.cpp - What is no less than zero ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BoundAtZero.h"

#include "ReplaceIntrinsics.h"

#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownFPClass.h"

using namespace llvm;

namespace qdc {

/// The zero among the operands; null where none is.
static Constant *boundOf(const IntrinsicInst &extreme) {
  for (Value *operand : extreme.args())
    if (match(operand, PatternMatch::m_AnyZeroFP()))
      return cast<Constant>(operand);
  return nullptr;
}

static Value *compareAndSelect(IntrinsicInst &extreme, Constant &bound) {
  const bool isMaximum = extreme.getIntrinsicID() == Intrinsic::maximum;
  Value *value = extreme.getArgOperand(extreme.getArgOperand(0) == &bound ? 1 : 0);
  // Of two zeros the maximum is the positive one. Where the bound is that, it replaces the other.
  const bool boundIsPositive = match(&bound, PatternMatch::m_PosZeroFP());
  const FPClassTest other = boundIsPositive ? fcNegZero : fcPosZero;
  const SimplifyQuery query(extreme.getDataLayout(), &extreme);
  const bool replacesZero =
      boundIsPositive == isMaximum && !computeKnownFPClass(value, other, query).isKnownNever(other);

  IRBuilder<> builder(&extreme);
  CmpInst::Predicate predicate = isMaximum ? (replacesZero ? CmpInst::FCMP_OLE : CmpInst::FCMP_OLT)
                                           : (replacesZero ? CmpInst::FCMP_OGE : CmpInst::FCMP_OGT);
  return builder.CreateSelect(builder.CreateFCmp(predicate, value, &bound), &bound, value);
}

PreservedAnalyses BoundAtZeroPass::run(Function &function, FunctionAnalysisManager &) {
  return replaceIntrinsics(function, [](IntrinsicInst &call) -> Value * {
    const Intrinsic::ID kind = call.getIntrinsicID();
    if (kind != Intrinsic::maximum && kind != Intrinsic::minimum)
      return nullptr;
    Constant *bound = boundOf(call);
    return bound ? compareAndSelect(call, *bound) : nullptr;
  });
}

} // namespace qdc
