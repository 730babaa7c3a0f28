//===- WorkgroupFold.cpp - Folds through workgroup memory -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WorkgroupFold.h"

#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

bool hasRoomForFold(const GridBody &body, Type type) {
  return body.workgroup().hasRoomBetweenBarriers(body.function(), perThread(type, body.shape().blockThreads));
}

Value foldBlock(OpBuilder &builder, Location location, const GridBody &body, unsigned threads, Value value,
                llvm::function_ref<Value(Value lhs, Value rhs)> fold) {
  I64Builder i64{builder, location};
  const unsigned blockThreads = body.shape().blockThreads;
  Value shared =
      body.workgroup().createBetweenBarriers(builder, location, body.function(), {value.getType(), blockThreads});
  Value lane = threads == blockThreads ? body.thread() : i64.rem(body.thread(), i64.constant(threads));
  auto load = [&](Value at) {
    return memref::LoadOp::create(builder, location, shared, i64.toType(at, builder.getIndexType()));
  };
  auto store = [&](Value element, Value at) {
    memref::StoreOp::create(builder, location, element, shared, i64.toType(at, builder.getIndexType()));
  };
  store(value, body.thread());
  const unsigned least = std::max(body.deviceSubgroupWidth(), 1u);
  for (unsigned distance = threads / 2; distance >= least; distance /= 2) {
    gpu::BarrierOp::create(builder, location);
    Value takesPart = i64.less(lane, i64.constant(distance));
    auto folds = scf::IfOp::create(builder, location, value.getType(), takesPart, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(folds.elseBlock());
    scf::YieldOp::create(builder, location, value);
    builder.setInsertionPointToStart(folds.thenBlock());
    Value other = load(i64.add(body.thread(), i64.constant(distance)));
    Value both = fold(load(body.thread()), other);
    if (distance > least)
      store(both, body.thread());
    else if (distance > 1)
      both = GridBuilder{builder, location, body.deviceSubgroupWidth()}.foldSubgroup(both, fold);
    scf::YieldOp::create(builder, location, both);
    value = folds.getResult(0);
  }
  // The next fold may use the array again.
  gpu::BarrierOp::create(builder, location);
  return value;
}

} // namespace qdc
