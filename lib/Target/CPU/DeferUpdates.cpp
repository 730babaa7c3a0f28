//===- DeferUpdates.cpp - Vector code of iterations that share sums -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeferUpdates.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace qdc {
namespace {

/// Iterations whose updates are done together: several vectors of each element type, and what is passed to the updates
/// stays in the first cache.
constexpr uint64_t kStrip = 64;
constexpr uint64_t kMostBytes = 16384;

/// Instructions of an iteration. More cost more time to compile than such a loop is worth; fewer, for each value that
/// is passed to the updates, less than that takes.
constexpr size_t kMostWork = 2048, kFewestWork = 6;

/// An address: a value that is passed on, or one that all iterations have in common, and bytes from there, which they
/// have in common.
struct Place {
  Value *base = nullptr;
  const SCEV *byteOffset = nullptr;
  Value *bytes = nullptr; // after Updates::expand
};

/// The updates of a loop of one block, and what they need of the rest of an iteration.
class Updates {
public:
  Updates(Loop &loop, ScalarEvolution &evolution)
      : loop(loop), body(*loop.getHeader()), evolution(evolution), expander(evolution, "strips"),
        layout(body.getDataLayout()) {}

  /// Whether the loop has updates that are worth to be deferred, and nothing else keeps its iterations apart.
  bool find() {
    if (!hasShape())
      return false;
    noteGroups();
    for (Instruction &instruction : body)
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && !isParallel(*load) && !noteUpdate(*load))
        return false;
    size_t work = 0;
    for (Instruction &instruction : body)
      if (!deferred.contains(&instruction)) {
        if (!mayStay(instruction))
          return false;
        work += !isa<PHINode, GetElementPtrInst, BranchInst>(instruction);
      }
    return group && count != 0 && work <= kMostWork && notePassed() && work >= kFewestWork * passed.size();
  }

  /// Computes where the loop is entered what its iterations have in common. To be called before any loop changes.
  void expand() {
    auto compute = [&](const SCEV *value) {
      return expander.expandCodeFor(value, value->getType(), loop.getLoopPreheader()->getTerminator());
    };
    const SCEV *last = evolution.getBackedgeTakenCount(&loop);
    trips = compute(evolution.getAddExpr(last, evolution.getOne(last->getType())));
    for (auto &[address, place] : addresses)
      place.bytes = compute(place.byteOffset);
  }

  Loop &loop;
  BasicBlock &body;
  /// The number of iterations, after expand().
  Value *trips = nullptr;
  /// What moves after a strip: loads, operations and stores of the updates.
  SmallPtrSet<Instruction *, 32> deferred;
  /// Values of an iteration that updates fold in, or from which they have an address.
  SmallVector<Value *> passed;
  /// Where updates are.
  SmallMapVector<Value *, Place, 8> addresses;
  /// Marks accesses that no two iterations have in common.
  MDNode *group = nullptr;

private:
  bool hasShape() {
    BasicBlock *exit = loop.getExitBlock();
    if (!loop.isInnermost() || loop.getNumBlocks() != 1 || !loop.isLoopSimplifyForm() || !exit ||
        !exit->phis().empty() || hasVectorizeTransformation(&loop) == TM_SuppressedByUser)
      return false;
    const SCEV *trips = evolution.getBackedgeTakenCount(&loop);
    return isKnownAhead(trips) && trips->getType()->isIntegerTy(64) && all_of(body.phis(), [&](PHINode &phi) {
             const auto *counter =
                 evolution.isSCEVable(phi.getType()) ? dyn_cast<SCEVAddRecExpr>(evolution.getSCEV(&phi)) : nullptr;
             return counter && counter->isAffine();
           });
  }

  void noteGroups() {
    MDNode *properties = loop.getLoopID();
    for (unsigned i = 1; properties && i < properties->getNumOperands(); ++i) {
      auto *property = dyn_cast<MDNode>(properties->getOperand(i));
      auto *name = property && property->getNumOperands() > 1 ? dyn_cast<MDString>(property->getOperand(0)) : nullptr;
      if (name && name->getString() == "llvm.loop.parallel_accesses")
        for (const MDOperand &operand : drop_begin(property->operands())) {
          group = cast<MDNode>(operand);
          groups.insert(group);
        }
    }
  }

