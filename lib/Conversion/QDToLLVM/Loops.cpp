//===- Loops.cpp - Parallel loops -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Loops.h"

#include "I64Builder.h"
#include "IterationNest.h"
#include "Memory.h"
#include "Reduce.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

void moveBody(OpBuilder &builder, qd::ForOp loop, const IterationNest &nest) {
  Block *source = &loop.getBody().front();
  for (auto [argument, variable] : llvm::zip_equal(source->getArguments(), nest.inductionVariables))
    argument.replaceAllUsesWith(variable);
  Operation *yield = source->getTerminator();
  builder.setInsertionPointToEnd(nest.body);
  SmallVector<Value> values(yield->getOperands());
  Location location = yield->getLoc();
  yield->erase();
  nest.body->getOperations().splice(nest.body->end(), source->getOperations());
  builder.setInsertionPointToEnd(nest.body);
  for (Value &value : values)
    value = toMemoryType(builder, location, value);
  LLVM::BrOp::create(builder, location, values, nest.iterationEnd);
}

/// Gives a serial task the shape of a loop with one iteration.
static void lowerSerialTask(ChunkFunction &chunk) {
  Block *entry = &chunk.function.getBody().front();
  OpBuilder builder(entry->getTerminator());
  Location location = chunk.function.getLoc();
  chunk.flatIteration = I64Builder{builder, location}.constant(0);
  chunk.flatIteration.getDefiningOp()->moveBefore(&entry->front());
  chunk.iterationEnd = entry->splitBlock(entry->getTerminator());
  builder.setInsertionPointToEnd(entry);
  LLVM::BrOp::create(builder, location, ValueRange{}, chunk.iterationEnd);
}

static void lowerPlainLoop(ChunkFunction &chunk) {
  qd::ForOp loop = chunk.loop;
  Location location = loop.getLoc();
  OpBuilder builder(loop);
  FlatRange range = computeRange(builder, loop);

  // Coordinates are divided out behind the guard: an empty range has counts of 0.
  Block *entry = loop->getBlock();
  Block *after = entry->splitBlock(loop->getNextNode());
  Block *enter = builder.createBlock(after);
  builder.setInsertionPointToEnd(entry);
  LLVM::CondBrOp::create(builder, location, I64Builder{builder, location}.less(chunk.begin, chunk.end), enter, after);

  builder.setInsertionPointToEnd(enter);
  IterationNest nest = createIterationNest(builder, location, range, loop.getBoundType(), chunk.begin, chunk.end, {},
                                           {}, innerLoopHints(loop, chunk.accessGroup));
  moveBody(builder, loop, nest);
  builder.setInsertionPointToEnd(nest.exit);
  LLVM::BrOp::create(builder, location, ValueRange{}, after);
  chunk.iterationEnd = nest.iterationEnd;
  chunk.flatIteration = nest.flatIteration;
  loop.erase();
}

void lowerParallelLoop(ChunkFunction &chunk) {
  if (!chunk.loop)
    lowerSerialTask(chunk);
  else if (chunk.loop.isReduction())
    lowerReduction(chunk);
  else
    lowerPlainLoop(chunk);
  chunk.loop = {};
}

} // namespace qdc
