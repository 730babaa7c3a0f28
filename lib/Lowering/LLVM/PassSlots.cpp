//===- PassSlots.cpp - Functions without thousands of parameters ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/LLVM/PassSlots.h"
#include "qdc/Lowering/LLVM/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_PASSSLOTS
#include "qdc/Lowering/LLVM/Passes.h.inc"

namespace {

/// So few loads stand in front of a call rather than in a function of their own.
constexpr size_t fewLoads = 16;

/// An operand of a call that comes from an array whose address is a parameter of the caller.
struct LoadedOperand {
  LLVM::LoadOp load;
  LLVM::GEPOp address;
  BlockArgument array;
};

std::optional<LoadedOperand> findLoad(Value operand) {
  auto load = operand.getDefiningOp<LLVM::LoadOp>();
  auto address = load ? load.getAddr().getDefiningOp<LLVM::GEPOp>() : LLVM::GEPOp();
  if (!address || !address.getDynamicIndices().empty())
    return std::nullopt;
  auto array = dyn_cast<BlockArgument>(address.getBase());
  if (!array || !array.getOwner()->isEntryBlock())
    return std::nullopt;
  return LoadedOperand{load, address, array};
}

class SlotPasser {
public:
  SlotPasser(ModuleOp module, unsigned most) : builder(module.getContext()), most(most) {
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      functions[function.getSymNameAttr()] = function;
    module.walk([&](LLVM::CallOp call) {
      if (LLVM::LLVMFuncOp callee = calleeOf(call))
        calls[callee].push_back(call);
    });
  }

  void run() {
    SmallVector<LLVM::LLVMFuncOp> open;
    for (auto &entry : functions)
      open.push_back(entry.second);
    while (!open.empty())
      passTo(open.pop_back_val(), open);
  }

private:
  /// The function of the module that `call` calls, if it has a body.
  LLVM::LLVMFuncOp calleeOf(LLVM::CallOp call) const {
    LLVM::LLVMFuncOp callee = call.getCalleeAttr() ? functions.lookup(call.getCalleeAttr().getAttr()) : nullptr;
    return callee && !callee.isExternal() ? callee : nullptr;
  }
  bool callsOthers(LLVM::LLVMFuncOp function) const {
    return function
        .walk([&](LLVM::CallOp call) { return calleeOf(call) ? WalkResult::interrupt() : WalkResult::advance(); })
        .wasInterrupted();
  }

  void passTo(LLVM::LLVMFuncOp function, SmallVectorImpl<LLVM::LLVMFuncOp> &open);
  void changeSignature(LLVM::LLVMFuncOp function, const llvm::BitVector &loaded, LLVM::CallOp call, Value array);
  void replaceUses(LLVM::LLVMFuncOp function, const llvm::BitVector &loaded, ArrayRef<LoadedOperand> loads,
                   SmallVectorImpl<LLVM::LLVMFuncOp> &open);
  Value loadAgain(const LoadedOperand &from, Value array) {
    IRMapping values;
    values.map(Value(from.array), array);
    builder.clone(*from.address, values);
    return builder.clone(*from.load, values)->getResult(0);
  }
  void callThrough(LLVM::CallOp call, const llvm::MapVector<unsigned, LoadedOperand> &loads, Value array,
                   SmallVectorImpl<LLVM::LLVMFuncOp> &open);

