//===- DoubleConstants.cpp - Where code finds its constants ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/DoubleConstants.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace qdc {

namespace {

constexpr unsigned constantAddressSpace = 4;
/// A quarter of what constant memory there is.
constexpr size_t mostConstants = 2048;

bool takesConstants(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FCmp:
    return true;
  default:
    break;
  }
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && (call->getIntrinsicID() == Intrinsic::fma || call->getIntrinsicID() == Intrinsic::fmuladd);
}

bool isWide(const ConstantFP &constant) {
  return constant.getType()->isDoubleTy() && constant.getValueAPF().bitcastToAPInt().extractBitsAsZExtValue(32, 0) != 0;
}

/// Whether threads look up what they need each in constant memory.
bool readsTables(Function &function) {
  return any_of(instructions(function), [](Instruction &instruction) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    return load && load->getPointerAddressSpace() == constantAddressSpace && !isa<Constant>(load->getPointerOperand());
  });
}

} // namespace

void moveDoubleConstants(Module &module) {
  MapVector<Constant *, SmallVector<Use *>> uses;
  for (Function &function : module)
    if (!readsTables(function))
      for (Instruction &instruction : instructions(function))
        if (takesConstants(instruction))
          for (Use &use : instruction.operands())
            if (auto *constant = dyn_cast<ConstantFP>(use); constant && isWide(*constant))
              uses[constant].push_back(&use);
  if (uses.empty())
    return;
  const auto kept = ArrayRef(uses.begin(), uses.end()).take_front(mostConstants);
  auto *type = ArrayType::get(Type::getDoubleTy(module.getContext()), kept.size());
  SmallVector<Constant *> values = map_to_vector(kept, [](const auto &entry) { return entry.first; });
  auto *table = new GlobalVariable(module, type, /*isConstant=*/true, GlobalValue::InternalLinkage,
                                   ConstantArray::get(type, values), "qdc.doubles", /*InsertBefore=*/nullptr,
                                   GlobalValue::NotThreadLocal, constantAddressSpace, /*isExternallyInitialized=*/true);
  table->setAlignment(Align(sizeof(double)));
  for (const auto &[index, entry] : enumerate(kept))
    for (Use *use : entry.second) {
      IRBuilder<> builder(cast<Instruction>(use->getUser()));
      Value *address = builder.CreateConstInBoundsGEP2_32(type, table, 0, static_cast<unsigned>(index));
      use->set(builder.CreateAlignedLoad(builder.getDoubleTy(), address, Align(sizeof(double))));
    }
}

} // namespace qdc
