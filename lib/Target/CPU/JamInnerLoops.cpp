//===- JamInnerLoops.cpp - Vector code of iterations with loops -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JamInnerLoops.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace qdc {
namespace {

/// More instructions than these, of all copies, cost more time to compile than such a loop is worth.
constexpr unsigned kMostInstructions = 2048;

/// A parallel loop with one inner loop, and whether and how often it is to be copied.
class Candidate {
public:
  Candidate(Loop &outer, ScalarEvolution &evolution, const DataLayout &layout)
      : outer(outer), inner(*outer.getSubLoops().front()), evolution(evolution), layout(layout) {}

  /// The copies that fill vectors of `vectorBits`; 0 where the loop is to stay as it is.
  unsigned copies(unsigned vectorBits) {
    if (!hasShape() || !carriesFloat())
      return 0;
    unsigned instructions = 0;
    for (BasicBlock *block : outer.blocks())
      for (Instruction &instruction : *block) {
        ++instructions;
        if (!hasVectorForm(instruction))
          return 0;
      }
    const unsigned lanes = widest ? vectorBits / widest : 0;
    return lanes > 1 && instructions * lanes <= kMostInstructions ? lanes : 0;
  }

private:
  bool hasShape() const {
    auto isSimple = [](const Loop &loop) {
      return loop.isLoopSimplifyForm() && loop.getExitingBlock() == loop.getLoopLatch() && loop.getExitBlock();
    };
    if (outer.getNumBlocks() != 3 || inner.getNumBlocks() != 1 || !isSimple(outer) || !isSimple(inner) ||
        !outer.isAnnotatedParallel() || !all_of(outer.getHeader()->phis(), [&](PHINode &phi) { return counts(phi); }))
      return false;
    const SCEV *trips = evolution.getBackedgeTakenCount(&inner);
    return !isa<SCEVCouldNotCompute>(trips) && evolution.isLoopInvariant(trips, &outer) &&
           !isa<SCEVCouldNotCompute>(evolution.getBackedgeTakenCount(&outer));
  }

  /// Whether what the outer loop carries can be had for the next iterations ahead of the inner loop.
  bool counts(PHINode &phi) const {
    auto *next = dyn_cast<BinaryOperator>(phi.getIncomingValueForBlock(outer.getLoopLatch()));
    return next &&
           all_of(next->operands(), [&](Value *operand) { return operand == &phi || outer.isLoopInvariant(operand); });
  }

  /// Whether the inner loop has a chain that LLVM may not vectorise.
  bool carriesFloat() const {
    return any_of(inner.getHeader()->phis(), [&](PHINode &phi) {
      auto *next = dyn_cast<Instruction>(phi.getIncomingValueForBlock(inner.getLoopLatch()));
      return phi.getType()->isFloatingPointTy() && next && isa<FPMathOperator>(next) && !next->hasAllowReassoc();
    });
  }

  bool hasVectorForm(Instruction &instruction) {
    if (auto *load = dyn_cast<LoadInst>(&instruction)) {
      const std::optional<uint64_t> stride = strideOf(load->getPointerOperand());
      return load->isSimple() && noteType(load->getType()) && stride &&
             (*stride == 0 || *stride == layout.getTypeStoreSize(load->getType()));
    }
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      Type *type = store->getValueOperand()->getType();
      return store->isSimple() && noteType(type) &&
             strideOf(store->getPointerOperand()) == uint64_t{layout.getTypeStoreSize(type)};
    }
    if (auto *call = dyn_cast<CallInst>(&instruction))
      return isTriviallyVectorizable(call->getIntrinsicID());
    if (instruction.getType()->isFloatingPointTy())
      (void)noteType(instruction.getType());
    switch (instruction.getOpcode()) {
    case Instruction::FRem:
    case Instruction::SDiv:
    case Instruction::UDiv:
    case Instruction::SRem:
    case Instruction::URem:
      return false;
    default:
      return isa<PHINode, BranchInst, BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, GetElementPtrInst>(
          instruction);
    }
  }

  /// Takes `type`, if vectors have it, into the widest one.
  bool noteType(Type *type) {
    if (!type->isFloatingPointTy() && !type->isIntegerTy())
      return false;
    widest = std::max<unsigned>(widest, layout.getTypeSizeInBits(type));
    return true;
  }

  /// The bytes from the address in an iteration to that in the next one, in each trip of the inner loop. Nothing where
  /// they are no constant.
  std::optional<uint64_t> strideOf(Value *pointer) const {
    const SCEV *address = evolution.getSCEV(pointer);
    while (!evolution.isLoopInvariant(address, &outer)) {
      const auto *recurrence = dyn_cast<SCEVAddRecExpr>(address);
      if (!recurrence || !recurrence->isAffine())
        return std::nullopt;
      const SCEV *step = recurrence->getStepRecurrence(evolution);
      if (recurrence->getLoop() == &outer) {
        const auto *constant = dyn_cast<SCEVConstant>(step);
        return constant ? std::optional(constant->getAPInt().getZExtValue()) : std::nullopt;
      }
      if (!evolution.isLoopInvariant(step, &outer))
        return std::nullopt;
      address = recurrence->getStart();
    }
    return 0;
  }

  Loop &outer, &inner;
  ScalarEvolution &evolution;
  const DataLayout &layout;
  unsigned widest = 0; // in bits, of what is loaded, stored or a float
};

} // namespace

PreservedAnalyses JamInnerLoopsPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &dominators = analyses.getResult<DominatorTreeAnalysis>(function);
  auto &assumptions = analyses.getResult<AssumptionAnalysis>(function);
  auto &costs = analyses.getResult<TargetIRAnalysis>(function);
  auto &remarks = analyses.getResult<OptimizationRemarkEmitterAnalysis>(function);
  const unsigned vectorBits = costs.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
  bool isChanged = false;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (loop->getSubLoops().size() != 1 || !loop->getSubLoops().front()->isInnermost())
      continue;
    const unsigned copies = Candidate(*loop, evolution, function.getDataLayout()).copies(vectorBits);
    // The iterations that are left over, fewer than the copies, have a loop of their own.
    if (copies == 0 ||
        !UnrollRuntimeLoopRemainder(loop, copies, /*AllowExpensiveTripCount=*/true, /*UseEpilogRemainder=*/true,
                                    /*UnrollRemainder=*/false, /*ForgetAllSCEV=*/false, &loops, &evolution, &dominators,
                                    &assumptions, &costs, /*PreserveLCSSA=*/true, /*SCEVExpansionBudget=*/64,
                                    /*RuntimeUnrollMultiExit=*/false))
      continue;
    Loop *inner = loop->getSubLoops().front();
    // There are several copies, and their number divides that of the iterations: it has something to do.
    (void)UnrollAndJamLoop(loop, copies, /*TripCount=*/0, /*TripMultiple=*/copies, /*UnrollRemainder=*/false, &loops,
                           &evolution, &dominators, &assumptions, &costs, &remarks);
    // Each copy counts the trips, all alike.
    SmallVector<WeakTrackingVH> dead;
    SCEVExpander(evolution, "jam").replaceCongruentIVs(inner, &dominators, dead);
    RecursivelyDeleteTriviallyDeadInstructions(dead);
    isChanged = true;
  }
  if (!isChanged)
    return PreservedAnalyses::all();
  // The copies load what is the same for all of them only once.
  analyses.invalidate(function, PreservedAnalyses::none());
  (void)EarlyCSEPass(/*UseMemorySSA=*/true).run(function, analyses);
  return PreservedAnalyses::none();
}

} // namespace qdc
