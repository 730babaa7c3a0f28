//===- GPUIntrinsics.cpp - What a vendor's GPUs are asked for -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GPUIntrinsics.h"

#include "qdc/ABI/KernelABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace qdc {

static Value shuffleDownNVIDIA(const GPUBuilder &gpu, Value word, int32_t distance) {
  auto constant = [&](int32_t value) -> Value {
    return arith::ConstantIntOp::create(gpu.builder, gpu.location, value, 32);
  };
  constexpr int32_t allThreads = -1, lastThread = QDC_GPU_SUBGROUP - 1;
  return gpu.call("llvm.nvvm.shfl.sync.down.i32", word.getType(),
                  {constant(allThreads), word, constant(distance), constant(lastThread)});
}

static Value blockOrNVIDIA(const GPUBuilder &gpu, Value condition) {
  Value barrier = arith::ConstantIntOp::create(gpu.builder, gpu.location, 0, 32);
  return gpu.call("llvm.nvvm.barrier.cta.red.or.aligned.all", condition.getType(), {barrier, condition});
}

static Value isUniformNVIDIA(const GPUBuilder &gpu, Value value) {
  OpBuilder &builder = gpu.builder;
  Type i32 = builder.getI32Type(), i1 = builder.getI1Type();
  Value active = gpu.call("llvm.nvvm.activemask", i32, {});
  Type maskAndMatch = LLVM::LLVMStructType::getLiteral(builder.getContext(), {i32, i1});
  Value matched = gpu.call("llvm.nvvm.match.all.sync.i64p", maskAndMatch, {active, value});
  Value isSame = LLVM::ExtractValueOp::create(builder, gpu.location, matched, 1);
  Value all = arith::ConstantIntOp::create(builder, gpu.location, -1, 32);
  Value isWhole = arith::CmpIOp::create(builder, gpu.location, arith::CmpIPredicate::eq, active, all);
  return arith::AndIOp::create(builder, gpu.location, isWhole, isSame);
}

const GPUIntrinsics nvidiaIntrinsics = {
    .kernelConvention = LLVM::CConv::PTX_Kernel,
    .blockThreadsAttribute = "nvvm.maxntid",
    .deviceScope = "device",
    .threadIndex = "llvm.nvvm.read.ptx.sreg.tid.x",
    .blockIndex = "llvm.nvvm.read.ptx.sreg.ctaid.x",
    .blockCount = "llvm.nvvm.read.ptx.sreg.nctaid.x",
    .shuffleDown = shuffleDownNVIDIA,
    .blockOr = blockOrNVIDIA,
    .isUniform = isUniformNVIDIA,
};

Value GPUBuilder::call(StringRef name, Type result, ValueRange operands) const {
  return LLVM::CallIntrinsicOp::create(builder, location, result, builder.getStringAttr(name), operands).getResult(0);
}

Value GPUBuilder::shuffleDown(Value value, int32_t distance) const {
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
    low = arith::ExtUIOp::create(builder, location, bits, intrinsics.shuffleDown(*this, low, distance));
    high = arith::ExtUIOp::create(builder, location, bits, intrinsics.shuffleDown(*this, high, distance));
    value = arith::OrIOp::create(builder, location, low, arith::ShLIOp::create(builder, location, high, half));
  } else {
    if (width < 32)
      value = arith::ExtUIOp::create(builder, location, i32, value);
    value = intrinsics.shuffleDown(*this, value, distance);
    if (width < 32)
      value = arith::TruncIOp::create(builder, location, bits, value);
  }
  return type == bits ? value : Value(arith::BitcastOp::create(builder, location, type, value));
}

Value GPUBuilder::readIndex(StringRef name) const {
  Value index = call(name, builder.getI32Type(), {});
  return arith::ExtUIOp::create(builder, location, builder.getI64Type(), index);
}

} // namespace qdc
