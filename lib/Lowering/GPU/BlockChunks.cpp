//===- BlockChunks.cpp - Iterations of a thread under way together --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "BlockChunks.h"

#include "GridLoops.h"
#include "UnrollHints.h"
#include "qdc/Lowering/Common/FlatAccesses.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

namespace {

/// A load or a store that nothing but the order of its own thread binds; null array otherwise.
struct PlainAccess {
  Value array;

  static PlainAccess of(Operation &op) {
    auto access = dyn_cast<qd::ElementAccess>(op);
    bool isPlain =
        access && (access.getAccessKind() == qd::AccessKind::load || access.getAccessKind() == qd::AccessKind::store);
    return isPlain ? PlainAccess{access.getArray()} : PlainAccess();
  }
  explicit operator bool() const { return array != nullptr; }
  bool isLocal() const { return isLocalArray(array); }
  unsigned bytes() const {
    return memoryType(cast<MemRefType>(array.getType()).getElementType()).getIntOrFloatBitWidth() / 8;
  }
};

/// Most of these are calls, or long; what only looks at bits is neither.
bool isMathFunction(Operation &op) {
  bool isMath = isa<math::MathDialect>(op.getDialect()) &&
                !isa<math::AbsFOp, math::AbsIOp, math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp,
                     math::IsFiniteOp, math::IsInfOp, math::IsNaNOp, math::IsNormalOp>(op);
  return isMath || isa<arith::RemFOp>(op);
}

/// What copies of `op` may be interleaved. What is left of the qd dialect may look at the iteration's number.
bool isStraight(Operation &op) {
  return PlainAccess::of(op) || (op.getNumRegions() == 0 && isMemoryEffectFree(&op) &&
                                 !isa<qd::QDDialect>(op.getDialect()) && !isMathFunction(op));
}

/// Ends the iteration, and fails the launch, where its condition does not hold.
bool isReport(Operation &op) { return isa<qd::AssertOp, qd::CheckOp>(op); }

bool isLocalAccess(Operation &op) {
  PlainAccess access = PlainAccess::of(op);
  return access && access.isLocal();
}

/// The coordinates of a thread's iterations in a chunk, which are `threads` apart. Of several dimensions those of the
/// first one are divided out, in 32 bits, and the next ones are counted from there.
class CopyPlaces {
public:
  /// Divides out what is the same for all chunks, at the builder's insertion point.
  CopyPlaces(OpBuilder &builder, Location location, const FlatRange &range, unsigned threads)
      : builder(builder), location(location), range(range), threads(threads) {
    if (range.counts.size() == 1)
      return;
    this->range = range.in32Bits(builder, location);
    divideStride();
  }

  /// Those of copy 0, 1 and so on, in turn, at the builder's insertion point. `first` is the iteration of copy 0; all
  /// i64.
  SmallVector<Value> of(unsigned copy, Value first) {
    I64Builder i64{builder, location};
    if (range.counts.size() == 1)
      return {i64.add(first, i64.constant(static_cast<int64_t>(copy) * threads))};
    Value narrow = copy == 0 ? builder.createOrFold<arith::TruncIOp>(location, builder.getI32Type(), first) : Value();
    current =
        copy == 0 ? range.coordinates(builder, location, narrow) : range.advance(builder, location, current, stride);
    return llvm::map_to_vector(current, [&](Value coordinate) -> Value {
      return builder.createOrFold<arith::ExtUIOp>(location, builder.getI64Type(), coordinate);
    });
  }

private:
  /// Most rows are longer than a block: then there is nothing to divide.
  void divideStride() {
    Value whole = arith::ConstantIntOp::create(builder, location, threads, 32);
    Value isLong = builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::ugt, range.counts.back(), whole);
    SmallVector<Type> types(range.counts.size(), builder.getI32Type());
    auto choice = scf::IfOp::create(builder, location, types, isLong, /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(choice.thenBlock());
      SmallVector<Value> along(types.size() - 1, arith::ConstantIntOp::create(builder, location, 0, 32));
      along.push_back(whole);
      scf::YieldOp::create(builder, location, along);
      builder.setInsertionPointToStart(choice.elseBlock());
      scf::YieldOp::create(builder, location, range.coordinates(builder, location, whole));
    }
    llvm::append_range(stride, choice.getResults());
  }

