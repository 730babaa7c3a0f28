//===- RowTiles.cpp - Vector code of iterations with a row each -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RowTiles.h"

#include "RowAccesses.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"

#include <memory>

using namespace llvm;

namespace qdc {
namespace {

/// Puts a nest of groups ahead of a loop, and leaves the iterations that fill none to the loop.
class GroupNest {
public:
  explicit GroupNest(RowAccesses &rows) : rows(rows), lanes(rows.lanes), builder(rows.head.getContext()) {}

  void build() {
    createBlocks();
    enter();
    builder.SetInsertPoint(group);
    PHINode *done = builder.CreatePHI(whole->getType(), 2);
    done->addIncoming(ConstantInt::get(whole->getType(), 0), entry);
    for (PHINode &phi : rows.head.phis()) {
      PHINode *first = builder.CreatePHI(phi.getType(), 2);
      first->addIncoming(phi.getIncomingValueForBlock(&rows.before), entry);
      firstOf[&phi] = first;
    }
    spreadPhis(rows.head);
    copy(rows.head);
    runInnerLoop();
    builder.SetInsertPoint(last);
    spreadPhis(rows.tail);
    copy(rows.tail);
    leave(done);
  }

private:
  using Values = DenseMap<const Value *, Value *>;

  /// A phi's value in `values`: `firstOf` or `vectorOf`.
  struct Carried {
    PHINode *phi;
    Values *values;
    Value *&current() const { return (*values)[phi]; }
  };

  void createBlocks() {
    for (auto [block, name] :
         {std::pair(&entry, "rows.entry"), std::pair(&group, "rows.group"), std::pair(&single, "rows.single"),
          std::pair(&between, "rows.between"), std::pair(&tile, "rows.tile"), std::pair(&last, "rows.last"),
          std::pair(&end, "rows.end"), std::pair(&left, "rows.left")})
      *block = BasicBlock::Create(builder.getContext(), name, rows.head.getParent(), &rows.head);
  }

  void enter() {
    Instruction *branch = rows.before.getTerminator();
    builder.SetInsertPoint(branch);
    // A count of 0 has overflown.
    Value *hasGroup = builder.CreateICmpUGE(rows.iterations, ConstantInt::get(rows.iterations->getType(), lanes));
    builder.CreateCondBr(builder.CreateAnd(hasGroup, builder.CreateIsNotNull(rows.trips)), entry, left);
    branch->eraseFromParent();
    builder.SetInsertPoint(entry);
    whole = builder.CreateAnd(rows.iterations, ConstantInt::get(rows.iterations->getType(), -uint64_t{lanes}, true));
    builder.CreateBr(group);
  }

  /// Ends a group. After the last one the loop has what is left.
  void leave(PHINode *done) {
    Value *next = builder.CreateAdd(done, ConstantInt::get(done->getType(), lanes));
    done->addIncoming(next, last);
    for (PHINode &phi : rows.head.phis()) {
      auto *first = cast<PHINode>(firstOf[&phi]);
      Value *after = builder.CreateAdd(first, times(rows.stepOf(phi), lanes));
      first->addIncoming(after, last);
      PHINode *start = IRBuilder<>(left, left->begin()).CreatePHI(phi.getType(), 2);
      start->addIncoming(phi.getIncomingValueForBlock(&rows.before), &rows.before);
      start->addIncoming(after, end);
      phi.setIncomingValueForBlock(&rows.before, start);
      phi.replaceIncomingBlockWith(&rows.before, left);
    }
    builder.CreateCondBr(builder.CreateICmpEQ(next, whole), end, group);
    builder.SetInsertPoint(end);
    builder.CreateCondBr(builder.CreateICmpEQ(whole, rows.iterations), &rows.exit, left);
    builder.SetInsertPoint(left);
    builder.CreateBr(&rows.head);
  }

