//===- UnobservedAtomics.cpp - Atomics that may happen as others ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "UnobservedAtomics.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

static bool areDifferentElements(memref::AtomicRMWOp a, memref::AtomicRMWOp b) {
  std::optional<int64_t> left = getConstantIntValue(a.getIndices().front());
  std::optional<int64_t> right = getConstantIntValue(b.getIndices().front());
  return left && right && left != right;
}

/// No other array of the task lies at the same place, and other threads see it.
static bool isAlone(Value array, const KernelFunction &kernel) {
  auto parameter = dyn_cast_or_null<BlockArgument>(kernel.chunk.pointers.lookup(array));
  func::FuncOp function = kernel.chunk.function;
  return parameter && function.getArgAttr(parameter.getArgNumber(), LLVM::LLVMDialect::getNoAliasAttrName());
}

bool isUnobserved(memref::AtomicRMWOp op, const KernelFunction &kernel) {
  if (op.getKind() == arith::AtomicRMWKind::assign || op.getType().isInteger(1) || !isAlone(op.getMemref(), kernel))
    return false;
  return llvm::all_of(op.getMemref().getUsers(), [&](Operation *user) {
    auto atomic = dyn_cast<memref::AtomicRMWOp>(user);
    return atomic && atomic.getResult().use_empty() &&
           (atomic.getKind() == op.getKind() || areDifferentElements(op, atomic));
  });
}

} // namespace qdc
