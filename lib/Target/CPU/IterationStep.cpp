//===- IterationStep.cpp - From an iteration's value to the next's --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IterationStep.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace qdc {

const SCEV *iterationStep(Value *value, const Loop &outer, ScalarEvolution &evolution) {
  const SCEV *here = evolution.getSCEV(value);
  while (!evolution.isLoopInvariant(here, &outer)) {
    const auto *recurrence = dyn_cast<SCEVAddRecExpr>(here);
    if (!recurrence || !recurrence->isAffine())
      return nullptr;
    const SCEV *step = recurrence->getStepRecurrence(evolution);
    if (!evolution.isLoopInvariant(step, &outer))
      return nullptr;
    if (recurrence->getLoop() == &outer)
      return step;
    here = recurrence->getStart();
  }
  return evolution.getZero(evolution.getEffectiveSCEVType(value->getType()));
}

} // namespace qdc
