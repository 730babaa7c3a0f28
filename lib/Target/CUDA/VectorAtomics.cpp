//===- VectorAtomics.cpp - Two atomic additions as one --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/VectorAtomics.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace llvm;

namespace qdc {

bool hasVectorAtomics(std::string_view number) {
  unsigned capability = 0;
  return !StringRef(number).getAsInteger(10, capability) && capability >= 90;
}

namespace {

constexpr int64_t elementBytes = 4, vectorBytes = 8;
constexpr unsigned globalAddressSpace = 1;

/// Where an addition goes: `constant` bytes from `pointer`.
struct Place {
  AtomicRMWInst *addition;
  Value *pointer;
  int64_t constant;
};

/// The joined addition; $3 says whether the first element is aligned.
constexpr StringLiteral assembly = "{\n"
                                   "\t.reg .pred %aligned;\n"
                                   "\tsetp.ne.b32 %aligned, $3, 0;\n"
                                   "\t@%aligned red.relaxed.gpu.global.add.v2.f32 [$0], {$1, $2};\n"
                                   "\t@!%aligned red.relaxed.gpu.global.add.f32 [$0], $1;\n"
                                   "\t@!%aligned red.relaxed.gpu.global.add.f32 [$0+4], $2;\n"
                                   "\t}";

class Joining {
public:
  explicit Joining(Function &function)
      : function(function), layout(function.getDataLayout()),
        deviceScope(function.getContext().getOrInsertSyncScopeID("device")) {}

  void run() {
    for (BasicBlock &block : function) {
      open.clear();
      for (Instruction &instruction : make_early_inc_range(block))
        visit(instruction);
    }
  }

private:
  bool isAddition(const AtomicRMWInst &atomic) const {
    return atomic.getOperation() == AtomicRMWInst::FAdd && atomic.getType()->isFloatTy() && atomic.use_empty() &&
           !atomic.isVolatile() && atomic.getOrdering() == AtomicOrdering::Monotonic &&
           atomic.getSyncScopeID() == deviceScope && atomic.getPointerAddressSpace() == globalAddressSpace;
  }

  void visit(Instruction &instruction) {
    auto *atomic = dyn_cast<AtomicRMWInst>(&instruction);
    if (!atomic || !isAddition(*atomic)) {
      if (instruction.mayReadOrWriteMemory())
        open.clear();
      return;
    }
    APInt constant(layout.getIndexTypeSizeInBits(atomic->getPointerOperand()->getType()), 0);
    Value *pointer = atomic->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, constant,
                                                                                    /*AllowNonInbounds=*/true);
    const Place mine = {atomic, pointer, constant.getSExtValue()};
    for (const Place &other : open)
      if (other.pointer == pointer && std::abs(other.constant - mine.constant) == elementBytes)
        if (join(other, mine)) {
          open.erase(&other);
          return;
        }
    open.push_back(mine);
  }

  /// In the place of the second one. False if the first element is not aligned even if the array is.
  bool join(const Place &earlier, const Place &later) {
    const Place &low = earlier.constant < later.constant ? earlier : later;
    const Place &high = earlier.constant < later.constant ? later : earlier;
    Value *array = low.pointer;
    int64_t distance = low.constant;
    if (!findArray(array, distance) || distance % vectorBytes != 0)
      return false;
    IRBuilder<> builder(later.addition);
    Type *floatType = builder.getFloatTy();
    Value *operands[] = {low.addition->getPointerOperand(), low.addition->getValOperand(),
                         high.addition->getValOperand(), alignmentOf(array)};
    auto *type = FunctionType::get(builder.getVoidTy(),
                                   {operands[0]->getType(), floatType, floatType, builder.getInt32Ty()}, false);
    builder.CreateCall(InlineAsm::get(type, assembly, "l,f,f,r,~{memory}", /*hasSideEffects=*/true), operands);
    low.addition->eraseFromParent();
    high.addition->eraseFromParent();
    return true;
  }

  /// Follows `pointer` to an array from which it is `distance` and multiples of the vector's bytes away. False if it
  /// may be further.
  bool findArray(Value *&pointer, int64_t &distance) const {
    while (auto *step = dyn_cast<GEPOperator>(pointer)) {
      const unsigned bits = layout.getIndexTypeSizeInBits(step->getType());
      SmallMapVector<Value *, APInt, 4> variables;
      APInt constant(bits, 0);
      if (!step->collectOffset(layout, bits, variables, constant))
        return false;
      for (const auto &[variable, scale] : variables)
        if (computeKnownBits(variable, layout).countMinTrailingZeros() + scale.countr_zero() < 3)
          return false;
      distance += constant.getSExtValue();
      pointer = step->getPointerOperand();
    }
    return isa<Argument, Instruction>(pointer) && !isa<PHINode, SelectInst>(pointer);
  }

  /// Whether `array` lies at a multiple of the vector's bytes, i32; known where the array is.
  Value *alignmentOf(Value *array) {
    Value *&known = alignments[array];
    if (known)
      return known;
    auto *made = dyn_cast<Instruction>(array);
    IRBuilder<> builder(made ? made->getNextNode() : &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Value *rest = builder.CreateAnd(builder.CreatePtrToInt(array, builder.getInt64Ty()), vectorBytes - 1);
    return known = builder.CreateZExt(builder.CreateICmpEQ(rest, builder.getInt64(0)), builder.getInt32Ty());
  }

  Function &function;
  const DataLayout &layout;
  SyncScope::ID deviceScope;
  SmallVector<Place> open; // since the block touched memory in another way
  DenseMap<Value *, Value *> alignments;
};

} // namespace

void joinAtomics(llvm::Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      Joining(function).run();
}

} // namespace qdc