  /// First the trips that fill no tile, then those of tiles, of which there may be none.
  void runInnerLoop() {
    const unsigned tripsOfTile = rows.tripsOfTile();
    Constant *none = ConstantInt::get(rows.trips->getType(), 0);
    Value *rest = builder.CreateAnd(rows.trips, ConstantInt::get(rows.trips->getType(), tripsOfTile - 1));
    const SmallVector<Carried> carried = carriedBy(rows.body), results = carriedBy(rows.tail);
    for (const Carried &each : carried)
      each.current() = incoming(each, &rows.head);
    for (const Carried &each : results)
      each.current() = PoisonValue::get(each.values == &firstOf ? each.phi->getType() : wideType(*each.phi));
    SmallVector<Carried> all = carried;
    all.append(results);
    builder.CreateCondBr(builder.CreateICmpEQ(rest, none), between, single);
    SmallVector<PHINode *> met = meet(all, between, group);
    runTrips(carried, results, {single, group, between}, none, rest, 1);
    endMeeting(all, met, single);
    builder.SetInsertPoint(between);
    builder.CreateCondBr(builder.CreateICmpEQ(rest, rows.trips), last, tile);
    met = meet(results, last, between);
    runTrips(carried, results, {tile, between, last}, rest, rows.trips, tripsOfTile);
    endMeeting(results, met, tile);
  }

  /// What the phis of a block carry, integers that have a step as that of a group's first iteration alone.
  SmallVector<Carried> carriedBy(BasicBlock &block) {
    SmallVector<Carried> carried;
    for (PHINode &phi : block.phis()) {
      if (rows.needsFirst(phi))
        carried.push_back({&phi, &firstOf});
      if (rows.needsVector(phi) && !rows.stepOf(phi))
        carried.push_back({&phi, &vectorOf});
    }
    return carried;
  }

  Value *incoming(const Carried &each, BasicBlock *from) {
    Value *value = each.phi->getIncomingValueForBlock(from);
    return each.values == &firstOf ? first(value) : vector(value);
  }

  /// Phis in `block` of what comes there from `from`.
  SmallVector<PHINode *> meet(ArrayRef<Carried> carried, BasicBlock *block, BasicBlock *from) {
    builder.SetInsertPoint(block);
    SmallVector<PHINode *> phis;
    for (const Carried &each : carried) {
      phis.push_back(builder.CreatePHI(each.current()->getType(), 2));
      phis.back()->addIncoming(each.current(), from);
    }
    return phis;
  }

  /// What comes from `from` meets there too.
  void endMeeting(ArrayRef<Carried> carried, ArrayRef<PHINode *> phis, BasicBlock *from) {
    for (auto [each, phi] : zip(carried, phis)) {
      phi->addIncoming(each.current(), from);
      each.current() = phi;
    }
  }

  /// A loop's block, where it is entered from and where it is left to.
  struct Place {
    BasicBlock *loop, *from, *after;
  };

  /// Fills a loop that makes the trips from `begin` to `stop`, at least one, `count` at a time. What is carried, and
  /// the results, are those of the last trip after that.
  void runTrips(ArrayRef<Carried> carried, ArrayRef<Carried> results, const Place &place, Value *begin, Value *stop,
                unsigned count) {
    SmallVector<PHINode *> phis = meet(carried, place.loop, place.from);
    for (auto [each, phi] : zip(carried, phis))
      each.current() = phi;
    PHINode *counter = builder.CreatePHI(begin->getType(), 2);
    counter->addIncoming(begin, place.from);
    for (unsigned trip = 0; trip != count; ++trip) {
      spreadPhis(rows.body);
      copy(rows.body, trip, count);
      for (const Carried &each : results)
        each.current() = incoming(each, &rows.body);
      SmallVector<Value *> next;
      for (const Carried &each : carried)
        next.push_back(incoming(each, &rows.body));
      for (auto [each, value] : zip(carried, next))
        each.current() = value;
    }
    for (auto [each, phi] : zip(carried, phis))
      phi->addIncoming(each.current(), place.loop);
    Value *next = builder.CreateAdd(counter, ConstantInt::get(counter->getType(), count));
    counter->addIncoming(next, place.loop);
    LLVMContext &context = builder.getContext();
    MDNode *stays = MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"));
    MDNode *properties = MDNode::getDistinct(context, {nullptr, stays});
    properties->replaceOperandWith(0, properties);
    builder.CreateCondBr(builder.CreateICmpEQ(next, stop), place.after, place.loop)
        ->setMetadata(LLVMContext::MD_loop, properties);
  }

