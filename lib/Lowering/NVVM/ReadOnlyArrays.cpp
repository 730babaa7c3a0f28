//===- ReadOnlyArrays.cpp - Loads of what a kernel does not write ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReadOnlyArrays.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

void markReadOnlyArrays(func::FuncOp function) {
  function.walk([&](UnrealizedConversionCastOp array) {
    auto parameter = dyn_cast<BlockArgument>(array.getOperand(0));
    if (!parameter || parameter.getOwner() != &function.getBody().front() ||
        !function.getArgAttr(parameter.getArgNumber(), LLVM::LLVMDialect::getNoAliasAttrName()))
      return;
    bool isOnlyRead = llvm::all_of(array->getUsers(), [](Operation *user) {
      auto load = dyn_cast<qd::FlatLoadOp>(user);
      return load && !load.getIsVolatile() && !load.getScope();
    });
    if (isOnlyRead)
      for (Operation *load : array->getUsers())
        cast<qd::FlatLoadOp>(load).setIsInvariant(true);
  });
}

} // namespace qdc
