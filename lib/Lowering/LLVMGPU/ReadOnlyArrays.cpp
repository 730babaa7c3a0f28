//===- ReadOnlyArrays.cpp - Loads of what a kernel does not write ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReadOnlyArrays.h"

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace qdc {

void markReadOnlyArrays(func::FuncOp function) {
  function.walk([&](UnrealizedConversionCastOp array) {
    auto parameter = dyn_cast<BlockArgument>(array.getOperand(0));
    if (!parameter || parameter.getOwner() != &function.getBody().front() ||
        !function.getArgAttr(parameter.getArgNumber(), LLVM::LLVMDialect::getNoAliasAttrName()))
      return;
    auto accesses = llvm::make_filter_range(array->getUsers(), [](Operation *user) {
      return !isa<memref::ExtractAlignedPointerAsIndexOp>(user); // reads the address alone
    });
    bool isOnlyRead = llvm::all_of(accesses, [](Operation *user) {
      auto load = dyn_cast<qd::FlatLoadOp>(user);
      return load && !load.getIsVolatile() && !load.getScope();
    });
    if (isOnlyRead)
      for (Operation *load : accesses)
        cast<qd::FlatLoadOp>(load).setIsInvariant(true);
  });
}

} // namespace qdc