  /// Makes the vectors of phis in `block` that have a step.
  void spreadPhis(BasicBlock &block) {
    for (PHINode &phi : block.phis())
      if (rows.needsVector(phi) && rows.stepOf(phi))
        vectorOf[&phi] = spread(phi);
  }

  /// Copies a block, of the inner loop for a trip of `trips` that are made at a time, to the place of the builder.
  void copy(BasicBlock &block, unsigned trip = 0, unsigned trips = 1) {
    for (Instruction &instruction : block) {
      if (isa<PHINode>(instruction))
        continue;
      builder.SetCurrentDebugLocation(instruction.getDebugLoc());
      if (rows.needsFirst(instruction)) {
        Instruction *own = instruction.clone();
        for (Use &operand : own->operands())
          operand.set(first(operand));
        firstOf[&instruction] = builder.Insert(own);
      }
      if (auto *store = dyn_cast<StoreInst>(&instruction))
        builder.CreateAlignedStore(vector(store->getValueOperand()), first(store->getPointerOperand()),
                                   store->getAlign());
      if (rows.needsVector(instruction))
        vectorOf[&instruction] = widen(instruction, trip, trips);
    }
  }

  Value *first(Value *value) const {
    Value *own = firstOf.lookup(value);
    return own ? own : value;
  }

  /// The vector of `value`, which is made where groups begin if it is from outside the loop.
  Value *vector(Value *value) {
    Value *&own = vectorOf[value];
    if (!own)
      own = IRBuilder<>(entry->getTerminator()).CreateVectorSplat(lanes, value);
    return own;
  }

  Type *wideType(const Value &value) const { return FixedVectorType::get(value.getType(), lanes); }

  Value *times(Value *step, uint64_t count) {
    return IRBuilder<>(entry->getTerminator()).CreateMul(step, ConstantInt::get(step->getType(), count));
  }

  /// The vector of an integer that has a step.
  Value *spread(Instruction &instruction) {
    Value *step = rows.stepOf(instruction);
    SmallVector<Constant *> places;
    for (unsigned lane = 0; lane != lanes; ++lane)
      places.push_back(ConstantInt::get(step->getType(), lane));
    IRBuilder<> ahead(entry->getTerminator());
    Value *distances = ahead.CreateMul(ahead.CreateVectorSplat(lanes, step), ConstantVector::get(places));
    return builder.CreateAdd(builder.CreateVectorSplat(lanes, first(&instruction)), distances);
  }

  Value *widen(Instruction &instruction, unsigned trip, unsigned trips) {
    if (auto *load = dyn_cast<LoadInst>(&instruction))
      return widenLoad(*load, trip, trips);
    if (rows.stepOf(instruction))
      return spread(instruction);
    Type *type = wideType(instruction);
    SmallVector<Value *> operands;
    auto *call = dyn_cast<CallInst>(&instruction);
    for (Value *operand : call ? call->args() : instruction.operands())
      operands.push_back(vector(operand));
    Value *wide = nullptr;
    if (call)
      wide = builder.CreateIntrinsic(type, call->getIntrinsicID(), operands);
    else if (auto *cast = dyn_cast<CastInst>(&instruction))
      wide = builder.CreateCast(cast->getOpcode(), operands[0], type);
    else if (auto *compare = dyn_cast<CmpInst>(&instruction))
      wide = builder.CreateCmp(compare->getPredicate(), operands[0], operands[1]);
    else if (isa<SelectInst>(instruction))
      wide = builder.CreateSelect(operands[0], operands[1], operands[2]);
    else
      wide = builder.CreateNAryOp(instruction.getOpcode(), operands);
    if (auto *own = dyn_cast<Instruction>(wide))
      own->copyIRFlags(&instruction);
    return wide;
  }

