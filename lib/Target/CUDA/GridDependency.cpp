//===- GridDependency.cpp - Kernels that start before others end ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/CUDA/GridDependency.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/IRBuilder.h"
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
    // What only such parameters lead to counts as constant memory for instruction selection, which does not keep its
    // loads behind the wait. It does keep those that are marked as invariant there.
    for (llvm::Argument &argument : function.args()) {
      argument.removeAttr(llvm::Attribute::ReadOnly);
      argument.removeAttr(llvm::Attribute::ReadNone);
    }
  }
}

} // namespace qdc