  OpBuilder &builder;
  Location location;
  FlatRange range;
  unsigned threads;
  SmallVector<Value> stride, current; // of several dimensions, i32
};

/// Clones statements once for each element of `mappings`, which know the induction variables.
void cloneInterleaved(OpBuilder &builder, llvm::iterator_range<Block::iterator> statements,
                      MutableArrayRef<IRMapping> mappings) {
  // Accesses to memory of the thread's own and what stands between them are one step, other statements one each.
  auto firstLocal = llvm::find_if(statements, isLocalAccess), endLocal = firstLocal;
  for (auto at = firstLocal; at != statements.end(); ++at)
    if (isLocalAccess(*at))
      endLocal = std::next(at);
  for (auto begin = statements.begin(); begin != statements.end();) {
    auto end = begin == firstLocal ? endLocal : std::next(begin);
    for (IRMapping &mapping : mappings)
      for (Operation &op : llvm::make_range(begin, end))
        builder.clone(op, mapping);
    begin = end;
  }
}

/// The same where the body holds reports: what comes after one runs only if none of the iterations has anything to
/// report. Gives whether that was so to the end (i1).
Value cloneUnlessReported(OpBuilder &builder, qd::ForOp loop, Block::iterator from,
                          MutableArrayRef<IRMapping> mappings) {
  Location location = loop.getLoc();
  Block::iterator end = loop.getBody().front().without_terminator().end();
  Block::iterator report = std::find_if(from, end, isReport);
  cloneInterleaved(builder, llvm::make_range(from, report), mappings);
  if (report == end)
    return arith::ConstantIntOp::create(builder, location, 1, 1);
  Value all;
  for (IRMapping &mapping : mappings) {
    Value holds = mapping.lookupOrDefault(report->getOperand(0));
    all = all ? builder.createOrFold<arith::AndIOp>(location, all, holds) : holds;
  }
  auto rest = scf::IfOp::create(builder, location, builder.getI1Type(), all, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(rest.thenBlock());
  scf::YieldOp::create(builder, location, cloneUnlessReported(builder, loop, std::next(report), mappings));
  builder.setInsertionPointToStart(rest.elseBlock());
  Value no = arith::ConstantIntOp::create(builder, location, 0, 1);
  scf::YieldOp::create(builder, location, no);
  return rest.getResult(0);
}

/// Runs the iterations of a chunk, of which `mine` is this thread's first, one after the other from their start.
void createSingly(OpBuilder &builder, const GridBody &body, const FlatRange &range, Value mine) {
  qd::ForOp loop = body.loop;
  I64Builder i64{builder, loop.getLoc()};
  unsigned copies = body.shape.iterationsPerThread, threads = body.shape.blockThreads;
  Value step = i64.constant(threads), end = i64.add(mine, i64.constant(int64_t(copies) * threads));
  createIterations(builder, loop, range, mine, step, end, [&](qd::IterationOp iteration, ValueRange variables) {
    IRMapping mapping;
    mapping.map(loop.getBody().getArguments(), variables);
    OpBuilder inside = OpBuilder::atBlockEnd(&iteration.getBody().front());
    for (Operation &op : loop.getBody().front().without_terminator())
      inside.clone(op, mapping);
    qd::IterationEndOp::create(inside, loop.getLoc(), ValueRange{});
  });
}

/// Whether an iteration may stop at a report and start again: nothing before it changes memory.
bool canRepeat(Block &body) {
  bool hasReport = false, hasChange = false, hasLocal = false;
  for (Operation &op : body.without_terminator()) {
    if (isReport(op) && hasChange)
      return false;
    hasReport |= isReport(op);
    hasLocal |= isLocalAccess(op);
    auto access = dyn_cast<qd::ElementAccess>(op);
    hasChange |= access && access.getAccessKind() != qd::AccessKind::load;
  }
  return !hasReport || !hasLocal;
}

} // namespace

