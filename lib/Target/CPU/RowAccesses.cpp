//===- RowAccesses.cpp - What a group of iterations needs -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RowAccesses.h"

#include "IterationStep.h"

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace qdc {

/// Shuffles within so many bits are the cheap ones on every x86-64 processor, so tiles are as many trips wide.
static constexpr unsigned kPieceBits = 128;

RowAccesses::RowAccesses(Loop &outer, unsigned lanes, ScalarEvolution &evolution)
    : before(*outer.getLoopPreheader()), head(*outer.getHeader()), body(*outer.getSubLoops().front()->getHeader()),
      tail(*outer.getLoopLatch()), exit(*outer.getExitBlock()), lanes(lanes), layout(head.getDataLayout()),
      outer(outer), inner(*outer.getSubLoops().front()), evolution(evolution), expander(evolution, "rows") {}

bool RowAccesses::find() {
  if (!exit.phis().empty() || !isKnownAhead(countOf(outer)) || !isKnownAhead(countOf(inner)))
    return false;
  for (PHINode &phi : head.phis())
    if (!phi.getType()->isIntegerTy() || !noteStep(phi, phi))
      return false;
  for (BasicBlock *block : {&head, &body, &tail})
    for (Instruction &instruction : *block) {
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && !noteLoad(*load))
        return false;
      // A tile is loaded ahead of what its trips store.
      if (auto *store = dyn_cast<StoreInst>(&instruction); store && (block == &body || !noteStore(*store)))
        return false;
    }
  return rowBits != 0;
}

void RowAccesses::expand() {
  auto compute = [&](const SCEV *value) {
    return expander.expandCodeFor(value, value->getType(), before.getTerminator());
  };
  iterations = compute(countOf(outer));
  trips = compute(countOf(inner));
  for (auto &[value, step] : steps)
    step.value = compute(step.ahead);
}

unsigned RowAccesses::tripsOfTile() const { return std::min(lanes, kPieceBits / rowBits); }

Distance RowAccesses::distanceOf(const LoadInst &load) const {
  const auto *step = dyn_cast<SCEVConstant>(steps.lookup(&load).ahead);
  if (!step)
    return Distance::other;
  if (step->isZero())
    return Distance::none;
  return step->getAPInt() == layout.getTypeStoreSize(load.getType()).getFixedValue() ? Distance::element
                                                                                     : Distance::other;
}

const SCEV *RowAccesses::countOf(Loop &loop) const {
  const SCEV *last = evolution.getBackedgeTakenCount(&loop);
  return evolution.getAddExpr(last, evolution.getOne(last->getType()));
}

bool RowAccesses::isKnownAhead(const SCEV *value) const {
  return evolution.isLoopInvariant(value, &outer) && expander.isSafeToExpandAt(value, before.getTerminator());
}

bool RowAccesses::noteStep(Instruction &instruction, Value &value) {
  const SCEV *step = iterationStep(&value, outer, evolution);
  if (!step || !isKnownAhead(step))
    return false;
  steps[&instruction].ahead = step;
  return true;
}

/// Whether vectors of `type` lie in memory as arrays do, and several fill a piece.
bool RowAccesses::isElement(Type *type) const {
  const uint64_t bits = layout.getTypeSizeInBits(type);
  return bits >= 8 && bits <= 64 && isPowerOf2_64(bits);
}

bool RowAccesses::noteStore(StoreInst &store) {
  return isElement(store.getValueOperand()->getType()) && needVector(store.getValueOperand()) &&
         needFirst(store.getPointerOperand());
}

bool RowAccesses::noteLoad(LoadInst &load) {
  const uint64_t bits = layout.getTypeSizeInBits(load.getType());
  if (!isElement(load.getType()) || !noteStep(load, *load.getPointerOperand()))
    return false;
  if (load.getParent() != &body || distanceOf(load) != Distance::other)
    return true;
  rowBits = std::max<unsigned>(rowBits, bits);
  const auto *along = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(load.getPointerOperand()));
  const auto *step = along && along->getLoop() == &inner && along->isAffine()
                         ? dyn_cast<SCEVConstant>(along->getStepRecurrence(evolution))
                         : nullptr;
  return step && step->getAPInt() == bits / 8;
}

/// Notes that of a group's first iteration `value` is needed. False where it may not be computed so.
bool RowAccesses::needFirst(Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !outer.contains(instruction) || !firsts.insert(instruction).second)
    return true;
  return isa<PHINode, BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst, MinMaxIntrinsic>(instruction) &&
         all_of(instruction->operands(), [&](Value *operand) { return needFirst(operand); });
}

/// Notes that `value` is needed as a vector. False where there is none.
bool RowAccesses::needVector(Value *value) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || !outer.contains(instruction) || !vectors.insert(instruction).second)
    return true;
  if (auto *load = dyn_cast<LoadInst>(instruction))
    return needFirst(load->getPointerOperand());
  if (instruction->getType()->isIntegerTy() && iterationStep(instruction, outer, evolution))
    return noteStep(*instruction, *instruction) && needFirst(instruction);
  if (auto *call = dyn_cast<CallInst>(instruction))
    return all_of(call->args(),
                  [&](Value *operand) { return operand->getType() == call->getType() && needVector(operand); });
  auto hasVector = [&](Value *operand) { return !operand->getType()->isPointerTy() && needVector(operand); };
  return !instruction->getType()->isPointerTy() && all_of(instruction->operands(), hasVector);
}

} // namespace qdc
