//===- LoopHints.cpp - What LLVM is told of loops -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopHints.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace qdc {

constexpr unsigned kLongestVectorized = 2048;

/// What a processor runs in the four cycles of one link, at six instructions a cycle.
constexpr unsigned kRunsMeanwhile = 24;

static bool isTooLong(const Loop &loop) {
  unsigned instructions = 0;
  for (const BasicBlock *block : loop.blocks())
    instructions += count_if(*block, [](const Instruction &one) { return !isa<GetElementPtrInst>(one); });
  return instructions > kLongestVectorized;
}

/// Whether `instruction` takes a float some cycles and keeps its place in the order of the source.
static bool isLink(const Instruction &instruction) {
  if (!isa<FPMathOperator>(instruction) || instruction.hasAllowReassoc())
    return false;
  if (const auto *call = dyn_cast<IntrinsicInst>(&instruction))
    return call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::fmuladd;
  return is_contained({Instruction::FAdd, Instruction::FSub, Instruction::FMul, Instruction::FDiv},
                      instruction.getOpcode());
}

/// Whether a scalar float of one trip becomes that of the next by way of a link.
static bool carriesChain(const BasicBlock &body) {
  DenseMap<const Value *, bool> reached; // from a carried float, and whether by way of a link
  for (const PHINode &phi : body.phis())
    if (phi.getType()->isFloatingPointTy())
      reached[&phi] = false;
  for (const Instruction &instruction : body) {
    if (isa<PHINode>(instruction) || !instruction.getType()->isFloatingPointTy())
      continue;
    for (const Value *operand : instruction.operands())
      if (auto found = reached.find(operand); found != reached.end()) {
        const bool hasLink = found->second || isLink(instruction);
        reached[&instruction] |= hasLink;
      }
  }
  return any_of(body.phis(), [&](const PHINode &phi) { return reached.lookup(phi.getIncomingValueForBlock(&body)); });
}

static bool isBoundByChain(const Loop &loop, const TargetTransformInfo &costs) {
  if (loop.getNumBlocks() != 1 || !carriesChain(*loop.getHeader()))
    return false;
  InstructionCost instructions = 0;
  for (const Instruction &instruction : *loop.getHeader())
    instructions += costs.getInstructionCost(&instruction, TargetTransformInfo::TCK_CodeSize);
  return instructions.isValid() && instructions <= kRunsMeanwhile;
}

PreservedAnalyses LoopHintsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  const auto &costs = analyses.getResult<TargetIRAnalysis>(function);
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    if (isTooLong(*loop))
      addStringMetadataToLoop(loop, "llvm.loop.vectorize.enable", 0);
    if (isBoundByChain(*loop, costs))
      addStringMetadataToLoop(loop, "llvm.loop.unroll.runtime.disable");
  }
  return PreservedAnalyses::all();
}

} // namespace qdc
