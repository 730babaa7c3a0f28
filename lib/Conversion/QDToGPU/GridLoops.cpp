//===- GridLoops.cpp - Iterations spread over a grid ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GridLoops.h"

#include "../QDToLLVM/I64Builder.h"
#include "../QDToLLVM/Loops.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

namespace {

/// The loop of one thread over the iterations first, first + stride, ...
struct GridStride {
  Value first, stride; // i64
};

GridStride strideOf(OpBuilder &builder, Location location, const KernelFunction &kernel) {
  GPUBuilder gpu = kernel.gpu(builder, location);
  I64Builder i64{builder, location};
  Value blockThreads = i64.constant(kernel.shape.blockThreads);
  return {i64.add(i64.mul(gpu.blockIndex(), blockThreads), gpu.threadIndex()), i64.mul(gpu.blockCount(), blockThreads)};
}

void lowerPlainLoop(KernelFunction &kernel) {
  ChunkFunction &chunk = kernel.chunk;
  qd::ForOp loop = chunk.loop;
  Location location = loop.getLoc();
  OpBuilder builder(loop);
  FlatRange range = computeRange(builder, loop);
  Value total = range.total(builder, location);
  GridStride grid = strideOf(builder, location, kernel);
  // A range has fewer than 2^63 iterations, so that the sum fits into 64 bits without a sign.
  auto isInRange = [&](Value flat) {
    return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, flat, total);
  };

  Block *entry = loop->getBlock();
  Block *after = entry->splitBlock(loop->getNextNode());
  InnerLoop inner;
  inner.body = builder.createBlock(after, {builder.getI64Type()}, {location});
  inner.iterationEnd = builder.createBlock(after);
  builder.setInsertionPointToEnd(entry);
  LLVM::CondBrOp::create(builder, location, isInRange(grid.first), inner.body, ValueRange{grid.first}, after,
                         ValueRange{});

  builder.setInsertionPointToEnd(inner.body);
  inner.flatIteration = inner.body->getArgument(0);
  for (auto [axis, coordinate] : llvm::enumerate(range.coordinates(builder, location, inner.flatIteration)))
    inner.inductionVariables.push_back(range.variable(builder, location, axis, coordinate, loop.getBoundType()));
  moveBody(builder, loop, inner);

  builder.setInsertionPointToEnd(inner.iterationEnd);
  Value next =
      arith::AddIOp::create(builder, location, inner.flatIteration, grid.stride, arith::IntegerOverflowFlags::nuw);
  LLVM::CondBrOp::create(builder, location, isInRange(next), inner.body, ValueRange{next}, after, ValueRange{});
  chunk.iterationEnd = inner.iterationEnd;
  chunk.flatIteration = inner.flatIteration;
  loop.erase();
}

/// Any number of blocks may be launched; one thread has work.
void lowerSerialTask(KernelFunction &kernel) {
  ChunkFunction &chunk = kernel.chunk;
  Location location = chunk.function.getLoc();
  // The last block but that of a failed launch: the entry block, or the one behind its check.
  Block *entry = &chunk.function.getBody().front();
  Block *body = chunk.errorRecord ? entry->getNextNode() : entry;
  Block *run = body->splitBlock(body->begin());
  chunk.iterationEnd = run->splitBlock(run->getTerminator());
  OpBuilder builder = OpBuilder::atBlockEnd(run);
  LLVM::BrOp::create(builder, location, ValueRange{}, chunk.iterationEnd);

  builder.setInsertionPointToEnd(body);
  I64Builder i64{builder, location};
  chunk.flatIteration = i64.constant(0);
  Value isFirst = i64.equal(strideOf(builder, location, kernel).first, chunk.flatIteration);
  LLVM::CondBrOp::create(builder, location, isFirst, run, chunk.iterationEnd);
}

} // namespace

LogicalResult lowerGridLoop(KernelFunction &kernel) {
  if (!kernel.chunk.loop) {
    lowerSerialTask(kernel);
  } else if (kernel.chunk.loop.isReduction()) {
    return kernel.chunk.loop.emitOpError("with 'reduce' is not supported on a GPU");
  } else {
    lowerPlainLoop(kernel);
  }
  kernel.chunk.loop = {};
  return success();
}

} // namespace qdc