unsigned iterationsPerThread(qd::ForOp loop, qd::GridSize grid) {
  constexpr unsigned bytesOfThread = 16;
  unsigned widest = 0;
  if (!canRepeat(loop.getBody().front()))
    return 1;
  for (Operation &op : loop.getBody().front().without_terminator()) {
    if (!isStraight(op) && !isReport(op))
      return 1;
    if (PlainAccess access = PlainAccess::of(op); access && !access.isLocal())
      widest = std::max(widest, access.bytes());
  }
  if (widest == 0)
    return 1;
  unsigned count = unrollCount(loop);
  if (grid == qd::GridSize::resident)
    return count;
  // Coordinates of three dimensions and more are worth sharing among more, where registers suffice. A step of heat flow
  // on a plate of 2048^2 points takes 49 us on an H200 with two iterations, and 55 with four.
  constexpr unsigned least = 4;
  constexpr CopyLimits ofLeast = {32, 512};
  if (loop.getRank() > 2)
    count = std::max(count, std::min(unrollCount(loop, ofLeast), least));
  return std::min(count, std::max(bytesOfThread / widest, 1u));
}

ThreadIterations createChunkLoop(OpBuilder &builder, const GridBody &body, const FlatRange &range, Value total,
                                 ThreadIterations all) {
  qd::ForOp loop = body.loop;
  Location location = loop.getLoc();
  I64Builder i64{builder, location};
  // A range has fewer than 2^63 iterations, so that these sums fit into 64 bits without a sign.
  constexpr auto fits = arith::IntegerOverflowFlags::nuw;
  auto sum = [&](Value lhs, Value rhs) { return arith::AddIOp::create(builder, location, lhs, rhs, fits); };
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, location, predicate, lhs, rhs);
  };
  unsigned copies = body.shape.iterationsPerThread, threads = body.shape.blockThreads;
  Value chunk = i64.constant(static_cast<int64_t>(copies) * threads);
  Value first = i64.mul(body.block, chunk), step = i64.mul(body.blocks, chunk);
  Value takesChunks = compare(arith::CmpIPredicate::ugt, total, all.step);
  if (loop.getRank() > 1) {
    Value isShort = compare(arith::CmpIPredicate::ult, total, i64.constant(int64_t{1} << 32));
    takesChunks = arith::AndIOp::create(builder, location, takesChunks, isShort);
  }
  Type type = builder.getI64Type();
  auto left = scf::IfOp::create(builder, location, TypeRange{type, type}, takesChunks, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(left.elseBlock());
  scf::YieldOp::create(builder, location, ValueRange{all.first, all.step});

  builder.setInsertionPointToStart(left.thenBlock());
  CopyPlaces places(builder, location, range, threads);
  auto chunks = scf::WhileOp::create(builder, location, TypeRange{type, type}, ValueRange{first});
  Value start = builder.createBlock(&chunks.getBefore(), {}, {type}, {location})->getArgument(0);
  Value mine = sum(start, body.thread);
  Value isWhole = compare(arith::CmpIPredicate::ule, sum(start, chunk), total);
  scf::ConditionOp::create(builder, location, isWhole, ValueRange{start, mine});
  Block *whole = builder.createBlock(&chunks.getAfter(), {}, {type, type}, {location, location});
  SmallVector<IRMapping> mappings(copies);
  for (auto [copy, mapping] : llvm::enumerate(mappings))
    for (auto [axis, coordinate] : llvm::enumerate(places.of(copy, whole->getArgument(1))))
      mapping.map(loop.getBody().getArgument(axis),
                  range.variable(builder, location, axis, coordinate, loop.getBoundType()));
  Block &statements = loop.getBody().front();
  if (llvm::any_of(statements, isReport)) {
    Value isDone = cloneUnlessReported(builder, loop, statements.begin(), mappings);
    auto isOpen = scf::IfOp::create(builder, location, TypeRange{}, isDone, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(isOpen.elseBlock());
    createSingly(builder, body, range, whole->getArgument(1));
  } else {
    cloneInterleaved(builder, statements.without_terminator(), mappings);
  }
  scf::YieldOp::create(builder, location, ValueRange{sum(whole->getArgument(0), step)});
  builder.setInsertionPointAfter(chunks);
  scf::YieldOp::create(builder, location, ValueRange{chunks.getResult(1), i64.constant(threads)});
  builder.setInsertionPointAfter(left);
  return {left.getResult(0), left.getResult(1)};
}

} // namespace qdc
