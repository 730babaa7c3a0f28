//===- ArrayName.cpp - What messages call an array ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/IR/ArrayName.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc::qd;

std::string qdc::qd::quotedArrayName(Value array) {
  if (auto argument = dyn_cast<BlockArgument>(array))
    return "'" + cast<KernelOp>(argument.getOwner()->getParentOp()).getArgumentName(argument.getArgNumber()) + "'";
  if (auto global = array.getDefiningOp<memref::GetGlobalOp>())
    return "'@" + global.getName().str() + "'";
  return array.getDefiningOp<memref::AllocOp>() ? "the temporary" : "the local array";
}
