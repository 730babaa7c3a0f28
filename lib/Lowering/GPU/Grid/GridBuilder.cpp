//===- GridBuilder.cpp - Operations among threads -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GridBuilder.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace qdc {

Value GridBuilder::shuffleWordDown(Value word, unsigned delta) const {
  auto shuffle = gpu::ShuffleOp::create(builder, location, word, delta, subgroupWidth, gpu::ShuffleMode::DOWN);
  return shuffle.getShuffleResult();
}

Value GridBuilder::shuffleDown(Value value, unsigned delta) const {
  Type type = value.getType(), i32 = builder.getI32Type();
  unsigned width = type.getIntOrFloatBitWidth();
  Type bits = builder.getIntegerType(width);
  if (type != bits)
    value = arith::BitcastOp::create(builder, location, bits, value);
  if (width == 64) {
    Value half = arith::ConstantIntOp::create(builder, location, 32, 64);
    Value low = arith::TruncIOp::create(builder, location, i32, value);
    Value high =
        arith::TruncIOp::create(builder, location, i32, arith::ShRUIOp::create(builder, location, value, half));
    low = arith::ExtUIOp::create(builder, location, bits, shuffleWordDown(low, delta));
    high = arith::ExtUIOp::create(builder, location, bits, shuffleWordDown(high, delta));
    value = arith::OrIOp::create(builder, location, low, arith::ShLIOp::create(builder, location, high, half));
  } else {
    if (width < 32)
      value = arith::ExtUIOp::create(builder, location, i32, value);
    value = shuffleWordDown(value, delta);
    if (width < 32)
      value = arith::TruncIOp::create(builder, location, bits, value);
  }
  return type == bits ? value : Value(arith::BitcastOp::create(builder, location, type, value));
}

Value GridBuilder::foldSubgroup(Value value, llvm::function_ref<Value(Value lhs, Value rhs)> fold) const {
  Type type = value.getType();
  for (unsigned delta = subgroupWidth / 2; delta > 0; delta /= 2) {
    Value word = shuffleDown(toMemoryType(builder, location, value), delta);
    value = fold(value, fromMemoryType(builder, location, word, type));
  }
  return value;
}

Value GridBuilder::blockAny(Value condition) const { return qd::BlockAnyOp::create(builder, location, condition); }

} // namespace qdc