  OpBuilder builder;
  unsigned most;
  llvm::MapVector<StringAttr, LLVM::LLVMFuncOp> functions;
  llvm::DenseMap<Operation *, SmallVector<LLVM::CallOp>> calls;
};

void SlotPasser::passTo(LLVM::LLVMFuncOp function, SmallVectorImpl<LLVM::LLVMFuncOp> &open) {
  if (function.getNumArguments() <= most || function.isExternal() || function.getLinkage() != LLVM::Linkage::Internal)
    return;
  ArrayRef<LLVM::CallOp> callers = calls[function];
  if (callers.size() != 1 || !callsOthers(function))
    return;
  LLVM::CallOp call = callers.front();
  llvm::BitVector loaded(function.getNumArguments());
  SmallVector<LoadedOperand> loads(function.getNumArguments());
  BlockArgument array;
  for (auto [index, operand] : llvm::enumerate(call.getArgOperands()))
    if (std::optional<LoadedOperand> load = findLoad(operand); load && (!array || load->array == array)) {
      array = load->array;
      loads[index] = *load;
      loaded.set(index);
    }
  if (loaded.count() <= most)
    return;
  function.getBody().front().insertArgument(0u, array.getType(), function.getLoc());
  replaceUses(function, loaded, loads, open);
  changeSignature(function, loaded, call, array);
  // One load may be several operands.
  llvm::SetVector<Operation *> unused;
  for (unsigned index : loaded.set_bits())
    if (loads[index].load->use_empty())
      unused.insert(loads[index].load);
  for (unsigned index : loaded.set_bits())
    if (llvm::all_of(loads[index].address->getUsers(), [&](Operation *user) { return unused.contains(user); }))
      unused.insert(loads[index].address);
  for (Operation *op : unused)
    op->erase();
}

/// Afterwards the parameters that are `loaded` have no use; each stands one place after its number.
void SlotPasser::replaceUses(LLVM::LLVMFuncOp function, const llvm::BitVector &loaded, ArrayRef<LoadedOperand> loads,
                             SmallVectorImpl<LLVM::LLVMFuncOp> &open) {
  Value array = function.getArgument(0);
  llvm::MapVector<Operation *, llvm::MapVector<unsigned, LoadedOperand>> users; // by the operand's number
  for (unsigned index : loaded.set_bits())
    for (OpOperand &use : function.getArgument(index + 1).getUses())
      users[use.getOwner()].insert({use.getOperandNumber(), loads[index]});
  for (auto &[user, operands] : users) {
    auto call = dyn_cast<LLVM::CallOp>(user);
    if (call && operands.size() > fewLoads && calls[calleeOf(call)].size() == 1) {
      callThrough(call, operands, array, open);
      continue;
    }
    builder.setInsertionPoint(user);
    for (auto &[number, load] : operands)
      user->setOperand(number, loadAgain(load, array));
  }
}

/// Replaces a call by one of a new function that makes it, which is the only one that loads its operands.
void SlotPasser::callThrough(LLVM::CallOp call, const llvm::MapVector<unsigned, LoadedOperand> &loads, Value array,
                             SmallVectorImpl<LLVM::LLVMFuncOp> &open) {
  LLVM::LLVMFuncOp callee = calleeOf(call);
  llvm::SetVector<Value> passed;
  passed.insert(array);
  for (OpOperand &operand : call->getOpOperands())
    if (!loads.contains(operand.getOperandNumber()))
      passed.insert(operand.get());

  builder.setInsertionPoint(callee);
  auto type = LLVM::LLVMFunctionType::get(callee.getFunctionType().getReturnType(),
                                          llvm::map_to_vector(passed, [](Value value) { return value.getType(); }));
  auto made = LLVM::LLVMFuncOp::create(builder, call.getLoc(), (callee.getSymName() + ".slots").str(), type,
                                       LLVM::Linkage::Internal);
  made.setNoInline(true);
  made.setNoUnwind(true);
  made.setConvergentAttr(callee.getConvergentAttr());
  functions[made.getSymNameAttr()] = made;

  builder.setInsertionPointToStart(made.addEntryBlock(builder));
  IRMapping values;
  for (auto [value, parameter] : llvm::zip_equal(passed, made.getArguments()))
    values.map(value, parameter);
  auto inner = cast<LLVM::CallOp>(builder.clone(*call, values));
  builder.setInsertionPoint(inner);
  for (auto &[number, load] : loads)
    inner->setOperand(number, loadAgain(load, made.getArgument(0)));
  builder.setInsertionPointAfter(inner);
  LLVM::ReturnOp::create(builder, call.getLoc(), inner->getResults());
  calls[callee] = {inner};
  open.push_back(callee);

  builder.setInsertionPoint(call);
  auto outer = LLVM::CallOp::create(builder, call.getLoc(), made, passed.getArrayRef());
  call->replaceAllUsesWith(outer);
  call->erase();
}

/// The array comes first, and what is `loaded` no more.
void SlotPasser::changeSignature(LLVM::LLVMFuncOp function, const llvm::BitVector &loaded, LLVM::CallOp call,
                                 Value array) {
  SmallVector<Type> types = {array.getType()};
  SmallVector<Value> operands = {array};
  SmallVector<DictionaryAttr> attributes = {builder.getDictionaryAttr({})};
  for (unsigned index = 0; index < loaded.size(); ++index)
    if (!loaded.test(index)) {
      types.push_back(function.getFunctionType().getParamType(index));
      operands.push_back(call.getArgOperands()[index]);
      DictionaryAttr own = function.getArgAttrDict(index);
      attributes.push_back(own ? own : builder.getDictionaryAttr({}));
    }
  llvm::BitVector erased(1);
  for (unsigned index = 0; index < loaded.size(); ++index)
    erased.push_back(loaded.test(index));
  function.getBody().front().eraseArguments(erased);
  function.setFunctionType(LLVM::LLVMFunctionType::get(function.getFunctionType().getReturnType(), types));
  function.setAllArgAttrs(attributes);
  call.getCalleeOperandsMutable().assign(operands);
}

struct PassSlots : impl::PassSlotsBase<PassSlots> {
  using PassSlotsBase::PassSlotsBase;

  void runOnOperation() override { passSlots(getOperation(), most); }
};

} // namespace

void passSlots(ModuleOp module, unsigned most) { SlotPasser(module, most).run(); }

} // namespace qdc
