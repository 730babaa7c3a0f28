//===- WarpFold.cpp - The values of a warp's threads as one ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WarpFold.h"

#include "../QDToLLVM/Memory.h"
#include "qdc/ABI/KernelABI.h"

using namespace mlir;

namespace qdc {

Value foldWarp(const GPUBuilder &gpu, arith::AtomicRMWKind kind, Value value) {
  OpBuilder &builder = gpu.builder;
  Type type = value.getType();
  for (int32_t distance = QDC_GPU_SUBGROUP / 2; distance > 0; distance /= 2) {
    Value word = gpu.shuffleDown(toMemoryType(builder, gpu.location, value), distance);
    Value other = fromMemoryType(builder, gpu.location, word, type);
    value = arith::getReductionOp(kind, builder, gpu.location, value, other);
  }
  return value;
}

} // namespace qdc