  bool isParallel(const Instruction &access) const {
    MDNode *own = access.getMetadata(LLVMContext::MD_access_group);
    return own && (groups.contains(own) || any_of(own->operands(), [&](const MDOperand &operand) {
                     return groups.contains(cast<MDNode>(operand));
                   }));
  }

  /// Takes what begins with `load` as an update: operations without other uses, and a store where it was loaded from.
  bool noteUpdate(LoadInst &load) {
    if (!load.isSimple() || !isOwn(*getUnderlyingObject(load.getPointerOperand())))
      return false;
    Instruction *last = &load;
    for (;;) {
      deferred.insert(last);
      if (!last->hasOneUse())
        return false;
      auto *next = cast<Instruction>(*last->user_begin());
      if (next->getParent() != &body)
        return false;
      if (auto *store = dyn_cast<StoreInst>(next)) {
        const bool isBack = store->isSimple() && store->getValueOperand() == last &&
                            store->getPointerOperand() == load.getPointerOperand();
        deferred.insert(store);
        addresses.insert({store->getPointerOperand(), Place()});
        ++count;
        return isBack;
      }
      auto *call = dyn_cast<IntrinsicInst>(next);
      if (!isa<BinaryOperator>(next) && !(call && isTriviallyVectorizable(call->getIntrinsicID())))
        return false;
      last = next;
    }
  }

  /// Whether the memory of `object` is reached by no other name.
  static bool isOwn(const Value &object) {
    const auto *argument = dyn_cast<Argument>(&object);
    return argument && argument->hasNoAliasAttr();
  }

  /// Whether an instruction can be run for later iterations before the updates of this one.
  bool mayStay(Instruction &instruction) {
    if (instruction.getType()->isVectorTy())
      return false;
    if (auto *call = dyn_cast<CallInst>(&instruction);
        call && !isTriviallyVectorizable(call->getIntrinsicID()) && VFDatabase::getMappings(*call).empty())
      return false;
    if (!instruction.mayReadOrWriteMemory())
      return true;
    const Value *pointer = getLoadStorePointerOperand(&instruction);
    return pointer && isParallel(instruction) && isApart(*getUnderlyingObject(pointer));
  }

  /// Whether no update touches the memory of `object`.
  bool isApart(const Value &object) const {
    return isa<Argument>(object) &&
           none_of(addresses, [&](const auto &entry) { return getUnderlyingObject(entry.first) == &object; });
  }

  /// Chooses what is passed on; false where that is too much.
  bool notePassed() {
    for (auto &[address, place] : addresses)
      place = placeOf(address);
    SmallPtrSet<Value *, 32> known(passed.begin(), passed.end());
    for (Instruction &instruction : body)
      if (deferred.contains(&instruction) && !isa<LoadInst>(instruction))
        for (Value *operand : instruction.operands())
          if (operand != getPointerOperand(&instruction) && !loop.isLoopInvariant(operand) &&
              !deferred.contains(dyn_cast<Instruction>(operand)) && known.insert(operand).second)
            passed.push_back(operand);
    uint64_t bytes = 0;
    for (Value *value : passed)
      bytes += kStrip * layout.getTypeAllocSize(value->getType());
    return bytes <= kMostBytes;
  }

  /// An address as one that is passed already, and how far it is from there, where that is known ahead of the loop.
  Place placeOf(Value *address) {
    const SCEV *here = evolution.getSCEV(address);
    const SCEV *none = evolution.getZero(layout.getIndexType(address->getType()));
    if (loop.isLoopInvariant(address))
      return {address, none};
    for (Value *base : passed) {
      const SCEV *byteOffset = evolution.getMinusSCEV(here, evolution.getSCEV(base));
      if (isKnownAhead(byteOffset))
        return {base, byteOffset};
    }
    passed.push_back(address);
    return {address, none};
  }

