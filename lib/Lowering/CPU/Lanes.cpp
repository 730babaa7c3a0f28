//===- Lanes.cpp - The lanes of a value that is being reduced -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lanes.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/ReductionRule.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace qdc {

Lanes Lanes::create(OpBuilder &builder, Location location, qd::ReduceKind kind, Type type) {
  return {kind, type, stackArray(builder, location, type, QDC_REDUCE_LANES)};
}

Value Lanes::address(OpBuilder &builder, Location location, Value lane) const {
  return elementAddress(builder, location, array, type, lane);
}

/// Whether vectors of the type compute what its elements do. What HalfPrecision.cpp computes in f32 it knows as scalars
/// only.
bool Lanes::haveVectors() const { return type.isIndex() || (memoryType(type) == type && !type.isF16()); }

VectorType Lanes::vectorType() const { return VectorType::get(QDC_REDUCE_LANES, memoryType(type)); }

void Lanes::reset(OpBuilder &builder, Location location) const {
  if (haveVectors()) {
    Attribute start = startOfReduction(builder, kind, memoryType(type));
    Value all = arith::ConstantOp::create(builder, location, DenseElementsAttr::get(vectorType(), start));
    LLVM::StoreOp::create(builder, location, all, array, stackArrayAlignment);
    return;
  }
  I64Builder i64{builder, location};
  auto loop = scf::ForOp::create(builder, location, i64.constant(0), i64.constant(QDC_REDUCE_LANES), i64.constant(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value start = arith::ConstantOp::create(builder, location, startOfReduction(builder, kind, type));
  storeElement(builder, location, start, address(builder, location, loop.getInductionVar()));
}

void Lanes::foldInto(OpBuilder &builder, Location location, Value lane, Value value,
                     LLVM::AccessGroupAttr group) const {
  Value element = address(builder, location, lane);
  Value old = loadElement(builder, location, type, element, group);
  storeElement(builder, location, foldPair(builder, location, kind, old, value), element, group);
}

/// The lanes stay in registers.
Value Lanes::foldVector(OpBuilder &builder, Location location) const {
  Value vector = LLVM::LoadOp::create(builder, location, vectorType(), array, stackArrayAlignment);
  auto part = [&](int64_t first, int64_t count) -> Value {
    return LLVM::ShuffleVectorOp::create(builder, location, vector, vector,
                                         llvm::to_vector(llvm::seq<int32_t>(first, first + count)));
  };
  for (int64_t half = QDC_REDUCE_LANES / 2; half > 0; half /= 2)
    vector = foldPair(builder, location, kind, part(0, half), part(half, half));
  Value zero = I64Builder{builder, location}.constant(0);
  return fromMemoryType(builder, location, LLVM::ExtractElementOp::create(builder, location, vector, zero), type);
}

Value Lanes::foldElements(OpBuilder &builder, Location location) const {
  I64Builder i64{builder, location};
  for (int64_t half = QDC_REDUCE_LANES / 2; half > 0; half /= 2) {
    auto loop = scf::ForOp::create(builder, location, i64.constant(0), i64.constant(half), i64.constant(1));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value lane = loop.getInductionVar();
    Value other = address(builder, location, i64.add(lane, i64.constant(half)));
    foldInto(builder, location, lane, loadElement(builder, location, type, other), {});
  }
  return loadElement(builder, location, type, address(builder, location, i64.constant(0)));
}

Value Lanes::foldTree(OpBuilder &builder, Location location) const {
  return haveVectors() ? foldVector(builder, location) : foldElements(builder, location);
}

} // namespace qdc
