//===- GridLoops.cpp - Iterations spread over a grid ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GridLoops.h"

#include "../QDToLLVM/I64Builder.h"
#include "../QDToLLVM/Loops.h"
#include "BlockChunks.h"
#include "WarpReduce.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

namespace {

void lowerPlainLoop(KernelFunction &kernel) {
  ChunkFunction &chunk = kernel.chunk;
  qd::ForOp loop = chunk.loop;
  Location location = loop.getLoc();
  OpBuilder builder(loop);
  FlatRange range = computeRange(builder, loop);
  Value total = range.total(builder, location);
  KernelFunction::Place place = kernel.place(builder, location);
  kernel.shape.iterationsPerThread = iterationsPerThread(loop, kernel.shape.grid);
  // A range has fewer than 2^63 iterations, so that the sum fits into 64 bits without a sign.
  auto isInRange = [&](Value flat) {
    return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, flat, total);
  };

  Block *entry = loop->getBlock();
  Block *after = entry->splitBlock(loop->getNextNode());
  builder.setInsertionPointToEnd(entry);
  Iterations left = {place.group, place.groupCount};
  if (kernel.shape.iterationsPerThread > 1)
    left = createChunkLoop(builder, kernel, range, total, left);
  Block *enter = builder.getInsertionBlock();
  InnerLoop inner;
  inner.body = builder.createBlock(after, {builder.getI64Type()}, {location});
  inner.iterationEnd = builder.createBlock(after);
  builder.setInsertionPointToEnd(enter);
  LLVM::CondBrOp::create(builder, location, isInRange(left.first), inner.body, ValueRange{left.first}, after,
                         ValueRange{});

  builder.setInsertionPointToEnd(inner.body);
  inner.flatIteration = inner.body->getArgument(0);
  for (auto [axis, coordinate] : llvm::enumerate(range.coordinates(builder, location, inner.flatIteration)))
    inner.inductionVariables.push_back(range.variable(builder, location, axis, coordinate, loop.getBoundType()));
  moveBody(builder, loop, inner);

  builder.setInsertionPointToEnd(inner.iterationEnd);
  Value next =
      arith::AddIOp::create(builder, location, inner.flatIteration, left.step, arith::IntegerOverflowFlags::nuw);
  LLVM::CondBrOp::create(builder, location, isInRange(next), inner.body, ValueRange{next}, after, ValueRange{});
  chunk.iterationEnd = inner.iterationEnd;
  chunk.flatIteration = inner.flatIteration;
  loop.erase();
}

/// Any number of groups may be launched; one has work. Where it is a warp, which combines partials, its first thread
/// alone does the rest.
void lowerSerialTask(KernelFunction &kernel) {
  ChunkFunction &chunk = kernel.chunk;
  Location location = chunk.function.getLoc();
  // The entry block, or the one after its check for a failed launch.
  Block *entry = &chunk.function.getBody().front();
  Block *body = chunk.errorRecord ? entry->getNextNode() : entry;
  Block *run = body->splitBlock(body->begin());
  OpBuilder builder = OpBuilder::atBlockEnd(body);
  I64Builder i64{builder, location};
  Value zero = chunk.flatIteration = i64.constant(0);
  KernelFunction::Place place = kernel.place(builder, location);
  chunk.iterationEnd = run->splitBlock(run->getTerminator());
  LLVM::CondBrOp::create(builder, location, i64.equal(place.group, zero), run, chunk.iterationEnd);

  Block *rest = run;
  if (qd::CombinePartialsOp combine = lastCombine(chunk.function)) {
    rest = run->splitBlock(combine->getNextNode());
    builder.setInsertionPointToEnd(run);
    LLVM::CondBrOp::create(builder, location, i64.equal(place.lane, zero), rest, chunk.iterationEnd);
    lowerCombinePartials(kernel, place.lane);
  }
  builder.setInsertionPointToEnd(rest);
  LLVM::BrOp::create(builder, location, ValueRange{}, chunk.iterationEnd);
}

} // namespace

void lowerGridLoop(KernelFunction &kernel) {
  if (!kernel.chunk.loop)
    lowerSerialTask(kernel);
  else if (kernel.chunk.loop.isReduction())
    lowerWarpReduction(kernel);
  else
    lowerPlainLoop(kernel);
  kernel.chunk.loop = {};
}

} // namespace qdc