  /// Whether the value can be computed where the loop is entered.
  bool isKnownAhead(const SCEV *value) {
    return !isa<SCEVCouldNotCompute>(value) && evolution.isLoopInvariant(value, &loop) &&
           expander.isSafeToExpandAt(value, loop.getLoopPreheader()->getTerminator());
  }

  ScalarEvolution &evolution;
  SCEVExpander expander;
  const DataLayout &layout;
  SmallPtrSet<MDNode *, 2> groups;
  unsigned count = 0;
};

/// Puts a nest ahead of a loop that runs whole strips, iterations first and then their updates, and leaves the rest of
/// the iterations to the loop.
class StripNest {
public:
  explicit StripNest(Updates &updates)
      : updates(updates), body(updates.body), before(*updates.loop.getLoopPreheader()),
        exit(*updates.loop.getExitBlock()), trips(updates.trips), index(trips->getType()) {}

  void build() {
    createBlocks();
    IRBuilder<> builder(before.getTerminator());
    Value *whole = builder.CreateAnd(trips, ConstantInt::get(index, -kStrip));
    builder.CreateCondBr(builder.CreateIsNotNull(whole), strip, rest);
    before.getTerminator()->eraseFromParent();
    PHINode *done = beginLoop(strip, &before, 0);
    IRBuilder<>(strip).CreateBr(compute);
    fillCompute();
    IRBuilder<>(between).CreateBr(update);
    fillUpdate();
    endLoop(done, latch, strip, whole, kStrip, last);
    builder.SetInsertPoint(last);
    builder.CreateCondBr(builder.CreateICmpEQ(trips, whole), &exit, rest);
    IRBuilder<>(rest).CreateBr(&body);
    carry();
  }

private:
  void createBlocks() {
    LLVMContext &context = body.getContext();
    for (auto [block, name] :
         {std::pair(&strip, "strip"), std::pair(&compute, "strip.compute"), std::pair(&between, "strip.between"),
          std::pair(&update, "strip.update"), std::pair(&latch, "strip.latch"), std::pair(&last, "strip.last"),
          std::pair(&rest, "strip.rest")})
      *block = BasicBlock::Create(context, name, body.getParent(), &body);
    IRBuilder<> builder(&body.getParent()->getEntryBlock().front());
    for (Value *value : updates.passed) {
      AllocaInst *array = builder.CreateAlloca(ArrayType::get(value->getType(), kStrip));
      array->setAlignment(Align(64));
      arrays[value] = array;
    }
  }

  PHINode *beginLoop(BasicBlock *header, BasicBlock *from, uint64_t start) {
    PHINode *counter = IRBuilder<>(header).CreatePHI(index, 2);
    counter->addIncoming(ConstantInt::get(index, start), from);
    return counter;
  }

  /// Ends `block`: back to the counter's until it is at `end`.
  BranchInst *endLoop(PHINode *counter, BasicBlock *block, BasicBlock *header, Value *end, uint64_t step,
                      BasicBlock *after) {
    IRBuilder<> builder(block);
    Value *next = builder.CreateAdd(counter, ConstantInt::get(index, step), "", /*HasNUW=*/true, /*HasNSW=*/true);
    counter->addIncoming(next, block);
    return builder.CreateCondBr(builder.CreateICmpEQ(next, end), after, header);
  }

  Value *elementOf(IRBuilder<> &builder, Value *passed, Value *lane) {
    return builder.CreateInBoundsGEP(passed->getType(), arrays.lookup(passed), lane);
  }

