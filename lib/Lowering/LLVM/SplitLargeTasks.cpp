//===- SplitLargeTasks.cpp - Compile time linear in a task's size ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/LLVM/SplitLargeTasks.h"
#include "qdc/Lowering/LLVM/Passes.h"

#include "FindParts.h"
#include "FrameSlots.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_SPLITLARGETASKS
#include "qdc/Lowering/LLVM/Passes.h.inc"

namespace {

constexpr unsigned slotBytes = 8;

/// A part whose blocks are its own. They follow each other; one block branches to the first, the last to `after`.
struct Part {
  Operation *start; // where its operations begin, as findParts found it
  SmallVector<Block *> blocks;
  Block *after, *earlyExit;
};

/// Operations that are cheaper to repeat than to keep a value for. Addresses are among them so that every access of a
/// part is based on a parameter of the part.
bool isRepeated(Operation *op) {
  return op && (op->hasTrait<OpTrait::ConstantLike>() || isa<LLVM::AddressOfOp, LLVM::GEPOp>(op));
}

/// Splits a function once.
class Splitter {
public:
  Splitter(LLVM::LLVMFuncOp function, unsigned partsBefore, Operation *insertAfter, unsigned stackAddressSpace)
      : function(function), builder(function.getContext()), layout(function->getParentOfType<ModuleOp>()),
        firstNumber(partsBefore), insertAfter(insertAfter), stackAddressSpace(stackAddressSpace) {}

  /// Returns the last function that it made.
  Operation *split(ArrayRef<FunctionPart> found) {
    // From the end, so that each operation is moved to a new block only once.
    for (const FunctionPart &part : llvm::reverse(found))
      parts.push_back(isolate(part));
    std::reverse(parts.begin(), parts.end());
    for (auto [index, part] : llvm::enumerate(parts))
      for (Block *block : part.blocks)
        partOf[block] = static_cast<int>(index);
    repeatOperations();
    passThroughFrame();
    for (auto [index, part] : llvm::enumerate(parts))
      outline(part, firstNumber + index);
    return insertAfter;
  }

private:
  /// -1 for what stays in the function.
  int partAt(Block *block) const {
    auto found = partOf.find(block);
    return found == partOf.end() ? -1 : found->second;
  }
  Value frameSlot(Location location, unsigned slot) {
    return LLVM::GEPOp::create(builder, location, frame.getType(), builder.getI64Type(), frame,
                               ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(slot)}, LLVM::GEPNoWrapFlags::inbounds);
  }

  Part isolate(const FunctionPart &found);
  void repeatOperations();
  Value repeatIn(int part, Value value, llvm::DenseMap<Value, Value> &repeated);
  void passThroughFrame();
  void passThroughFrame(Value value, const BlockOrder &order, FrameSlots &slots);
  void loadFromFrame(Value value, unsigned slot, ArrayRef<OpOperand *> uses);
  void outline(Part &part, unsigned number);
  LLVM::LLVMFuncOp createFunction(const Part &part, unsigned number, ArrayRef<Value> inputs);
  void returnAtExits(const Part &part);

  LLVM::LLVMFuncOp function;
  OpBuilder builder;
  DataLayout layout;
  unsigned firstNumber;
  Operation *insertAfter;
  SmallVector<Part> parts;
  llvm::DenseMap<Block *, int> partOf;
  unsigned stackAddressSpace;
  Value frame;
};

Part Splitter::isolate(const FunctionPart &found) {
  Location location = found.first->getLoc();
  Part part;
  part.start = found.first;
  part.earlyExit = found.earlyExit;
  Block *lastBlock = found.last->getBlock();
  part.after = lastBlock->splitBlock(found.last->getNextNode());
  Block *before = found.first->getBlock();
  Block *firstBlock = before->splitBlock(found.first);
  if (lastBlock == before)
    lastBlock = firstBlock;
  builder.setInsertionPointToEnd(before);
  LLVM::BrOp::create(builder, location, ValueRange{}, firstBlock);
  builder.setInsertionPointToEnd(lastBlock);
  LLVM::BrOp::create(builder, location, ValueRange{}, part.after);
  for (Block *block = firstBlock; block != part.after; block = block->getNextNode())
    part.blocks.push_back(block);
  return part;
}

