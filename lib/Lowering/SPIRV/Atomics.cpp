//===- Atomics.cpp - Folds and swaps in one step --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Memory.h"

#include "qdc/Dialect/QD/IR/QD.h"

using namespace mlir;

namespace qdc {

/// Who sees it. Vulkan has no scope that holds more than the device.
static spirv::Scope scopeOf(Value pointer) {
  return storageOf(pointer) == spirv::StorageClass::Workgroup ? spirv::Scope::Workgroup : spirv::Scope::Device;
}

static Value fold(FunctionConversion &to, arith::AtomicRMWKind kind, Value pointer, Value value) {
  auto create = [&]<typename Op>() -> Value {
    return to.create<Op>(value.getType(), pointer, scopeOf(pointer), spirv::MemorySemantics::None, value);
  };
  using Kind = arith::AtomicRMWKind;
  switch (kind) {
  case Kind::addi:
    return create.operator()<spirv::AtomicIAddOp>();
  case Kind::addf:
    return create.operator()<spirv::EXTAtomicFAddOp>();
  case Kind::andi:
    return create.operator()<spirv::AtomicAndOp>();
  case Kind::ori:
    return create.operator()<spirv::AtomicOrOp>();
  case Kind::xori:
    return create.operator()<spirv::AtomicXorOp>();
  case Kind::maxs:
    return create.operator()<spirv::AtomicSMaxOp>();
  case Kind::maxu:
    return create.operator()<spirv::AtomicUMaxOp>();
  case Kind::mins:
    return create.operator()<spirv::AtomicSMinOp>();
  case Kind::minu:
    return create.operator()<spirv::AtomicUMinOp>();
  case Kind::assign:
    return create.operator()<spirv::AtomicExchangeOp>();
  default:
    llvm_unreachable("expandAtomics has left the kinds above");
  }
}

static void convertSwap(FunctionConversion &to, qd::FlatAtomicCasOp op) {
  Value expected = to.get(op.getExpected());
  Value pointer = elementPointer(to, op.getMemref(), op.getIndex(), expected.getType());
  Value old = to.create<spirv::AtomicCompareExchangeOp>(expected.getType(), pointer, scopeOf(pointer),
                                                        spirv::MemorySemantics::None, spirv::MemorySemantics::None,
                                                        to.get(op.getDesired()), expected);
  to.set(op.getOld(), old);
  if (!op.getSwapped().use_empty())
    to.set(op.getSwapped(), to.create<spirv::IEqualOp>(old, expected));
}

bool convertAtomic(FunctionConversion &to, Operation *op) {
  if (auto atomic = dyn_cast<qd::FlatAtomicRMWOp>(op)) {
    Value value = to.get(atomic.getValue());
    Value pointer = elementPointer(to, atomic.getMemref(), atomic.getIndex(), value.getType());
    to.set(atomic, fold(to, atomic.getKind(), pointer, value));
    return true;
  }
  if (auto swap = dyn_cast<qd::FlatAtomicCasOp>(op)) {
    convertSwap(to, swap);
    return true;
  }
  return false;
}

} // namespace qdc
