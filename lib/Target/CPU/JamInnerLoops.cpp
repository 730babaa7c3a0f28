//===- JamInnerLoops.cpp - Vector code of iterations with loops -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "JamInnerLoops.h"

#include "IterationStep.h"
#include "RowTiles.h"

#include "llvm/ADT/bit.h"
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

/// Rows that are a multiple of 4096 bytes apart share a set of the first cache, which often has 8 lines.
constexpr unsigned kMostRows = 8;

/// A parallel loop with one inner loop, and whether and how many of its iterations are to run together.
class Candidate {
public:
  Candidate(Loop &outer, ScalarEvolution &evolution, const DataLayout &layout)
      : outer(outer), inner(*outer.getSubLoops().front()), evolution(evolution), layout(layout) {}

  /// The iterations that fill vectors of `vectorBits`; 0 where the loop is to stay as it is.
  unsigned lanes(unsigned vectorBits) {
    if (!hasShape() || !carriesFloat())
      return 0;
    unsigned instructions = 0;
    for (BasicBlock *block : outer.blocks())
      for (Instruction &instruction : *block) {
        ++instructions;
        if (!hasVectorForm(instruction))
          return 0;
      }
    unsigned lanes = widest ? vectorBits / widest : 0;
    if (isApart)
      lanes = std::min(bit_floor(lanes), kMostRows);
    return lanes > 1 && instructions * lanes <= kMostInstructions ? lanes : 0;
  }

  /// Whether neighbouring iterations load elements that are no neighbours; after lanes().
  bool loadsApart() const { return isApart; }

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
      const SCEV *step = iterationStep(load->getPointerOperand(), outer, evolution);
      if (!step || !load->isSimple() || !noteType(load->getType()))
        return false;
      isApart |= !step->isZero() && !isOneElement(step, load->getType());
      return true;
    }
    if (auto *store = dyn_cast<StoreInst>(&instruction)) {
      Type *type = store->getValueOperand()->getType();
      return store->isSimple() && noteType(type) &&
             isOneElement(iterationStep(store->getPointerOperand(), outer, evolution), type);
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

  bool isOneElement(const SCEV *step, Type *type) const {
    const auto *bytes = dyn_cast_if_present<SCEVConstant>(step);
    return bytes && bytes->getAPInt() == layout.getTypeStoreSize(type).getFixedValue();
  }

  Loop &outer, &inner;
  ScalarEvolution &evolution;
  const DataLayout &layout;
  unsigned widest = 0; // in bits, of what is loaded, stored or a float
  bool isApart = false;
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
  SmallVector<RowNest> nests;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (loop->getSubLoops().size() != 1 || !loop->getSubLoops().front()->isInnermost())
      continue;
    Candidate candidate(*loop, evolution, function.getDataLayout());
    const unsigned copies = candidate.lanes(vectorBits);
    if (copies != 0 && candidate.loadsApart()) {
      nests.push_back({loop, copies});
      continue;
    }
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
  isChanged |= tileRows(nests, evolution);
  if (!isChanged)
    return PreservedAnalyses::all();
  // The copies load what is the same for all of them only once.
  analyses.invalidate(function, PreservedAnalyses::none());
  (void)EarlyCSEPass(/*UseMemorySSA=*/true).run(function, analyses);
  return PreservedAnalyses::none();
}

} // namespace qdc
