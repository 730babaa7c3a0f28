//===- ThreadOperations.cpp - Places and barriers -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ThreadOperations.h"

#include "FunctionConversion.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;

namespace qdc {

/// The dimension x of a place, which has 32 bits, as an index.
static Value place(FunctionConversion &to, const PlaceVariable &variable) {
  Type i32 = to.builder.getI32Type();
  auto pointer = spirv::PointerType::get(VectorType::get({3}, i32), spirv::StorageClass::Input);
  Value all = to.create<spirv::LoadOp>(to.create<spirv::AddressOfOp>(pointer, variable.name));
  Value x = to.create<spirv::CompositeExtractOp>(all, ArrayRef<int32_t>{0});
  return to.create<spirv::UConvertOp>(to.builder.getI64Type(), x);
}

/// Upstream's pattern for gpu.barrier orders workgroup memory alone.
static void barrier(FunctionConversion &to) {
  using Semantics = spirv::MemorySemantics;
  to.create<spirv::ControlBarrierOp>(spirv::Scope::Workgroup, spirv::Scope::Workgroup,
                                     Semantics::AcquireRelease | Semantics::UniformMemory | Semantics::WorkgroupMemory |
                                         Semantics::MakeAvailable | Semantics::MakeVisible);
}

bool convertThreadOperation(FunctionConversion &to, Operation *op) {
  if (isa<gpu::BlockIdOp>(op))
    to.set(op->getResult(0), place(to, blockVariable));
  else if (isa<gpu::GridDimOp>(op))
    to.set(op->getResult(0), place(to, blocksVariable));
  else if (isa<gpu::ThreadIdOp>(op))
    to.set(op->getResult(0), place(to, threadVariable));
  else if (isa<gpu::BarrierOp>(op))
    barrier(to);
  else
    return false;
  return true;
}

} // namespace qdc
