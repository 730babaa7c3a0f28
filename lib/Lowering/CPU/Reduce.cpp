//===- Reduce.cpp - Deterministic reductions ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reduce.h"

#include "Lanes.h"
#include "Loops.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/ReductionRule.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

/// The address of partial `index` (i64) of the value whose partials start at byte `offset` of the chunk's workspace.
static Value partialAddress(OpBuilder &builder, Location location, const ChunkFunction &chunk, int64_t offset,
                            Value index) {
  Value word = partialWord({builder, location}, offset, index);
  return elementAddress(builder, location, chunk.workspace(), builder.getI64Type(), word);
}

void lowerReduction(const ChunkFunction &chunk, ReductionFunctions &functions) {
  qd::ForOp loop = chunk.loop();
  Location location = loop.getLoc();
  OpBuilder builder(loop);
  I64Builder i64{builder, location};
  FlatRange range = computeRange(builder, loop);
  ReductionBlocks reduction = ReductionBlocks::create(i64, range.total(builder, location));
  SmallVector<Lanes> lanes;
  for (auto [kind, type] : llvm::zip_equal(loop.getReduceKinds(), loop.getResultTypes()))
    lanes.push_back(Lanes::create(builder, location, kind, type));

  // for (block = begin; block < end; ++block)
  Block *entry = loop->getBlock();
  Block *after = entry->splitBlock(loop->getNextNode());
  Block *blocks = builder.createBlock(after, {builder.getI64Type()}, {location});
  builder.setInsertionPointToEnd(entry);
  LLVM::CondBrOp::create(builder, location, i64.less(chunk.begin(), chunk.end()), blocks, ValueRange{chunk.begin()},
                         after, ValueRange{});
  builder.setInsertionPointToEnd(blocks);
  Value block = blocks->getArgument(0);
  Value first = reduction.begin(i64, block);
  Value last = reduction.end(i64, first);
  for (const Lanes &lane : lanes)
    lane.reset(builder, location);

  IterationNest nest = createLoopNest(builder, chunk, range, first, last, {first});
  auto foldValues = [&](const InnerLoop &inner) {
    // In front of the arithmetic that closes the loop.
    builder.setInsertionPointToStart(inner.iterationEnd);
    for (auto [lane, value] : llvm::zip_equal(lanes, inner.iterationEnd->getArguments()))
      lane.foldInto(builder, location, inner.lane, fromMemoryType(builder, location, value, lane.type),
                    chunk.accessGroup());
  };
  foldValues(nest.edge);
  if (nest.interior)
    foldValues(*nest.interior);

  builder.setInsertionPointToEnd(nest.exit);
  for (auto [lane, offset] : llvm::zip_equal(lanes, chunk.partials())) {
    Value value = functions.foldLanes(builder, location, lane.kind, lane.type, lane.array);
    storeElement(builder, location, value, partialAddress(builder, location, chunk, offset, block));
  }
  Value next = i64.add(block, i64.constant(1));
  LLVM::CondBrOp::create(builder, location, i64.less(next, chunk.end()), blocks, ValueRange{next}, after, ValueRange{});
  loop.erase();
}

void lowerCombinePartials(const ChunkFunction &chunk, ReductionFunctions &functions) {
  chunk.function().walk([&](qd::CombinePartialsOp op) {
    OpBuilder builder(op);
    Location location = op.getLoc();
    I64Builder i64{builder, location};
    Value partials = partialAddress(builder, location, chunk, op.getOffset(), i64.constant(0));
    op.replaceAllUsesWith(functions.combinePartials(builder, location, op.getReduce(), op.getType(), partials,
                                                    i64.fromInteger(op.getIterations())));
    op.erase();
  });
}

} // namespace qdc
