//===- Arrays.cpp - Arrays of a kernel, and accesses to them --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Analysis/Arrays.h"
#include "qdc/Dialect/QD/IR/QD.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

ArrayKey qdc::autodiff::arrayKey(Value array) {
  if (auto global = array.getDefiningOp<memref::GetGlobalOp>())
    return global.getNameAttr().getAttr().getAsOpaquePointer();
  return array.getAsOpaquePointer();
}

bool qdc::autodiff::isLocalArray(Value array) { return array.getDefiningOp<memref::AllocaOp>() != nullptr; }

std::string qdc::autodiff::describeArray(Value array) {
  if (auto argument = dyn_cast<BlockArgument>(array))
    return "'" + cast<qd::KernelOp>(argument.getOwner()->getParentOp()).getArgumentName(argument.getArgNumber()) + "'";
  if (auto global = array.getDefiningOp<memref::GetGlobalOp>())
    return "'@" + global.getName().str() + "'";
  return array.getDefiningOp<memref::AllocOp>() ? "a temporary" : "a local array";
}

bool qdc::autodiff::isAtomicAddition(Operation *op) {
  auto update = dyn_cast<memref::AtomicRMWOp>(op);
  return update && update.getKind() == arith::AtomicRMWKind::addf;
}

bool qdc::autodiff::isExtremeUpdate(Operation *op) {
  auto update = dyn_cast<memref::AtomicRMWOp>(op);
  return update &&
         (update.getKind() == arith::AtomicRMWKind::maximumf || update.getKind() == arith::AtomicRMWKind::minimumf);
}

Value qdc::autodiff::writtenValue(qd::ElementAccess access) {
  if (auto store = dyn_cast<memref::StoreOp>(access.getOperation()))
    return store.getValueToStore();
  if (auto update = dyn_cast<memref::AtomicRMWOp>(access.getOperation()))
    return update.getValue();
  if (auto swap = dyn_cast<qd::AtomicCasOp>(access.getOperation()))
    return swap.getDesired();
  return {};
}
