//===- NarrowIntegers.cpp - Arithmetic of one and two bytes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/NarrowIntegers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace qdc {

namespace {

/// Whether the low bits of the result depend on the low bits of the operands alone.
bool keepsLowBits(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return true;
  case Instruction::Shl: {
    auto *amount = dyn_cast<ConstantInt>(instruction.getOperand(1));
    return amount && amount->getValue().ult(instruction.getType()->getIntegerBitWidth());
  }
  default:
    return false;
  }
}

class Widening {
public:
  explicit Widening(Function &function) : function(function), wide(Type::getInt32Ty(function.getContext())) {}

  void run() {
    // A definition comes before its uses but for those of phis, which are not widened.
    for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function))
      for (Instruction &instruction : *block)
        if ((instruction.getType()->isIntegerTy(8) || instruction.getType()->isIntegerTy(16)) &&
            keepsLowBits(instruction))
          narrow.push_back(&instruction);
    for (Instruction *instruction : narrow) {
      IRBuilder<> builder(instruction);
      Value *lhs = widen(instruction->getOperand(0)), *rhs = widen(instruction->getOperand(1));
      widened[instruction] = builder.CreateBinOp(cast<BinaryOperator>(instruction)->getOpcode(), lhs, rhs);
    }
    for (Instruction *instruction : reverse(narrow)) {
      if (!instruction->use_empty()) {
        IRBuilder<> builder(instruction);
        instruction->replaceAllUsesWith(builder.CreateTrunc(widened[instruction], instruction->getType()));
      }
      instruction->eraseFromParent();
    }
  }

private:
  /// In 32 bits, of which those above may be any.
  Value *widen(Value *value) {
    if (auto *constant = dyn_cast<ConstantInt>(value))
      return ConstantInt::get(wide, constant->getValue().sext(32));
    Value *&known = widened[value];
    if (!known) {
      auto *instruction = dyn_cast<Instruction>(value);
      BasicBlock::iterator after =
          instruction ? *instruction->getInsertionPointAfterDef() : function.getEntryBlock().getFirstInsertionPt();
      IRBuilder<> builder(after->getParent(), after);
      known = builder.CreateZExt(value, wide);
    }
    return known;
  }

  Function &function;
  Type *wide;
  SmallVector<Instruction *> narrow;
  DenseMap<Value *, Value *> widened;
};

} // namespace

void widenNarrowIntegers(llvm::Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      Widening(function).run();
}

} // namespace qdc
