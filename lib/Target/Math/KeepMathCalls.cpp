//===- KeepMathCalls.cpp - Compile time linear in math calls --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Math/KeepMathCalls.h"
#include "qdc/Target/Math/LinkFunctions.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace qdc {

namespace {

/// Of functions that are cheaper to inline than to call.
constexpr size_t fewInstructions = 16;

/// Marks vector forms, for eraseUnusedVectorForms.
constexpr StringLiteral vectorFormAttribute = "qdc-vector-form";

bool isMathFunction(const Function *function) {
  return function && isLinkedFunction(*function) && function->hasFnAttribute(Attribute::AlwaysInline);
}

/// The sizes of math functions with all that they call.
class MathSizes {
public:
  size_t of(const Function &function) {
    auto [entry, isNew] = sizes.try_emplace(&function, 0);
    if (!isNew)
      return entry->second;
    size_t size = 0;
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block) {
        auto *call = dyn_cast<CallInst>(&instruction);
        size += call && isMathFunction(call->getCalledFunction()) ? of(*call->getCalledFunction()) : 1;
      }
    return sizes[&function] = size;
  }

private:
  DenseMap<const Function *, size_t> sizes;
};

/// The calls in `function` that stay, by the math function that they call.
using CallsOf = MapVector<Function *, SmallVector<CallInst *>>;

void collectCalls(Function &function, size_t largest, MathSizes &sizes, CallsOf &kept) {
  SmallVector<CallInst *> calls;
  size_t inlined = 0;
  for (BasicBlock &block : function)
    for (Instruction &instruction : block)
      if (auto *call = dyn_cast<CallInst>(&instruction); call && isMathFunction(call->getCalledFunction()))
        if (size_t size = sizes.of(*call->getCalledFunction()); size > fewInstructions) {
          calls.push_back(call);
          inlined += size;
        }
  if (inlined <= largest)
    return;
  for (CallInst *call : calls)
    kept[call->getCalledFunction()].push_back(call);
}

/// Makes the vector forms of one math function with one number of lanes.
class VectorForm {
public:
  VectorForm(Function &scalar, unsigned lanes) : scalar(scalar), lanes(lanes), builder(scalar.getContext()) {}

  /// For calls that every iteration makes.
  Function *createPlain();
  /// For calls under a condition: it takes a mask as well, and computes all lanes, which does no harm.
  Function *createMasked(Function *plain);

private:
  FixedVectorType *vectorOf(Type *type) const { return FixedVectorType::get(type, lanes); }
  Function *createFunction(StringRef suffix, ArrayRef<Type *> parameters);
  AllocaInst *createArray(Type *element) {
    AllocaInst *array = builder.CreateAlloca(ArrayType::get(element, lanes));
    array->setAlignment(scalar.getDataLayout().getPrefTypeAlign(vectorOf(element)));
    return array;
  }
  void fillLanes(ArrayRef<AllocaInst *> from, AllocaInst *to);
  MDNode *loopProperties() const;

  Function &scalar;
  unsigned lanes;
  IRBuilder<> builder;
};

Function *VectorForm::createFunction(StringRef suffix, ArrayRef<Type *> parameters) {
  auto *type = FunctionType::get(vectorOf(scalar.getReturnType()), parameters, /*isVarArg=*/false);
  Function *made = Function::Create(type, GlobalValue::InternalLinkage,
                                    scalar.getName() + "." + suffix + "x" + Twine(lanes), scalar.getParent());
  AttrBuilder attributes(scalar.getContext(), scalar.getAttributes().getFnAttrs());
  attributes.removeAttribute(Attribute::AlwaysInline).addAttribute(Attribute::NoInline);
  attributes.addAttribute(vectorFormAttribute);
  made->setAttributes(AttributeList::get(scalar.getContext(), AttributeList::FunctionIndex, attributes));
  builder.SetInsertPoint(BasicBlock::Create(scalar.getContext(), "", made));
  return made;
}

Function *VectorForm::createPlain() {
  auto parameters = map_to_vector(scalar.args(), [&](Argument &value) -> Type * { return vectorOf(value.getType()); });
  Function *made = createFunction("", parameters);
  SmallVector<AllocaInst *> arrays;
  for (Argument &parameter : scalar.args())
    arrays.push_back(createArray(parameter.getType()));
  AllocaInst *results = createArray(scalar.getReturnType());
  for (auto [parameter, array] : zip_equal(made->args(), arrays))
    builder.CreateStore(&parameter, array);
  fillLanes(arrays, results);
  builder.CreateRet(builder.CreateLoad(made->getReturnType(), results));
  return made;
}

Function *VectorForm::createMasked(Function *plain) {
  SmallVector<Type *> parameters(plain->getFunctionType()->params());
  parameters.push_back(vectorOf(builder.getInt1Ty()));
  Function *made = createFunction("masked.", parameters);
  auto values = map_to_vector(drop_end(made->args()), [](Argument &value) -> Value * { return &value; });
  CallInst *call = builder.CreateCall(plain, values);
  call->setTailCall();
  builder.CreateRet(call);
  return made;
}

