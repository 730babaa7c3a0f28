//===- WarpReduce.cpp - Deterministic reductions by warps -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "WarpReduce.h"

#include "../QDToLLVM/Loops.h"
#include "../QDToLLVM/Memory.h"
#include "../QDToLLVM/ReductionRule.h"
#include "UnrollHints.h"
#include "qdc/ABI/KernelABI.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

static_assert(QDC_REDUCE_LANES == 2 * QDC_GPU_SUBGROUP, "a thread has two lanes");

namespace {

/// One value that is being reduced.
struct Reduced {
  qd::ReduceKind kind;
  Type type;

  Value neutral(OpBuilder &builder, Location location) const {
    Value value = arith::ConstantOp::create(builder, location, neutralElement(builder, kind, type));
    return toMemoryType(builder, location, value);
  }
  /// Of values as they lie in memory.
  Value fold(OpBuilder &builder, Location location, Value lhs, Value rhs) const {
    auto fromMemory = [&](Value value) { return fromMemoryType(builder, location, value, type); };
    return toMemoryType(builder, location, foldPair(builder, location, kind, fromMemory(lhs), fromMemory(rhs)));
  }
};

/// The loop of a thread over the elements `first` + 32 k below `end` of a range, which fold into its two lanes.
class LaneLoop {
public:
  /// Creates the blocks after the builder's insertion block, which is ended. Where `range` has several dimensions,
  /// that block must run only if it is not empty: its extents are divided by. What is given by reference, `range` and
  /// `values` too, must outlive this object. The caller fills `body`, without a terminator, and branches to
  /// `iterationEnd` with the values, as they lie in memory, of `element`.
  LaneLoop(OpBuilder &builder, Location location, const KernelFunction &kernel, ArrayRef<Reduced> values, Value first,
           Value end, const FlatRange &range)
      : builder(builder), location(location), kernel(kernel), values(values), first(first), end(end), range(range) {
    SmallVector<Type> types = llvm::map_to_vector(values, [](const Reduced &value) { return memoryType(value.type); });
    SmallVector<Type> lanes = types;
    lanes.append(types);
    SmallVector<Type> placeAndLanes(placeSize(), builder.getI64Type());
    placeAndLanes.append(lanes);
    Block *before = builder.getInsertionBlock();
    auto position = std::next(before->getIterator());
    auto create = [&](TypeRange types) {
      return builder.createBlock(before->getParent(), position, types, SmallVector<Location>(types.size(), location));
    };
    body = create(placeAndLanes);
    iterationEnd = create(types);
    folded = create(lanes);

    builder.setInsertionPointToEnd(before);
    I64Builder i64{builder, location};
    SmallVector<Value> start = {first};
    if (hasCoordinates()) {
      llvm::append_range(start, range.coordinates(builder, location, first));
      stride = range.coordinates(builder, location, i64.constant(QDC_GPU_SUBGROUP));
    }
    for (unsigned copy = 0; copy < 2; ++copy)
      for (const Reduced &value : values)
        start.push_back(value.neutral(builder, location));
    LLVM::CondBrOp::create(builder, location, i64.less(first, end), body, start, folded,
                           ArrayRef(start).drop_front(placeSize()));
    element = body->getArgument(0);
    coordinates = hasCoordinates() ? ValueRange(body->getArguments()).slice(1, range.counts.size()) : element;
  }

  /// Closes the loop, of which LLVM is asked to make `unroll` copies, folds the lanes and leaves the builder behind
  /// that. Thread 0 has the values of the whole warp.
  SmallVector<Value> close(unsigned unroll) {
    closeLoop(unroll);
    return foldLanes();
  }

  Block *body = nullptr, *iterationEnd = nullptr;
  Value element; // i64, known in body
  SmallVector<Value> coordinates; // of the element in the range, i64, known in body

private:
  bool hasCoordinates() const { return range.counts.size() > 1; }
  /// Values that say where the loop is.
  unsigned placeSize() const { return hasCoordinates() ? 1 + range.counts.size() : 1; }

  void closeLoop(unsigned unroll) {
    builder.setInsertionPointToEnd(iterationEnd);
    I64Builder i64{builder, location};
    ValueRange lanes = body->getArguments().drop_front(placeSize());
    Value next = i64.add(element, i64.constant(QDC_GPU_SUBGROUP));
    SmallVector<Value> operands = {next};
    if (hasCoordinates())
      llvm::append_range(operands, range.advance(builder, location, coordinates, stride));
    // The other lane's turn comes next.
    llvm::append_range(operands, lanes.drop_front(values.size()));
    for (auto [index, value] : llvm::enumerate(values))
      operands.push_back(value.fold(builder, location, lanes[index], iterationEnd->getArgument(index)));
    auto latch = LLVM::CondBrOp::create(builder, location, i64.less(next, end), body, operands, folded,
                                        ArrayRef(operands).drop_front(placeSize()));
    askForCopies(latch, unroll);
  }

  SmallVector<Value> foldLanes() {
    builder.setInsertionPointToEnd(folded);
    I64Builder i64{builder, location};
    GPUBuilder gpu = kernel.gpu(builder, location);
    // After an odd number of elements the lanes are swapped.
    Value width = i64.constant(QDC_GPU_SUBGROUP), zero = i64.constant(0);
    Value missing = i64.max(i64.sub(end, first), zero);
    Value count = i64.div(i64.add(missing, i64.constant(QDC_GPU_SUBGROUP - 1)), width);
    Value isSwapped = i64.equal(i64.bitAnd(count, 1), i64.constant(1));
    SmallVector<Value> results;
    for (auto [index, value] : llvm::enumerate(values)) {
      Value current = folded->getArgument(index), other = folded->getArgument(values.size() + index);
      Value result =
          value.fold(builder, location, i64.select(isSwapped, other, current), i64.select(isSwapped, current, other));
      for (int32_t distance = QDC_GPU_SUBGROUP / 2; distance > 0; distance /= 2)
        result = value.fold(builder, location, result, gpu.shuffleDown(result, distance));
      results.push_back(result);
    }
    return results;
  }

