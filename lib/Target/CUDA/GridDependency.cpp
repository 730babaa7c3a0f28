//===- GridDependency.cpp - Kernels that start before others end ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/GridDependency.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

namespace qdc {

bool hasGridDependencies(std::string_view number) {
  unsigned capability = 0;
  return !llvm::StringRef(number).getAsInteger(10, capability) && capability >= 90;
}

void waitForDependencies(llvm::Module &module) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::PTX_Kernel)
      continue;
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    builder.CreateIntrinsic(builder.getVoidTy(), llvm::Intrinsic::nvvm_griddepcontrol_wait, {});
    // Loads of memory that is not written while the kernel runs would become ld.global.nc, which nothing orders against
    // the wait: ptxas -O1 moves them ahead of it. Both marks lead there.
    for (llvm::Argument &argument : function.args()) {
      argument.removeAttr(llvm::Attribute::ReadOnly);
      argument.removeAttr(llvm::Attribute::ReadNone);
    }
    for (llvm::Instruction &instruction : llvm::instructions(function))
      instruction.setMetadata(llvm::LLVMContext::MD_invariant_load, nullptr);
  }
}

} // namespace qdc