/// Afterwards no part uses a repeated operation that stands outside of it, nor does what stays use one of a part.
void Splitter::repeatOperations() {
  SmallVector<llvm::DenseMap<Value, Value>> repeated(parts.size());
  for (Block &block : function.getBody()) {
    int part = partAt(&block);
    for (Operation &op : llvm::make_early_inc_range(block)) {
      llvm::DenseMap<Value, Value> ofOperation;
      for (OpOperand &operand : op.getOpOperands()) {
        Operation *definition = operand.get().getDefiningOp();
        if (!isRepeated(definition) || partAt(definition->getBlock()) == part)
          continue;
        if (part < 0)
          builder.setInsertionPoint(&op);
        operand.set(repeatIn(part, operand.get(), part < 0 ? ofOperation : repeated[part]));
      }
    }
  }
}

/// `value`, computed anew with everything that it needs: in front of a part, or at the builder if `part` is -1.
Value Splitter::repeatIn(int part, Value value, llvm::DenseMap<Value, Value> &repeated) {
  Operation *definition = value.getDefiningOp();
  if (!isRepeated(definition) || partAt(definition->getBlock()) == part)
    return value;
  if (Value known = repeated.lookup(value))
    return known;
  SmallVector<Value> operands;
  for (Value operand : definition->getOperands())
    operands.push_back(repeatIn(part, operand, repeated));
  Operation *copy = definition->clone();
  copy->setOperands(operands);
  if (part >= 0)
    builder.setInsertionPoint(parts[part].start);
  builder.insert(copy);
  return repeated[value] = copy->getResult(0);
}

/// Afterwards nothing outside of a part uses a value of it.
void Splitter::passThroughFrame() {
  builder.setInsertionPointToStart(&function.getBody().front());
  Location location = function.getLoc();
  Type i64 = builder.getI64Type();
  auto one = LLVM::ConstantOp::create(builder, location, i64, builder.getI64IntegerAttr(1));
  auto alloca = LLVM::AllocaOp::create(builder, location,
                                       LLVM::LLVMPointerType::get(builder.getContext(), stackAddressSpace), i64, one,
                                       /*alignment=*/slotBytes);
  frame = alloca;

  BlockOrder order(function.getBody());
  FrameSlots slots;
  for (const Part &part : parts)
    for (Block *block : part.blocks) {
      SmallVector<Value> values(block->getArguments());
      for (Operation &op : *block)
        values.append(op.result_begin(), op.result_end());
      for (Value value : values)
        passThroughFrame(value, order, slots);
    }
  if (slots.size() > 0) {
    alloca.setElemType(LLVM::LLVMArrayType::get(i64, slots.size()));
    return;
  }
  alloca.erase();
  one.erase();
}

void Splitter::passThroughFrame(Value value, const BlockOrder &order, FrameSlots &slots) {
  Block *definition = value.getParentBlock();
  llvm::MapVector<Operation *, SmallVector<OpOperand *>> stayingUsers;
  llvm::MapVector<int, SmallVector<OpOperand *>> parts;
  unsigned time = order.position(definition), last = time;
  for (OpOperand &use : value.getUses()) {
    Block *block = use.getOwner()->getBlock();
    int part = partAt(block);
    if (part == partAt(definition))
      continue;
    last = std::max(last, order.lastTime(time, order.position(block)));
    (part < 0 ? stayingUsers[use.getOwner()] : parts[part]).push_back(&use);
  }
  if (parts.empty() && stayingUsers.empty())
    return;
  unsigned bytes = layout.getTypeSize(value.getType()).getFixedValue();
  unsigned slot = slots.allocate(llvm::divideCeil(bytes, slotBytes), time, last);
  builder.setInsertionPointAfterValue(value);
  LLVM::StoreOp::create(builder, value.getLoc(), value, frameSlot(value.getLoc(), slot), /*alignment=*/slotBytes);
  for (auto &entry : stayingUsers)
    loadFromFrame(value, slot, entry.second);
  for (auto &entry : parts)
    loadFromFrame(value, slot, entry.second);
}

