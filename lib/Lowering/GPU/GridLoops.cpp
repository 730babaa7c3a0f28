//===- GridLoops.cpp - Iterations spread over a grid ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GridLoops.h"

#include "Grid/GridIterations.h"
#include "Reduce/Reduce.h"
#include "Windows/BlockChunks.h"
#include "Windows/ThreadWindows.h"
#include "qdc/Lowering/Common/FlatRange.h"
#include "qdc/Lowering/Common/I64Builder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;

namespace qdc {

/// What an iteration computes twice, as the index of its row, each of its copies would.
static void shareInBody(qd::ForOp loop) {
  IRRewriter rewriter(loop.getContext());
  DominanceInfo dominance(loop);
  eliminateCommonSubExpressions(rewriter, dominance, loop);
}

static void lowerPlainLoop(GridBody &body) {
  qd::ForOp loop = body.loop();
  Location location = loop.getLoc();
  OpBuilder builder(loop);
  shareInBody(loop);
  FlatRange range = computeRange(builder, loop);
  Value total = range.total(builder, location);
  GridBody::GroupPlace place = body.place(builder, location);
  const unsigned copies = iterationsPerThread(loop, body.shape().grid);
  std::optional<ThreadWindows> windows = body.limits().windows ? ThreadWindows::of(body) : std::nullopt;
  std::optional<ThreadWindows> columns = ThreadWindows::ofColumns(body);
  body.setIterationsPerThread(windows ? std::max(windows->iterationsPerThread(), copies) : copies);
  ThreadIterations left = {place.group, place.groupCount};
  auto runChunks = [&] { return copies > 1 ? createChunkLoop(builder, body, range, total, copies, left) : left; };
  auto runColumns = [&] {
    return columns ? columns->create(builder, range, total, left, runChunks).second : runChunks();
  };
  if (windows) {
    std::tie(range, left) = windows->create(builder, range, total, left, runColumns);
    total = range.total(builder, location);
  } else {
    left = runColumns();
  }
  Value hasOne = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, left.first, total);
  auto guard = scf::IfOp::create(builder, location, hasOne, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.thenBlock());
  createIterations(builder, loop, range, left.first, left.step, total,
                   [&](qd::IterationOp iteration, ValueRange variables) { moveBody(loop, iteration, variables); });
  loop.erase();
}

/// Loads of what is known before the partials take their time along with the loads of these. They stand before all
/// effects of the task, on which they cannot depend.
static void loadBeforePartials(qd::CombinePartialsOp combine) {
  Block &block = *combine->getBlock();
  Operation *first = *block.getOps<qd::CombinePartialsOp>().begin();
  auto isAhead = [&](Value operand) {
    Operation *made = operand.getDefiningOp();
    return !made || made->isBeforeInBlock(first);
  };
  for (Operation &op :
       llvm::make_early_inc_range(llvm::make_range(combine->getNextNode()->getIterator(), block.end()))) {
    const bool mayMove = isa<memref::LoadOp>(op) || (isPure(&op) && op.getNumRegions() == 0);
    if (!mayMove && !isMemoryEffectFree(&op))
      break;
    if (mayMove && llvm::all_of(op.getOperands(), isAhead))
      op.moveBefore(first);
  }
}

/// Any number of groups may be launched; one has work. Where it has several threads, which combine partials, the first
/// one alone does the rest.
static void lowerSerialTask(GridBody &body) {
  Block &entry = body.function().getBody().front();
  Location location = body.function().getLoc();
  qd::CombinePartialsOp combine = lastCombine(body.function());
  if (combine)
    loadBeforePartials(combine);
  Operation *first = &entry.front(), *end = entry.getTerminator();
  OpBuilder builder(first);
  I64Builder i64{builder, location};
  Value zero = i64.constant(0);
  GridBody::GroupPlace place = body.place(builder, location);
  auto move = [&](Operation *from, Block::iterator to, Block *target) {
    target->getOperations().splice(target->begin(), entry.getOperations(), from->getIterator(), to);
  };
  auto run = scf::IfOp::create(builder, location, i64.equal(place.group, zero), /*withElseRegion=*/false);
  Block *serial = run.thenBlock();
  if (combine) {
    Operation *rest = combine->getNextNode();
    move(first, rest->getIterator(), serial);
    first = rest;
    builder.setInsertionPoint(serial->getTerminator());
    auto alone = scf::IfOp::create(builder, location, i64.equal(place.lane, zero), /*withElseRegion=*/false);
    serial = alone.thenBlock();
  }
  builder.setInsertionPointToStart(serial);
  auto iteration = qd::IterationOp::create(builder, location, zero, TypeRange{});
  Block *statements = &iteration.getBody().front();
  if (first != end)
    move(first, end->getIterator(), statements);
  builder.setInsertionPointToEnd(statements);
  qd::IterationEndOp::create(builder, location, ValueRange{});
  lowerCombinePartials(body, place.lane);
}

void lowerGridLoop(GridBody &body) {
  if (!body.loop())
    lowerSerialTask(body);
  else if (body.loop().isReduction())
    lowerReduction(body);
  else
    lowerPlainLoop(body);
  body.finishLowering();
}

} // namespace qdc
