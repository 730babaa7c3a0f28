//===- Reduce.cpp - Deterministic reductions ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Reduce.h"

#include "Loops.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/ReductionRule.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace qdc {

namespace {

/// The lanes of one value that is being reduced.
struct Lanes {
  qd::ReduceKind kind;
  Type type;
  Value array; // !llvm.ptr to QDC_REDUCE_LANES elements

  static Lanes create(OpBuilder &builder, Location location, qd::ReduceKind kind, Type type) {
    return {kind, type, stackArray(builder, location, type, QDC_REDUCE_LANES)};
  }

  Value start(OpBuilder &builder, Location location) const {
    return arith::ConstantOp::create(builder, location, startOfReduction(builder, kind, type));
  }

  Value address(OpBuilder &builder, Location location, Value lane) const {
    return elementAddress(builder, location, array, type, lane);
  }

  /// Folds `value` into a lane.
  void foldInto(OpBuilder &builder, Location location, Value lane, Value value, LLVM::AccessGroupAttr group) const {
    Value element = address(builder, location, lane);
    Value old = loadElement(builder, location, type, element, group);
    storeElement(builder, location, foldPair(builder, location, kind, old, value), element, group);
  }
};

/// The address of partial `index` (i64) of the value whose partials start at byte `offset` of the chunk's workspace.
Value partialAddress(OpBuilder &builder, Location location, const ChunkFunction &chunk, int64_t offset, Value index) {
  Value word = partialWord({builder, location}, offset, index);
  return elementAddress(builder, location, chunk.workspace, builder.getI64Type(), word);
}

Value indexConstant(OpBuilder &builder, Location location, int64_t value) {
  return arith::ConstantIndexOp::create(builder, location, value);
}

void resetLanes(OpBuilder &builder, Location location, ArrayRef<Lanes> lanes) {
  auto loop =
      scf::ForOp::create(builder, location, indexConstant(builder, location, 0),
                         indexConstant(builder, location, QDC_REDUCE_LANES), indexConstant(builder, location, 1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  for (const Lanes &lane : lanes)
    storeElement(builder, location, lane.start(builder, location),
                 lane.address(builder, location, loop.getInductionVar()));
}

/// Vectors of this type compute what its elements do. What HalfPrecision.cpp computes in f32 it knows as scalars only.
bool hasVectors(Type type) { return type.isIndex() || (memoryType(type) == type && !type.isF16()); }

/// Folds lane l with l + 32, then 16, 8, 4, 2, 1, and gives lane 0. The lanes stay in registers.
Value foldVector(OpBuilder &builder, Location location, const Lanes &lanes) {
  Type all = VectorType::get(QDC_REDUCE_LANES, memoryType(lanes.type));
  Value vector = LLVM::LoadOp::create(builder, location, all, lanes.array, stackArrayAlignment);
  auto part = [&](int64_t first, int64_t count) -> Value {
    return LLVM::ShuffleVectorOp::create(builder, location, vector, vector,
                                         llvm::to_vector(llvm::seq<int32_t>(first, first + count)));
  };
  for (int64_t half = QDC_REDUCE_LANES / 2; half > 0; half /= 2)
    vector = foldPair(builder, location, lanes.kind, part(0, half), part(half, half));
  Value zero = I64Builder{builder, location}.constant(0);
  return fromMemoryType(builder, location, LLVM::ExtractElementOp::create(builder, location, vector, zero), lanes.type);
}

/// The same, element by element.
Value foldElements(OpBuilder &builder, Location location, const Lanes &lanes) {
  I64Builder i64{builder, location};
  for (int64_t half = QDC_REDUCE_LANES / 2; half > 0; half /= 2) {
    auto loop = scf::ForOp::create(builder, location, indexConstant(builder, location, 0),
                                   indexConstant(builder, location, half), indexConstant(builder, location, 1));
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value lane = i64.fromInteger(loop.getInductionVar());
    Value other = lanes.address(builder, location, i64.add(lane, i64.constant(half)));
    lanes.foldInto(builder, location, lane, loadElement(builder, location, lanes.type, other), {});
  }
  return loadElement(builder, location, lanes.type, lanes.address(builder, location, i64.constant(0)));
}

/// Lane 0 of each when all lanes are folded.
SmallVector<Value> foldTree(OpBuilder &builder, Location location, ArrayRef<Lanes> lanes) {
  return llvm::map_to_vector(lanes, [&](const Lanes &one) {
    return hasVectors(one.type) ? foldVector(builder, location, one) : foldElements(builder, location, one);
  });
}

} // namespace

void lowerReduction(ChunkFunction &chunk) {
  qd::ForOp loop = chunk.loop;
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
  LLVM::CondBrOp::create(builder, location, i64.less(chunk.begin, chunk.end), blocks, ValueRange{chunk.begin}, after,
                         ValueRange{});
  builder.setInsertionPointToEnd(blocks);
  Value block = blocks->getArgument(0);
  Value first = reduction.begin(i64, block);
  Value last = reduction.end(i64, first);
  resetLanes(builder, location, lanes);

  IterationNest nest = createLoopNest(builder, chunk, range, first, last, {first});
  auto foldValues = [&](const InnerLoop &inner) {
    // In front of the arithmetic that closes the loop.
    builder.setInsertionPointToStart(inner.iterationEnd);
    for (auto [lane, value] : llvm::zip_equal(lanes, inner.iterationEnd->getArguments()))
      lane.foldInto(builder, location, inner.lane, fromMemoryType(builder, location, value, lane.type),
                    chunk.accessGroup);
  };
  foldValues(nest.edge);
  if (nest.interior)
    foldValues(*nest.interior);

  builder.setInsertionPointToEnd(nest.exit);
  SmallVector<Value> values = foldTree(builder, location, lanes);
  for (auto [value, offset] : llvm::zip_equal(values, chunk.partials))
    storeElement(builder, location, value, partialAddress(builder, location, chunk, offset, block));
  Value next = i64.add(block, i64.constant(1));
  LLVM::CondBrOp::create(builder, location, i64.less(next, chunk.end), blocks, ValueRange{next}, after, ValueRange{});
  loop.erase();
}

static void lowerCombinePartials(qd::CombinePartialsOp op, const ChunkFunction &chunk) {
  OpBuilder builder(op);
  Location location = op.getLoc();
  I64Builder i64{builder, location};
  Value total = i64.max(i64.fromInteger(op.getIterations()), i64.constant(0));
  Value count = ReductionBlocks::create(i64, total).count(i64);
  Lanes lanes = Lanes::create(builder, location, op.getReduce(), op.getType());
  resetLanes(builder, location, lanes);

  Value width = i64.constant(QDC_REDUCE_LANES), zero = i64.constant(0), one = i64.constant(1);
  auto groups = scf::ForOp::create(builder, location, zero, count, width);
  builder.setInsertionPointToStart(groups.getBody());
  Value rest = i64.min(width, i64.sub(count, groups.getInductionVar()));
  auto group = scf::ForOp::create(builder, location, zero, rest, one);
  builder.setInsertionPointToStart(group.getBody());
  Value lane = group.getInductionVar();
  Value address = partialAddress(builder, location, chunk, op.getOffset(), i64.add(groups.getInductionVar(), lane));
  lanes.foldInto(builder, location, lane, loadElement(builder, location, op.getType(), address), {});

  builder.setInsertionPoint(op);
  op.replaceAllUsesWith(foldTree(builder, location, lanes).front());
  op.erase();
}

void lowerCombinePartials(ChunkFunction &chunk) {
  chunk.function.walk([&](qd::CombinePartialsOp op) { lowerCombinePartials(op, chunk); });
}

} // namespace qdc
