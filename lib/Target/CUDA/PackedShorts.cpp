//===- PackedShorts.cpp - Arithmetic of two i16 at once -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/PackedShorts.h"

#include "NarrowPairs.h"
#include "StoredWords.h"

#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cstdlib>

using namespace llvm;

namespace qdc {

bool hasPackedShorts(std::string_view number) {
  unsigned capability = 0;
  return !StringRef(number).getAsInteger(10, capability) && capability >= 90;
}

namespace {

/// Computes pairs of i16 that are alike, as vectors.
class ShortPairing {
public:
  ShortPairing(NarrowPairs &pairs, IRBuilder<> &builder)
      : pairs(pairs), builder(builder), type(FixedVectorType::get(builder.getInt16Ty(), 2)) {}

  /// -x is ~x + 1: there is no difference of pairs.
  Value *of(Value *low, Value *high) {
    const NarrowPairs::Sum sum = *pairs.of(low, high);
    Value *pair = nullptr;
    uint32_t constants[] = {sum.low, sum.high};
    for (const NarrowPairs::Sum::Term &term : sum.terms) {
      Value *value = multiple(ofTerm(term.low, term.high), std::abs(term.factor));
      if (term.factor < 0) {
        value = complement(value);
        for (uint32_t &constant : constants)
          ++constant;
      }
      pair = pair ? builder.CreateAdd(pair, value) : value;
    }
    auto isZero = [](uint32_t constant) { return static_cast<uint16_t>(constant) == 0; };
    if (pair && llvm::all_of(constants, isZero))
      return pair;
    Constant *more = ConstantVector::get({part(constants[0]), part(constants[1])});
    return pair ? builder.CreateAdd(pair, more) : more;
  }

private:
  Constant *part(uint32_t constant) { return builder.getInt16(static_cast<uint16_t>(constant)); }

  Value *ofTerm(Value *low, Value *high) {
    auto *lower = dyn_cast<BinaryOperator>(low), *upper = dyn_cast<BinaryOperator>(high);
    if (low != high && lower && upper && lower->isBitwiseLogicOp()) {
      Value *lhs = of(lower->getOperand(0), upper->getOperand(0));
      return builder.CreateBinOp(lower->getOpcode(), lhs, of(lower->getOperand(1), upper->getOperand(1)));
    }
    Value *pair = builder.CreateInsertElement(PoisonValue::get(type), low, uint64_t{0});
    return builder.CreateInsertElement(pair, high, uint64_t{1});
  }

  /// As one number, since the code generator makes differences, one by one, of what it sees as -x.
  Value *complement(Value *pair) {
    return builder.CreateBitCast(builder.CreateNot(builder.CreateBitCast(pair, builder.getInt32Ty())), type);
  }

  /// A shift as one number, of which what went from one to the other is cut off, leaves the adder free.
  Value *multiple(Value *pair, uint32_t factor) {
    if (factor == 1)
      return pair;
    if (!isPowerOf2_32(factor))
      return builder.CreateMul(pair, ConstantVector::getSplat(ElementCount::getFixed(2), part(factor)));
    const uint32_t kept = 0x10000 - factor;
    Value *shifted = builder.CreateShl(builder.CreateBitCast(pair, builder.getInt32Ty()), Log2_32(factor));
    return builder.CreateBitCast(builder.CreateAnd(shifted, builder.getInt32(kept << 16 | kept)), type);
  }

  NarrowPairs &pairs;
  IRBuilder<> &builder;
  FixedVectorType *type;
};

/// The instruction after which both values are there; null if they are of different blocks.
Instruction *laterOf(Value *left, Value *right) {
  auto *first = cast<Instruction>(left), *second = cast<Instruction>(right);
  if (first->getParent() != second->getParent())
    return nullptr;
  return first->comesBefore(second) ? second : first;
}

void packShortsOf(BasicBlock &block, LinearAddresses &addresses) {
  auto isLoaded = [](Value *value) {
    auto *load = dyn_cast<LoadInst>(value);
    return load && load->getPointerAddressSpace() == globalAddressSpace;
  };
  NarrowPairs pairs({.bits = 16, .hasProducts = false, .areLoaded = [&](Value *low, Value *high) {
                       if (!isLoaded(low) || !isLoaded(high))
                         return false;
                       const LinearAddress lower = addresses.of(cast<LoadInst>(low)->getPointerOperand());
                       const LinearAddress upper = addresses.of(cast<LoadInst>(high)->getPointerOperand());
                       return lower.group == upper.group && lower.constant + 2 == upper.constant;
                     }});
  SmallVector<WeakTrackingVH> replaced =
      storeWords(block, addresses, 16, [&](IRBuilder<> &atStore, ArrayRef<Value *> shorts) -> Value * {
        if (!llvm::all_of(shorts, llvm::IsaPred<BinaryOperator>) || !pairs.of(shorts[0], shorts[1]))
          return nullptr;
        // Where they were computed: after a branch, all that they are made of would have to wait in registers.
        Instruction *later = laterOf(shorts[0], shorts[1]);
        IRBuilder<> builder(later ? later->getNextNode() : &*atStore.GetInsertPoint());
        return ShortPairing(pairs, builder).of(shorts[0], shorts[1]);
      });
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(replaced);
}

} // namespace

void packShorts(Module &module) {
  for (Function &function : module)
    for (BasicBlock &block : function) {
      LinearAddresses addresses(module.getDataLayout());
      packShortsOf(block, addresses);
    }
}

} // namespace qdc
