//===- BlockBarriers.cpp - Barriers of one block without subgroups --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BlockBarriers.h"

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

static constexpr llvm::StringLiteral votesName = "qdc.votes";

static MemRefType typeOfVotes(MLIRContext *context) {
  auto space = gpu::AddressSpaceAttr::get(context, gpu::AddressSpace::Workgroup);
  return MemRefType::get({1}, IntegerType::get(context, 32), MemRefLayoutAttrInterface(), space);
}

/// The word in which the threads of a block vote.
static void declareVotes(ModuleOp module) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  memref::GlobalOp::create(builder, module.getLoc(), votesName, builder.getStringAttr("private"),
                           typeOfVotes(module.getContext()), builder.getUnitAttr(), /*constant=*/false,
                           /*alignment=*/IntegerAttr());
}

static Value isFirstThread(OpBuilder &builder, Location location) {
  I64Builder i64{builder, location};
  return i64.equal(i64.fromInteger(gpu::ThreadIdOp::create(builder, location, gpu::Dimension::x)), i64.constant(0));
}

/// Between two barriers the first thread takes back what was voted before.
static void lowerBlockAny(qd::BlockAnyOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  Value votes = memref::GetGlobalOp::create(builder, location, typeOfVotes(op.getContext()), votesName);
  Value at = arith::ConstantIntOp::create(builder, location, 0, 64);
  Value none = arith::ConstantIntOp::create(builder, location, 0, 32);
  gpu::BarrierOp::create(builder, location);
  scf::IfOp::create(builder, location, isFirstThread(builder, location), [&](OpBuilder &inside, Location) {
    qd::FlatStoreOp::create(inside, location, none, votes, at);
    scf::YieldOp::create(inside, location);
  });
  gpu::BarrierOp::create(builder, location);
  scf::IfOp::create(builder, location, op.getCondition(), [&](OpBuilder &inside, Location) {
    Value one = arith::ConstantIntOp::create(inside, location, 1, 32);
    qd::FlatAtomicRMWOp::create(inside, location, arith::AtomicRMWKind::ori, qd::Scope::device, one, votes, at);
    scf::YieldOp::create(inside, location);
  });
  gpu::BarrierOp::create(builder, location);
  Value found = qd::FlatLoadOp::create(builder, location, builder.getI32Type(), votes, at);
  op.replaceAllUsesWith(arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ne, found, none).getResult());
  op.erase();
}

/// The first thread runs the body when all have arrived, and the others learn what it ends with.
static void lowerGridBarrier(qd::GridBarrierOp op) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  gpu::BarrierOp::create(builder, location);
  Block &body = op.getBody().front();
  auto end = cast<qd::GridBarrierEndOp>(body.getTerminator());
  if (!op.getNumResults() && llvm::hasSingleElement(body)) {
    op.erase();
    return;
  }
  SmallVector<Type> types(op.getNumResults(), builder.getI1Type());
  auto alone = scf::IfOp::create(builder, location, types, isFirstThread(builder, location),
                                 /*withElseRegion=*/!types.empty());
  builder.setInsertionPointToStart(alone.thenBlock());
  op.getThread().replaceAllUsesWith(I64Builder{builder, location}.constant(0));
  SmallVector<Value> values(end.getValues());
  end.erase();
  alone.thenBlock()->getOperations().splice(builder.getInsertionPoint(), body.getOperations());
  if (!types.empty()) {
    builder.setInsertionPointToEnd(alone.thenBlock());
    scf::YieldOp::create(builder, location, values);
    builder.setInsertionPointToStart(alone.elseBlock());
    Value no = arith::ConstantIntOp::create(builder, location, 0, 1);
    scf::YieldOp::create(builder, location, SmallVector<Value>(types.size(), no));
  }
  builder.setInsertionPointAfter(alone);
  if (types.empty() && !op.getEnds())
    gpu::BarrierOp::create(builder, location);
  for (auto [result, value] : llvm::zip_equal(op.getResults(), alone.getResults()))
    result.replaceAllUsesWith(qd::BlockAnyOp::create(builder, location, value));
  op.erase();
}

LogicalResult lowerBlockBarriers(ModuleOp module) {
  WalkResult result = module.walk([](qd::GridBarrierOp op) {
    if (op.getMemref()) {
      op.emitOpError("is one of several blocks, which targets 'vulkan:...' do not support; accepted: barriers of one "
                     "block");
      return WalkResult::interrupt();
    }
    lowerGridBarrier(op);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  SmallVector<qd::BlockAnyOp> votes;
  module.walk([&](qd::BlockAnyOp op) { votes.push_back(op); });
  if (!votes.empty())
    declareVotes(module);
  for (qd::BlockAnyOp op : votes)
    lowerBlockAny(op);
  return success();
}

} // namespace qdc
