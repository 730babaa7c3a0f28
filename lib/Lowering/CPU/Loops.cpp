//===- Loops.cpp - Parallel loops -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Loops.h"

#include "IterationNest.h"
#include "Reduce.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/Interior.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace qdc {

static bool hasConstantTrips(Operation *loop) {
  auto counted = dyn_cast<scf::ForOp>(loop);
  return counted && getConstantIntValue(counted.getLowerBound()) && getConstantIntValue(counted.getUpperBound()) &&
         getConstantIntValue(counted.getStep());
}

/// Iterations of the loop may be run in the lanes of vectors: no inner loop with trips that are known at run time alone
/// holds a loop. LLVM neither unrolls such an inner loop, nor merges those of several iterations (JamInnerLoops.h).
static bool mayBecomeVectorCode(qd::ForOp loop) {
  WalkResult result = loop.getBody().walk([&](Operation *inner) {
    if (!isa<scf::ForOp, scf::WhileOp>(inner))
      return WalkResult::advance();
    for (Operation *around = inner->getParentOp(); around != loop; around = around->getParentOp())
      if (isa<scf::ForOp, scf::WhileOp>(around) && !hasConstantTrips(around))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return !result.wasInterrupted();
}

/// Erases `yield`, and gives its values as they lie in memory.
static SmallVector<Value> takeValues(OpBuilder &builder, Operation *yield) {
  builder.setInsertionPoint(yield);
  SmallVector<Value> values = llvm::map_to_vector(
      yield->getOperands(), [&](Value value) { return toMemoryType(builder, yield->getLoc(), value); });
  builder.setInsertionPointAfter(yield);
  yield->erase();
  return values;
}

/// Clones the statements of `loop`'s body to the interior.
static void cloneBody(OpBuilder &builder, qd::ForOp loop, const InnerLoop &inner, const Interior &interior) {
  IRMapping mapping;
  mapping.map(loop.getBody().getArguments(), inner.inductionVariables);
  builder.setInsertionPointToEnd(inner.body);
  for (Operation &op : loop.getBody().front())
    builder.clone(op, mapping);
  interior.settle(builder, mapping);
  SmallVector<Value> values = takeValues(builder, &inner.body->back());
  LLVM::BrOp::create(builder, loop.getLoc(), values, inner.iterationEnd);
}

/// Moves the statements of `loop`'s body to `inner`, whose body is without them, within a qd.iteration where they
/// report. The values that they yield reach the end of the iteration as they lie in memory. The loop is left empty.
static void moveBody(OpBuilder &builder, qd::ForOp loop, const InnerLoop &inner) {
  Block *source = &loop.getBody().front();
  for (auto [argument, variable] : llvm::zip_equal(source->getArguments(), inner.inductionVariables))
    argument.replaceAllUsesWith(variable);
  Location location = loop.getLoc();
  builder.setInsertionPointToEnd(inner.body);
  if (!hasReports(loop)) {
    inner.body->getOperations().splice(inner.body->end(), source->getOperations());
    SmallVector<Value> values = takeValues(builder, &inner.body->back());
    LLVM::BrOp::create(builder, location, values, inner.iterationEnd);
    return;
  }
  auto iteration =
      qd::IterationOp::create(builder, location, inner.flatIteration, inner.iterationEnd->getArgumentTypes());
  LLVM::BrOp::create(builder, location, iteration.getResults(), inner.iterationEnd);
  Block *statements = &iteration.getBody().front();
  statements->getOperations().splice(statements->end(), source->getOperations());
  SmallVector<Value> values = takeValues(builder, &statements->back());
  qd::IterationEndOp::create(builder, location, values);
}

/// Operations of a body that exists for each column of a short row.
static constexpr unsigned kLongestOfColumns = 256;

IterationNest createLoopNest(OpBuilder &builder, const ChunkFunction &chunk, const FlatRange &range, Value first,
                             Value last, LaneGroups lanes) {
  qd::ForOp loop = chunk.loop();
  SmallVector<Type> valueTypes = llvm::map_to_vector(loop.getResultTypes(), memoryType);
  NestShape shape = {
      range, loop.getBoundType(), first, last, lanes, valueTypes, innerLoopHints(loop, chunk.accessGroup())};
  bool mayHaveInterior = chunk.splitsInterior() && canHaveTwoBodies(loop);
  bool mayReport = hasReports(loop); // only where conditions are settled is it sure not to
  shape.hasWholeRows = mayHaveInterior && !mayReport && !lanes.origin && hasShortRows(range) &&
                       shape.hints.unrollGroups && canHaveTwoBodies(loop, kLongestOfColumns);
  Interior interior = mayHaveInterior && !shape.hasWholeRows ? Interior::find(loop) : Interior();
  bool hasGroups = lanes.origin && !mayReport && mayBecomeVectorCode(loop); // of lanes, in an interior of their own
  shape.hasInterior = mayHaveInterior && (shape.hasWholeRows || hasGroups || !interior.empty());
  shape.interior = interior.empty() ? nullptr : &interior;
  IterationNest nest = createIterationNest(builder, loop.getLoc(), shape);
  if (nest.interior)
    cloneBody(builder, loop, *nest.interior, interior);
  moveBody(builder, loop, nest.edge);
  return nest;
}

/// Puts the statements of a serial task that reports into a qd.iteration, all but what makes its arrays.
static void lowerSerialTask(const ChunkFunction &chunk) {
  if (!hasReports(chunk.function()))
    return;
  Block *entry = &chunk.function().getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(entry);
  Location location = chunk.function().getLoc();
  for (Operation &op : *entry)
    if (isa<LLVM::AllocaOp, UnrealizedConversionCastOp>(op))
      builder.setInsertionPointAfter(&op);
  Value zero = I64Builder{builder, location}.constant(0);
  auto iteration = qd::IterationOp::create(builder, location, zero, TypeRange{});
  Block *statements = &iteration.getBody().front();
  statements->getOperations().splice(statements->end(), entry->getOperations(), std::next(iteration->getIterator()),
                                     entry->getTerminator()->getIterator());
  builder.setInsertionPointToEnd(statements);
  qd::IterationEndOp::create(builder, location, ValueRange{});
}

static void lowerPlainLoop(const ChunkFunction &chunk) {
  qd::ForOp loop = chunk.loop();
  Location location = loop.getLoc();
  OpBuilder builder(loop);
  FlatRange range = computeRange(builder, loop);

  // Coordinates are divided out after the guard: an empty range has counts of 0.
  Block *entry = loop->getBlock();
  Block *after = entry->splitBlock(loop->getNextNode());
  Block *enter = builder.createBlock(after);
  builder.setInsertionPointToEnd(entry);
  LLVM::CondBrOp::create(builder, location, I64Builder{builder, location}.less(chunk.begin(), chunk.end()), enter,
                         after);

  builder.setInsertionPointToEnd(enter);
  IterationNest nest = createLoopNest(builder, chunk, range, chunk.begin(), chunk.end(), {});
  builder.setInsertionPointToEnd(nest.exit);
  LLVM::BrOp::create(builder, location, ValueRange{}, after);
  loop.erase();
}

void lowerParallelLoop(ChunkFunction &chunk, ReductionFunctions &functions) {
  if (!chunk.loop())
    lowerSerialTask(chunk);
  else if (chunk.loop().isReduction())
    lowerReduction(chunk, functions);
  else
    lowerPlainLoop(chunk);
  chunk.finishLoop();
}

} // namespace qdc