/// Loads once for uses of one part: in front of the first, or of the part if they are in several blocks.
void Splitter::loadFromFrame(Value value, unsigned slot, ArrayRef<OpOperand *> uses) {
  Operation *first = uses.front()->getOwner();
  for (OpOperand *use : uses.drop_front()) {
    Operation *user = use->getOwner();
    if (user->getBlock() != first->getBlock()) {
      first = &parts[partAt(user->getBlock())].blocks.front()->front();
      break;
    }
    if (user->isBeforeInBlock(first))
      first = user;
  }
  builder.setInsertionPoint(first);
  Location location = first->getLoc();
  Value loaded =
      LLVM::LoadOp::create(builder, location, value.getType(), frameSlot(location, slot), /*alignment=*/slotBytes);
  for (OpOperand *use : uses)
    use->set(loaded);
}

/// The address of an array that nothing else in the function overlaps.
bool isNoAlias(LLVM::LLVMFuncOp function, Value pointer) {
  if (auto argument = dyn_cast<BlockArgument>(pointer))
    return isa<LLVM::LLVMPointerType>(pointer.getType()) &&
           bool(function.getArgAttr(argument.getArgNumber(), LLVM::LLVMDialect::getNoAliasAttrName()));
  return isa_and_present<LLVM::AllocaOp>(pointer.getDefiningOp());
}

/// Moves a part to a function of its own and calls that.
void Splitter::outline(Part &part, unsigned number) {
  llvm::SetVector<Value> inputs;
  for (Block *block : part.blocks)
    for (Operation &op : *block)
      for (Value operand : op.getOperands())
        if (partAt(operand.getParentBlock()) != partAt(block))
          inputs.insert(operand);
  Operation *branch = part.blocks.front()->getSinglePredecessor()->getTerminator();
  LLVM::LLVMFuncOp made = createFunction(part, number, inputs.getArrayRef());

  Location location = branch->getLoc();
  builder.setInsertionPoint(branch);
  auto call = LLVM::CallOp::create(builder, location, made, inputs.getArrayRef());
  if (part.earlyExit) {
    LLVM::CondBrOp::create(builder, location, call.getResult(), part.earlyExit, part.after);
    branch->erase();
    return;
  }
  // Only the part led there.
  Block *before = branch->getBlock();
  branch->erase();
  before->getOperations().splice(before->end(), part.after->getOperations());
  part.after->erase();
}

