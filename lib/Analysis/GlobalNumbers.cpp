//===- GlobalNumbers.cpp - Positions of globals in a module ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/GlobalNumbers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

qdc::GlobalNumbers qdc::numberGlobals(ModuleOp module) {
  GlobalNumbers numbers;
  for (auto global : module.getOps<memref::GlobalOp>())
    numbers.try_emplace(global.getSymNameAttr(), numbers.size());
  return numbers;
}
