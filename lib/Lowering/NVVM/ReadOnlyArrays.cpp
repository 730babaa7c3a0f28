//===- ReadOnlyArrays.cpp - Loads of what a kernel does not write ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ReadOnlyArrays.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

/// Adds the loads from the array at `address` to `loads`. False if it is used in another way too.
static bool collectLoads(Value address, SmallVectorImpl<LLVM::LoadOp> &loads) {
  return llvm::all_of(address.getUsers(), [&](Operation *user) {
    if (auto element = dyn_cast<LLVM::GEPOp>(user))
      return collectLoads(element, loads);
    auto load = dyn_cast<LLVM::LoadOp>(user);
    if (!load || load.getVolatile_() || load.getOrdering() != LLVM::AtomicOrdering::not_atomic)
      return false;
    loads.push_back(load);
    return true;
  });
}

void markReadOnlyArrays(func::FuncOp function) {
  for (BlockArgument array : function.getArguments()) {
    SmallVector<LLVM::LoadOp> loads;
    if (function.getArgAttr(array.getArgNumber(), LLVM::LLVMDialect::getNoAliasAttrName()) &&
        collectLoads(array, loads))
      for (LLVM::LoadOp load : loads)
        load.setInvariant(true);
  }
}

} // namespace qdc