  /// All of an iteration but its updates; what these need is stored.
  void fillCompute() {
    PHINode *lane = beginLoop(compute, strip, 0);
    auto *branch = cast<BranchInst>(body.getTerminator());
    for (Instruction &instruction : body)
      if (!updates.deferred.contains(&instruction) && &instruction != branch) {
        Instruction *copy = instruction.clone();
        copy->insertInto(compute, compute->end());
        copies[&instruction] = copy;
      }
    for (Instruction &instruction : *compute)
      RemapInstruction(&instruction, copies, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    IRBuilder<> builder(compute);
    for (Value *value : updates.passed) {
      StoreInst *store = builder.CreateStore(copies.lookup(value), elementOf(builder, value, lane));
      store->setMetadata(LLVMContext::MD_access_group, updates.group);
    }
    // What determined addresses and the end has no use here.
    for (Instruction &instruction : make_early_inc_range(reverse(*compute)))
      if (isInstructionTriviallyDead(&instruction) && !isa<PHINode>(instruction))
        instruction.eraseFromParent();
    BranchInst *back = endLoop(lane, compute, compute, ConstantInt::get(index, kStrip), 1, between);
    SmallVector<Metadata *> properties{nullptr};
    append_range(properties, drop_begin(updates.loop.getLoopID()->operands()));
    MDNode *id = MDNode::getDistinct(body.getContext(), properties);
    id->replaceOperandWith(0, id);
    back->setMetadata(LLVMContext::MD_loop, id);
  }

  /// The updates in the order of the iterations, and in each one in their own.
  void fillUpdate() {
    PHINode *lane = beginLoop(update, between, 0);
    IRBuilder<> builder(update);
    ValueToValueMapTy here;
    DenseMap<Value *, Value *> loaded;
    for (Value *value : updates.passed)
      here[value] = loaded[value] = builder.CreateLoad(value->getType(), elementOf(builder, value, lane));
    for (const auto &[address, place] : updates.addresses) {
      Value *base = arrays.contains(place.base) ? loaded.lookup(place.base) : place.base;
      here[address] = place.byteOffset->isZero() ? base : builder.CreatePtrAdd(base, place.bytes);
    }
    for (Instruction &instruction : body)
      if (updates.deferred.contains(&instruction)) {
        Instruction *copy = instruction.clone();
        copy->insertInto(update, update->end());
        RemapInstruction(copy, here, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        here[&instruction] = copy;
      }
    endLoop(lane, update, update, ConstantInt::get(index, kStrip), 1, latch);
  }

  /// What the loop carries goes from iteration to iteration of the strips, and on to the rest.
  void carry() {
    for (PHINode &phi : body.phis()) {
      auto *inner = cast<PHINode>(copies.lookup(&phi));
      Value *next = inner->getIncomingValueForBlock(&body), *first = phi.getIncomingValueForBlock(&before);
      PHINode *outer = IRBuilder<>(strip, strip->begin()).CreatePHI(phi.getType(), 2);
      outer->addIncoming(first, &before);
      outer->addIncoming(next, latch);
      inner->replaceIncomingBlockWith(&body, compute);
      inner->setIncomingValueForBlock(&before, outer);
      inner->replaceIncomingBlockWith(&before, strip);
      PHINode *left = IRBuilder<>(rest, rest->begin()).CreatePHI(phi.getType(), 2);
      left->addIncoming(first, &before);
      left->addIncoming(next, last);
      phi.setIncomingValueForBlock(&before, left);
      phi.replaceIncomingBlockWith(&before, rest);
    }
  }

  Updates &updates;
  BasicBlock &body, &before, &exit;
  Value *trips;
  Type *index;
  BasicBlock *strip = nullptr, *compute = nullptr, *between = nullptr, *update = nullptr, *latch = nullptr,
             *last = nullptr, *rest = nullptr;
  DenseMap<Value *, AllocaInst *> arrays;
  ValueToValueMapTy copies;
};

} // namespace

PreservedAnalyses DeferUpdatesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<LoopAnalysis>(function);
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  std::vector<std::unique_ptr<Updates>> found;
  for (Loop *loop : loops.getLoopsInPreorder()) {
    auto updates = std::make_unique<Updates>(*loop, evolution);
    if (updates->find())
      found.push_back(std::move(updates));
  }
  for (std::unique_ptr<Updates> &updates : found)
    updates->expand();
  for (std::unique_ptr<Updates> &updates : found) {
    StripNest(*updates).build();
    // The rest stays as it is.
    addStringMetadataToLoop(&updates->loop, "llvm.loop.vectorize.enable", 0);
  }
  return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace qdc