LLVM::LLVMFuncOp Splitter::createFunction(const Part &part, unsigned number, ArrayRef<Value> inputs) {
  Location location = part.start->getLoc();
  MLIRContext *context = builder.getContext();
  Type result = part.earlyExit ? Type(builder.getI1Type()) : LLVM::LLVMVoidType::get(context);
  auto type = LLVM::LLVMFunctionType::get(result, llvm::map_to_vector(inputs, [](Value v) { return v.getType(); }));
  builder.setInsertionPointAfter(insertAfter);
  auto made = LLVM::LLVMFuncOp::create(builder, location, (function.getSymName() + ".part" + Twine(number)).str(), type,
                                       LLVM::Linkage::Internal);
  made.setNoInline(true);
  made.setNoUnwind(true);
  made.setConvergentAttr(function.getConvergentAttr());
  insertAfter = made;

  auto &from = function.getBody().getBlocks();
  made.getBody().getBlocks().splice(made.getBody().end(), from, Region::iterator(part.blocks.front()),
                                    Region::iterator(part.after));
  llvm::DenseMap<Value, Value> arguments;
  SmallVector<DictionaryAttr> attributes;
  auto noAlias = builder.getNamedAttr(LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
  for (Value input : inputs) {
    arguments[input] = part.blocks.front()->addArgument(input.getType(), location);
    attributes.push_back(builder.getDictionaryAttr(isNoAlias(function, input) ? noAlias : ArrayRef<NamedAttribute>()));
  }
  made.setAllArgAttrs(attributes);
  for (Block *block : part.blocks)
    for (Operation &op : *block)
      for (OpOperand &operand : op.getOpOperands())
        if (Value argument = arguments.lookup(operand.get()))
          operand.set(argument);
  returnAtExits(part);
  return made;
}

/// The function returns whether the part was left early, if it can be.
void Splitter::returnAtExits(const Part &part) {
  auto createReturn = [&](Block *block, bool isEarly) {
    builder.setInsertionPointToEnd(block);
    Location location = part.start->getLoc();
    SmallVector<Value> values;
    if (part.earlyExit)
      values.push_back(LLVM::ConstantOp::create(builder, location, builder.getBoolAttr(isEarly)));
    LLVM::ReturnOp::create(builder, location, values);
  };
  part.blocks.back()->getTerminator()->erase();
  createReturn(part.blocks.back(), false);
  if (!part.earlyExit)
    return;
  Block *early = builder.createBlock(part.blocks.front()->getParent());
  createReturn(early, true);
  for (Block *block : part.blocks)
    for (BlockOperand &successor : block->getTerminator()->getBlockOperands())
      if (successor.get() == part.earlyExit)
        successor.set(early);
}

bool hasOnlyKnownPointers(LLVM::LLVMFuncOp function) {
  auto isPointer = [](Value value) { return isa<LLVM::LLVMPointerType>(value.getType()); };
  for (Block &block : function.getBody()) {
    if (!block.isEntryBlock() && llvm::any_of(block.getArguments(), isPointer))
      return false;
    for (Operation &op : block)
      if (!isa<LLVM::AllocaOp, LLVM::GEPOp, LLVM::AddressOfOp>(op) && llvm::any_of(op.getResults(), isPointer))
        return false;
  }
  return true;
}

struct SplitLargeTasks : impl::SplitLargeTasksBase<SplitLargeTasks> {
  using SplitLargeTasksBase::SplitLargeTasksBase;

  void runOnOperation() override {
    for (auto function : llvm::to_vector(getOperation().getOps<LLVM::LLVMFuncOp>()))
      splitLargeFunction(function, largest, part, stackAddressSpace);
  }
};

} // namespace

/// A conversion to an integer with bounds, which becomes comparisons, selections and a conversion without.
static bool isBoundedConversion(Operation &op) {
  auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
  return call && (call.getIntrin() == "llvm.fptosi.sat" || call.getIntrin() == "llvm.fptoui.sat");
}

/// Operations and, as some more, what makes a vectorised loop slow to compile beyond their number. Parameters are
/// values that live all through the loop; as many as registers do no harm.
static unsigned compileCost(LLVM::LLVMFuncOp function) {
  constexpr unsigned ofParameter = 2, ofConversion = 8, harmless = 64;
  unsigned conversions = 0, parameters = std::max(function.getNumArguments(), harmless) - harmless;
  for (Block &block : function.getBody())
    conversions += llvm::count_if(block, isBoundedConversion);
  return countOperations(function) + ofParameter * parameters + ofConversion * conversions;
}

void splitLargeFunction(LLVM::LLVMFuncOp function, unsigned largest, unsigned part, unsigned stackAddressSpace) {
  if (function.isExternal() || compileCost(function) <= largest || !hasOnlyKnownPointers(function))
    return;
  // A call and its arguments must be worth it.
  unsigned fewest = std::max(4u, part / 8);
  unsigned parts = 0;
  Operation *last = function;
  for (unsigned size = compileCost(function), before = size + 1; size > largest && size < before;) {
    SmallVector<FunctionPart> found = findParts(function, fewest, part);
    last = Splitter(function, parts, last, stackAddressSpace).split(found);
    parts += found.size();
    before = size;
    size = compileCost(function);
  }
}

} // namespace qdc