  Value *widenLoad(LoadInst &load, unsigned trip, unsigned trips) {
    Type *type = load.getType();
    Value *address = first(load.getPointerOperand());
    const Align align = commonAlignment(load.getAlign(), rows.layout.getTypeStoreSize(type));
    switch (rows.distanceOf(load)) {
    case Distance::none:
      return builder.CreateVectorSplat(lanes, builder.CreateAlignedLoad(type, address, align));
    case Distance::element:
      return builder.CreateAlignedLoad(FixedVectorType::get(type, lanes), address, align);
    case Distance::other:
      break;
    }
    if (trips > 1) {
      if (trip == 0)
        columns[&load] = loadTile(load, address, align, trips);
      return columns[&load][trip];
    }
    Value *wide = PoisonValue::get(FixedVectorType::get(type, lanes));
    for (unsigned lane = 0; lane != lanes; ++lane)
      wide = builder.CreateInsertElement(wide, builder.CreateAlignedLoad(type, addressIn(lane, load, address), align),
                                         uint64_t{lane});
    return wide;
  }

  /// Where an iteration of the group loads what the first one loads from `address`.
  Value *addressIn(unsigned lane, LoadInst &load, Value *address) {
    return lane == 0 ? address : builder.CreatePtrAdd(address, times(rows.stepOf(load), lane));
  }

  /// The columns of the tile that begins at `address`. Its loads fill vectors with pieces of rows that are `size`
  /// apart, so that the transposition is one of squares, at the same places of each vector.
  SmallVector<Value *> loadTile(LoadInst &load, Value *address, Align align, unsigned size) {
    SmallVector<Value *> columns;
    for (unsigned row = 0; row != size; ++row) {
      SmallVector<Value *> pieces;
      for (unsigned lane = row; lane < lanes; lane += size)
        pieces.push_back(builder.CreateAlignedLoad(FixedVectorType::get(load.getType(), size),
                                                   addressIn(lane, load, address), align));
      columns.push_back(concatenateVectors(builder, pieces));
    }
    for (unsigned done = 1; done != size; done *= 2) {
      SmallVector<Value *> next;
      for (unsigned i = 0; i != size / 2; ++i)
        for (unsigned half : {0U, 1U})
          next.push_back(interleave(columns[i], columns[i + size / 2], half, size));
      columns = std::move(next);
    }
    return columns;
  }

  /// The elements of the lower or upper halves of the pieces of two vectors in turn.
  Value *interleave(Value *a, Value *b, unsigned half, unsigned size) {
    SmallVector<int> mask;
    for (unsigned piece = 0; piece != lanes; piece += size)
      for (unsigned i = 0; i != size / 2; ++i)
        for (unsigned from : {0U, lanes})
          mask.push_back(static_cast<int>(from + piece + half * (size / 2) + i));
    return builder.CreateShuffleVector(a, b, mask);
  }

  RowAccesses &rows;
  const unsigned lanes;
  IRBuilder<> builder;
  BasicBlock *entry = nullptr, *group = nullptr, *single = nullptr, *between = nullptr, *tile = nullptr,
             *last = nullptr, *end = nullptr, *left = nullptr;
  /// How many iterations groups have.
  Value *whole = nullptr;
  /// Of the first iteration of a group, and of all.
  Values firstOf, vectorOf;
  DenseMap<const LoadInst *, SmallVector<Value *>> columns;
};

} // namespace

bool tileRows(ArrayRef<RowNest> nests, ScalarEvolution &evolution) {
  std::vector<std::unique_ptr<RowAccesses>> found;
  for (const RowNest &nest : nests) {
    auto rows = std::make_unique<RowAccesses>(*nest.outer, nest.lanes, evolution);
    if (rows->find())
      found.push_back(std::move(rows));
  }
  for (std::unique_ptr<RowAccesses> &rows : found)
    rows->expand();
  for (std::unique_ptr<RowAccesses> &rows : found)
    GroupNest(*rows).build();
  return !found.empty();
}

} // namespace qdc
