//===- GPUIntrinsics.cpp - What a vendor's GPUs are asked for -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GPUIntrinsics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace qdc {

const GPUIntrinsics nvidiaIntrinsics = {
    .kernelConvention = LLVM::CConv::PTX_Kernel,
    .blockThreadsAttribute = "nvvm.maxntid",
    .deviceScope = "device",
    .threadIndex = "llvm.nvvm.read.ptx.sreg.tid.x",
    .blockIndex = "llvm.nvvm.read.ptx.sreg.ctaid.x",
    .blockCount = "llvm.nvvm.read.ptx.sreg.nctaid.x",
};

Value GPUBuilder::call(StringRef name, Type result, ValueRange operands) const {
  return LLVM::CallIntrinsicOp::create(builder, location, result, builder.getStringAttr(name), operands).getResult(0);
}

Value GPUBuilder::readIndex(StringRef name) const {
  Value index = call(name, builder.getI32Type(), {});
  return arith::ExtUIOp::create(builder, location, builder.getI64Type(), index);
}

} // namespace qdc
