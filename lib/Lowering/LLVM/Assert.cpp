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

namespace {

/// The end of an iteration, to which its asserts go.
class IterationEnd {
public:
  /// `end` takes the values of the iteration; `flat` (i64) is its number.
  IterationEnd(const ChunkFunction &chunk, Block *end, Value flat) : chunk(chunk), end(end), flat(flat) {}

  LogicalResult lower(ArrayRef<qd::AssertOp> asserts) {
    // From the last on, because each moves what stands after it, as far as the one treated before.
    for (qd::AssertOp op : llvm::reverse(asserts))
      if (failed(lower(op)))
        return failure();
    return success();
  }

private:
  LogicalResult lower(qd::AssertOp op) {
    if (!op.getSite())
      return op.emitOpError("has no site: run 'qd-number-sites' first");
    if (!chunk.errorRecord)
      return op.emitOpError("stands in a task without an error record: run 'qd-expand-task-parameters' first");
    if (!abandon)
      abandon = createAbandon();
    OpBuilder builder(op);
    Block *before = op->getBlock();
    Block *after = before->splitBlock(op->getNextNode());
    Block *failed = builder.createBlock(after);
    createRecord(builder, op, after);
    builder.setInsertionPointToEnd(before);
    LLVM::CondBrOp::create(builder, op.getLoc(), op.getCondition(), after, failed);
    op.erase();
    return success();
  }

  /// Where a failed iteration goes: a block without arguments, so that all failures of a part of a task can leave it as
  /// one (SplitLargeTasks.h). A failed launch has no results, so any value will do for the iteration's.
  Block *createAbandon() {
    if (end->getNumArguments() == 0)
      return end;
    OpBuilder builder(end->getParentOp()->getContext());
    Location location = end->getParentOp()->getLoc();
    Block *block = builder.createBlock(end);
    SmallVector<Value> zeros;
    for (Type type : end->getArgumentTypes())
      zeros.push_back(arith::ConstantOp::create(builder, location, cast<TypedAttr>(builder.getZeroAttr(type))));
    LLVM::BrOp::create(builder, location, zeros, end);
    return block;
  }

  /// The first failure of a launch owns the record.
  void createRecord(OpBuilder &builder, qd::AssertOp op, Block *after) {
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
    store(offsetof(qd_error_record, iteration), flat);
    LLVM::BrOp::create(builder, location, ValueRange{}, abandon);
    builder.setInsertionPointAfterValue(isFirst);
    LLVM::CondBrOp::create(builder, location, isFirst, write, abandon);
  }

  const ChunkFunction &chunk;
  Block *end, *abandon = nullptr;
  Value flat;
};

SmallVector<qd::AssertOp> assertsIn(Operation *op) {
  SmallVector<qd::AssertOp> asserts;
  op->walk([&](qd::AssertOp assertion) { asserts.push_back(assertion); });
  return asserts;
}

/// Makes the blocks of an iteration blocks of what is around it.
LogicalResult dissolve(qd::IterationOp op, const ChunkFunction &chunk) {
  SmallVector<qd::AssertOp> asserts = assertsIn(op);
  Location location = op.getLoc();
  Block *before = op->getBlock(), *end = before->splitBlock(op->getNextNode());
  OpBuilder builder(op);
  for (Value result : op.getResults())
    result.replaceAllUsesWith(end->addArgument(result.getType(), location));
  for (Block &block : op.getBody())
    if (auto values = dyn_cast<qd::IterationEndOp>(block.getTerminator())) {
      builder.setInsertionPoint(values);
      LLVM::BrOp::create(builder, values.getLoc(), values.getOperands(), end);
      values.erase();
    }
  Block *begin = &op.getBody().front();
  before->getParent()->getBlocks().splice(end->getIterator(), op.getBody().getBlocks());
  Value flat = op.getFlat();
  op.erase();
  builder.setInsertionPointToEnd(before);
  LLVM::BrOp::create(builder, location, ValueRange{}, begin);
  return IterationEnd(chunk, end, flat).lower(asserts);
}

} // namespace

LogicalResult lowerAsserts(ChunkFunction &chunk) {
  SmallVector<qd::IterationOp> iterations;
  chunk.function.walk([&](qd::IterationOp op) { iterations.push_back(op); });
  for (qd::IterationOp op : iterations)
    if (failed(dissolve(op, chunk)))
      return failure();
  return IterationEnd(chunk, chunk.iterationEnd, chunk.flatIteration).lower(assertsIn(chunk.function));
}

} // namespace qdc