/// A loop that calls the math function for each element; the builder is after it then.
void VectorForm::fillLanes(ArrayRef<AllocaInst *> from, AllocaInst *to) {
  BasicBlock *before = builder.GetInsertBlock();
  BasicBlock *body = BasicBlock::Create(scalar.getContext(), "", before->getParent());
  BasicBlock *after = BasicBlock::Create(scalar.getContext(), "", before->getParent());
  builder.CreateBr(body);
  builder.SetInsertPoint(body);
  PHINode *lane = builder.CreatePHI(builder.getInt64Ty(), 2);
  lane->addIncoming(builder.getInt64(0), before);
  SmallVector<Value *> operands;
  for (AllocaInst *array : from) {
    Type *element = array->getAllocatedType()->getArrayElementType();
    operands.push_back(builder.CreateLoad(element, builder.CreateInBoundsGEP(element, array, lane)));
  }
  Type *element = scalar.getReturnType();
  builder.CreateStore(builder.CreateCall(&scalar, operands), builder.CreateInBoundsGEP(element, to, lane));
  Value *next = builder.CreateNUWAdd(lane, builder.getInt64(1));
  lane->addIncoming(next, body);
  Value *isLast = builder.CreateICmpEQ(next, builder.getInt64(lanes));
  builder.CreateCondBr(isLast, after, body)->setMetadata(LLVMContext::MD_loop, loopProperties());
  builder.SetInsertPoint(after);
}

/// Vector code without asking for its price; unrolled, it would be left to the other vectoriser, which asks.
MDNode *VectorForm::loopProperties() const {
  LLVMContext &context = scalar.getContext();
  auto property = [&](StringRef name, Constant *value) -> Metadata * {
    return MDNode::get(context, {MDString::get(context, name), ConstantAsMetadata::get(value)});
  };
  auto number = [&](unsigned value) { return ConstantInt::get(Type::getInt32Ty(context), value); };
  Metadata *properties[] = {nullptr, property("llvm.loop.vectorize.enable", ConstantInt::getTrue(context)),
                            property("llvm.loop.vectorize.width", number(lanes)),
                            property("llvm.loop.interleave.count", number(1)),
                            MDNode::get(context, MDString::get(context, "llvm.loop.unroll.disable"))};
  MDNode *loop = MDNode::getDistinct(context, properties);
  loop->replaceOperandWith(0, loop);
  return loop;
}

/// "_ZGV_LLVM_N8vv_qdm_powf_f32(qdm_powf_f32.x8)": what LLVM's vectorisers read.
std::string describeForm(const Function &scalar, const Function &form, unsigned lanes, bool isMasked) {
  std::string parameters(scalar.arg_size(), 'v');
  return ("_ZGV_LLVM_" + Twine(isMasked ? "M" : "N") + Twine(lanes) + parameters + "_" + scalar.getName() + "(" +
          form.getName() + ")")
      .str();
}

/// Makes the forms for a register full of 32-bit and of 64-bit elements, and tells the calls of them.
void addVectorForms(Function &scalar, ArrayRef<CallInst *> calls, unsigned vectorBits) {
  SmallVector<std::string> descriptions;
  for (unsigned lanes : {vectorBits / 32, vectorBits / 64}) {
    VectorForm form(scalar, lanes);
    Function *plain = form.createPlain(), *masked = form.createMasked(plain);
    appendToCompilerUsed(*scalar.getParent(), {plain, masked}); // nothing calls them until loops are vectorised
    descriptions.push_back(describeForm(scalar, *plain, lanes, /*isMasked=*/false));
    descriptions.push_back(describeForm(scalar, *masked, lanes, /*isMasked=*/true));
  }
  auto attribute = Attribute::get(scalar.getContext(), VFABI::MappingsAttrName, join(descriptions, ","));
  for (CallInst *call : calls)
    call->addFnAttr(attribute);
}

} // namespace

void keepMathCalls(Module &module, unsigned largest, unsigned vectorBits) {
  MathSizes sizes;
  CallsOf kept;
  for (Function &function : module)
    if (!isMathFunction(&function))
      collectCalls(function, largest, sizes, kept);
  for (auto &[callee, calls] : kept) {
    for (CallInst *call : calls)
      call->setIsNoInline();
    if (vectorBits > 0)
      addVectorForms(*callee, calls, vectorBits);
  }
}

void eraseUnusedVectorForms(Module &module) {
  auto isForm = [](const Constant *constant) {
    auto *function = dyn_cast<Function>(constant->stripPointerCasts());
    return function && function->hasFnAttribute(vectorFormAttribute);
  };
  removeFromUsedLists(module, isForm);
  // A masked form calls a plain one, and stands after it.
  for (Function &function : make_early_inc_range(reverse(module))) {
    if (!isForm(&function))
      continue;
    function.removeDeadConstantUsers();
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace qdc
