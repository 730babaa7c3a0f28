//===- Assert.cpp - Iterations that end early -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reports.h"

#include "qdc/ABI/KernelABI.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

/// Where a failed iteration goes: a block without arguments, so that all failures of a part of a task can leave it as
/// one (SplitLargeTasks.h). A failed launch has no results, so any value will do for the reduction.
static Block *createAbandon(ChunkFunction &chunk) {
  Block *end = chunk.iterationEnd;
  if (end->getNumArguments() == 0)
    return end;
  OpBuilder builder(chunk.function.getContext());
  Location location = chunk.function.getLoc();
  Block *abandon = builder.createBlock(end);
  SmallVector<Value> zeros;
  for (Type type : end->getArgumentTypes())
    zeros.push_back(arith::ConstantOp::create(builder, location, cast<TypedAttr>(builder.getZeroAttr(type))));
  LLVM::BrOp::create(builder, location, zeros, end);
  return abandon;
}

/// The first failure of a launch owns the record.
static void createRecord(OpBuilder &builder, qd::AssertOp op, const ChunkFunction &chunk, Block *after,
                         Block *abandon) {
  Location location = op.getLoc();
  auto constant = [&](int64_t value) { return arith::ConstantIntOp::create(builder, location, value, 32); };
  Value swap = LLVM::AtomicCmpXchgOp::create(builder, location, chunk.errorRecord, constant(QD_ERROR_NONE),
                                             constant(QD_ERROR_ASSERT), LLVM::AtomicOrdering::monotonic,
                                             LLVM::AtomicOrdering::monotonic, chunk.atomicScope);
  Value isFirst = LLVM::ExtractValueOp::create(builder, location, swap, 1);
  Block *write = builder.createBlock(after);
  builder.setInsertionPointToEnd(write);
  auto store = [&](size_t offset, Value value) {
    Value address = LLVM::GEPOp::create(builder, location, chunk.errorRecord.getType(), builder.getI8Type(),
                                        chunk.errorRecord, ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
    LLVM::StoreOp::create(builder, location, value, address);
  };
  store(offsetof(qd_error_record, site), constant(*op.getSite()));
  store(offsetof(qd_error_record, iteration), chunk.flatIteration);

  LLVM::BrOp::create(builder, location, ValueRange{}, abandon);
  builder.setInsertionPointAfterValue(isFirst);
  LLVM::CondBrOp::create(builder, location, isFirst, write, abandon);
}

static LogicalResult lowerAssert(qd::AssertOp op, const ChunkFunction &chunk, Block *abandon) {
  if (!op.getSite())
    return op.emitOpError("has no site: run 'qd-number-sites' first");
  if (!chunk.errorRecord)
    return op.emitOpError("stands in a task without an error record: run 'qd-expand-task-parameters' first");
  OpBuilder builder(op);
  Block *before = op->getBlock();
  Block *after = before->splitBlock(op->getNextNode());
  Block *failed = builder.createBlock(after);
  createRecord(builder, op, chunk, after, abandon);
  builder.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(builder, op.getLoc(), op.getCondition(), after, failed);
  op.erase();
  return success();
}

LogicalResult lowerAsserts(ChunkFunction &chunk) {
  SmallVector<qd::AssertOp> asserts;
  chunk.function.walk([&](qd::AssertOp op) { asserts.push_back(op); });
  if (asserts.empty())
    return success();
  Block *abandon = createAbandon(chunk);
  // From the last on, because each moves what stands after it, as far as the one treated before.
  for (qd::AssertOp op : llvm::reverse(asserts))
    if (failed(lowerAssert(op, chunk, abandon)))
      return failure();
  return success();
}

} // namespace qdc
