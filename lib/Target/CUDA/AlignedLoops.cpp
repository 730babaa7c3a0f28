//===- AlignedLoops.cpp - Loops that load sixteen bytes at once -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/AlignedLoops.h"

#include "LinearAddress.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <map>

using namespace llvm;

namespace qdc {

namespace {

constexpr unsigned globalAddressSpace = 1;
constexpr int64_t wideBytes = 16;

class Versioning {
public:
  Versioning(Function &function, TargetLibraryInfo &libraryInfo)
      : layout(function.getDataLayout()), assumptions(function), dominators(function), loops(dominators),
        evolution(function, libraryInfo, assumptions, dominators, loops) {}

  /// Makes two loops of one that is not among the headers of `done`, where it is put then; false where there is none.
  bool versionOne(SmallPtrSetImpl<BasicBlock *> &done) {
    for (Loop *loop : loops.getLoopsInPreorder()) {
      if (loop->getNumBlocks() != 1 || !loop->getUniqueExitBlock() || !done.insert(loop->getHeader()).second)
        continue;
      const SmallVector<LoadInst *> first = findRows(*loop);
      if (!first.empty() && version(*loop, first))
        return true;
    }
    return false;
  }

private:
  /// Whether the address of `load` grows by a multiple of sixteen bytes each trip.
  bool keepsAlignment(LoadInst &load, const Loop &loop) {
    auto *address = dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(load.getPointerOperand()));
    if (!address || address->getLoop() != &loop || !address->isAffine())
      return false;
    auto *step = dyn_cast<SCEVConstant>(address->getStepRecurrence(evolution));
    return step && step->getAPInt().srem(wideBytes) == 0;
  }

  /// The first load of each row of sixteen bytes whose alignment is not known.
  SmallVector<LoadInst *> findRows(Loop &loop) {
    LinearAddresses addresses(layout);
    std::map<std::pair<unsigned, int64_t>, LoadInst *> places; // by group and byte
    SmallVector<LoadInst *> first;
    unsigned long stretch = 0; // between writes
    std::map<LoadInst *, unsigned long> stretches;
    for (Instruction &instruction : *loop.getHeader()) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (load && load->isSimple() && load->getPointerAddressSpace() == globalAddressSpace &&
          layout.getTypeStoreSize(load->getType()) >= 4 && !load->getType()->isVectorTy()) {
        const LinearAddress address = addresses.of(load->getPointerOperand());
        places.try_emplace({address.group, address.constant}, load);
        stretches[load] = stretch;
      } else if (instruction.mayWriteToMemory()) {
        ++stretch;
      }
    }
    for (auto place = places.begin(); place != places.end();) {
      LoadInst *load = place->second;
      const auto [group, begin] = place->first;
      const int64_t size = static_cast<int64_t>(layout.getTypeStoreSize(load->getType()));
      int64_t bytes = 0;
      auto end = place;
      for (; bytes < wideBytes && end != places.end() && end->first == std::pair(group, begin + bytes) &&
             end->second->getType() == load->getType() && stretches[end->second] == stretches[load];
           ++end)
        bytes += size;
      if (bytes == wideBytes && load->getAlign() < Align(wideBytes) && keepsAlignment(*load, loop)) {
        first.push_back(load);
        place = end;
      } else {
        ++place;
      }
    }
    return first;
  }

  /// What `value` is in the first trip, made ahead of the loop by operations as in it.
  Value *createFirst(const Loop &loop, Value *value, Instruction *before, ValueToValueMapTy &made) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !loop.contains(instruction))
      return value;
    if (auto *phi = dyn_cast<PHINode>(instruction))
      return phi->getIncomingValueForBlock(loop.getLoopPreheader());
    if (Value *known = made.lookup(value))
      return known;
    SmallVector<Value *> operands;
    for (Value *operand : instruction->operands())
      operands.push_back(createFirst(loop, operand, before, made));
    Instruction *first = instruction->clone();
    for (auto [number, operand] : llvm::enumerate(operands))
      first->setOperand(number, operand);
    first->insertBefore(before->getIterator());
    made[value] = first;
    return first;
  }

  /// Whether all of these are at multiples of sixteen bytes when the loop starts, ahead of it.
  Value *createCheck(const Loop &loop, ArrayRef<LoadInst *> first, Instruction *before) {
    ValueToValueMapTy made;
    IRBuilder<> builder(before);
    Value *all = nullptr;
    for (LoadInst *load : first) {
      Value *address = createFirst(loop, load->getPointerOperand(), before, made);
      Value *bits = builder.CreatePtrToInt(address, builder.getInt64Ty());
      all = all ? builder.CreateOr(all, bits) : bits;
    }
    return builder.CreateICmpEQ(builder.CreateAnd(all, builder.getInt64(wideBytes - 1)), builder.getInt64(0));
  }

  bool version(Loop &loop, ArrayRef<LoadInst *> first) {
    if (!loop.getLoopPreheader() &&
        !InsertPreheaderForLoop(&loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false))
      return false;
    formDedicatedExitBlocks(&loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/false);
    formLCSSA(loop, dominators, &loops, &evolution);
    BasicBlock *body = loop.getHeader(), *preheader = loop.getLoopPreheader(), *exit = loop.getUniqueExitBlock();
    Instruction *jump = preheader->getTerminator();
    Value *isAligned = createCheck(loop, first, jump);

    ValueToValueMapTy map;
    BasicBlock *aligned = CloneBasicBlock(body, map, ".aligned", body->getParent());
    aligned->moveAfter(body);
    map[body] = aligned;
    remapInstructionsInBlocks({aligned}, map);
    for (LoadInst *load : first)
      cast<LoadInst>(map[load])->setAlignment(Align(wideBytes));
    for (PHINode &phi : exit->phis()) {
      Value *value = phi.getIncomingValueForBlock(body);
      Value *cloned = map.lookup(value);
      phi.addIncoming(cloned ? cloned : value, aligned);
    }
    IRBuilder<>(jump).CreateCondBr(isAligned, aligned, body);
    jump->eraseFromParent();
    return true;
  }

  const DataLayout &layout;
  AssumptionCache assumptions;
  DominatorTree dominators;
  LoopInfo loops;
  ScalarEvolution evolution;
};

} // namespace

void versionAlignedLoops(Module &module) {
  TargetLibraryInfoImpl library(module.getTargetTriple());
  library.disableAllFunctions();
  TargetLibraryInfo libraryInfo(library);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    SmallPtrSet<BasicBlock *, 8> done;
    while (Versioning(function, libraryInfo).versionOne(done)) {
    }
  }
}

} // namespace qdc