  OpBuilder &builder;
  Location location;
  const KernelFunction &kernel;
  ArrayRef<Reduced> values;
  Value first, end;
  const FlatRange &range;
  SmallVector<Value> stride = {}; // coordinates of the distance to the next element
  Block *folded = nullptr;
};

/// Writes the values of a block, which thread 0 has, to the partials, and goes on after that.
void storePartials(OpBuilder &builder, Location location, const ChunkFunction &chunk, Value lane, Value block,
                   ValueRange values, Block *next) {
  I64Builder i64{builder, location};
  Block *before = builder.getInsertionBlock();
  Block *write = builder.createBlock(next);
  for (auto [value, offset] : llvm::zip_equal(values, chunk.partials))
    LLVM::StoreOp::create(builder, location, value, partialAddress(builder, location, chunk, offset, block));
  LLVM::BrOp::create(builder, location, ValueRange{}, next);
  builder.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(builder, location, i64.equal(lane, i64.constant(0)), write, next);
}

void lowerCombine(qd::CombinePartialsOp op, const KernelFunction &kernel, Value lane) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  I64Builder i64{builder, location};
  Value total = i64.max(i64.fromInteger(op.getIterations()), i64.constant(0));
  Value count = reductionBlockCount(i64, total, reductionBlockSize(i64, total));

  Block *after = op->getBlock()->splitBlock(op);
  Reduced value{op.getReduce(), op.getType()};
  builder.setInsertionPointToEnd(after->getPrevNode());
  FlatRange range{{}, {}, {count}};
  LaneLoop loop(builder, location, kernel, value, lane, count, range);
  builder.setInsertionPointToEnd(loop.body);
  Value address = partialAddress(builder, location, kernel.chunk, op.getOffset(), loop.element);
  Value partial = LLVM::LoadOp::create(builder, location, memoryType(value.type), address);
  LLVM::BrOp::create(builder, location, partial, loop.iterationEnd);
  Value result = loop.close(/*unroll=*/8).front();
  op.replaceAllUsesWith(fromMemoryType(builder, location, result, value.type));
  LLVM::BrOp::create(builder, location, ValueRange{}, after);
  op.erase();
}

} // namespace

void lowerWarpReduction(KernelFunction &kernel) {
  ChunkFunction &chunk = kernel.chunk;
  qd::ForOp loop = chunk.loop;
  Location location = loop.getLoc();
  OpBuilder builder(loop);
  I64Builder i64{builder, location};
  FlatRange range = computeRange(builder, loop);
  Value total = range.total(builder, location);
  Value size = reductionBlockSize(i64, total), count = reductionBlockCount(i64, total, size);
  KernelFunction::Place place = kernel.place(builder, location);
  SmallVector<Reduced> values;
  for (auto [kind, type] : llvm::zip_equal(loop.getReduceKinds(), loop.getResultTypes()))
    values.push_back({kind, type});

  // for (block = group; block < count; block += groupCount)
  Block *entry = loop->getBlock();
  Block *after = entry->splitBlock(loop->getNextNode());
  Block *blocks = builder.createBlock(after, {builder.getI64Type()}, {location});
  Block *nextBlock = builder.createBlock(after);
  builder.setInsertionPointToEnd(entry);
  LLVM::CondBrOp::create(builder, location, i64.less(place.group, count), blocks, ValueRange{place.group}, after,
                         ValueRange{});
  builder.setInsertionPointToEnd(blocks);
  Value block = blocks->getArgument(0);
  Value first = i64.mul(block, size);
  Value end = i64.min(total, i64.add(first, size));

  unsigned unroll = unrollCount(loop);
  LaneLoop lanes(builder, location, kernel, values, i64.add(first, place.lane), end, range);
  InnerLoop inner;
  inner.body = lanes.body;
  inner.iterationEnd = lanes.iterationEnd;
  inner.flatIteration = lanes.element;
  builder.setInsertionPointToEnd(inner.body);
  for (auto [axis, coordinate] : llvm::enumerate(lanes.coordinates))
    inner.inductionVariables.push_back(range.variable(builder, location, axis, coordinate, loop.getBoundType()));
  moveBody(builder, loop, inner);
  chunk.iterationEnd = inner.iterationEnd;
  chunk.flatIteration = inner.flatIteration;
  storePartials(builder, location, chunk, place.lane, block, lanes.close(unroll), nextBlock);

  builder.setInsertionPointToEnd(nextBlock);
  Value next = i64.add(block, place.groupCount);
  LLVM::CondBrOp::create(builder, location, i64.less(next, count), blocks, ValueRange{next}, after, ValueRange{});
  loop.erase();
}

void lowerCombinePartials(KernelFunction &kernel, Value lane) {
  SmallVector<qd::CombinePartialsOp> ops;
  kernel.chunk.function.walk([&](qd::CombinePartialsOp op) { ops.push_back(op); });
  for (qd::CombinePartialsOp op : ops)
    lowerCombine(op, kernel, lane);
}

} // namespace qdc
