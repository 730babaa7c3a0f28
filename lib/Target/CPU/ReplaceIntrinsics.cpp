//===- ReplaceIntrinsics.cpp - Other code for intrinsics ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReplaceIntrinsics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace qdc {

PreservedAnalyses replaceIntrinsics(Function &function, function_ref<Value *(IntrinsicInst &)> replacement) {
  bool isChanged = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    Value *created = call ? replacement(*call) : nullptr;
    if (!created)
      continue;
    call->replaceAllUsesWith(created);
    call->eraseFromParent();
    isChanged = true;
  }
  if (!isChanged)
    return PreservedAnalyses::all();
  PreservedAnalyses preserved;
  preserved.preserveSet<CFGAnalyses>();
  return preserved;
}

} // namespace qdc
