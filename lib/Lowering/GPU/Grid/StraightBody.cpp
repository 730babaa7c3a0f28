//===- StraightBody.cpp - Iterations whose statements become one block ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "StraightBody.h"

#include "GridIterations.h"
#include "qdc/Lowering/Common/FlatAccesses.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace qdc {

PlainAccess PlainAccess::of(Operation &op) {
  auto access = dyn_cast<qd::ElementAccess>(op);
  bool isPlain =
      access && (access.getAccessKind() == qd::AccessKind::load || access.getAccessKind() == qd::AccessKind::store);
  return isPlain ? PlainAccess{access.getArray()} : PlainAccess();
}

bool PlainAccess::isLocal() const { return isLocalArray(array); }

unsigned PlainAccess::bytes() const {
  return memoryType(cast<MemRefType>(array.getType()).getElementType()).getIntOrFloatBitWidth() / 8;
}

/// Most of these are calls, or long; what only looks at bits is neither.
static bool isMathFunction(Operation &op) {
  bool isMath = isa<math::MathDialect>(op.getDialect()) &&
                !isa<math::AbsFOp, math::AbsIOp, math::CountLeadingZerosOp, math::CountTrailingZerosOp, math::CtPopOp,
                     math::IsFiniteOp, math::IsInfOp, math::IsNaNOp, math::IsNormalOp>(op);
  return isMath || isa<arith::RemFOp>(op);
}

/// Ends the iteration, and fails the launch, where its condition does not hold.
static bool isReport(Operation &op) { return isa<qd::AssertOp, qd::CheckOp>(op); }

/// What copies of `op` may be interleaved. What is left of the qd dialect may look at the iteration's number.
static bool isStraightStatement(Operation &op) {
  return PlainAccess::of(op) || isReport(op) ||
         (op.getNumRegions() == 0 && isMemoryEffectFree(&op) && !isa<qd::QDDialect>(op.getDialect()) &&
          !isMathFunction(op));
}

static bool isLocalAccess(Operation &op) {
  PlainAccess access = PlainAccess::of(op);
  return access && access.isLocal();
}

/// Whether an iteration may stop at a report and start again: nothing before it changes memory.
static bool canRepeat(Block &body) {
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

bool isStraight(qd::ForOp loop) {
  Block &body = loop.getBody().front();
  return canRepeat(body) &&
         llvm::all_of(body.without_terminator(), [](Operation &op) { return isStraightStatement(op); });
}

static bool isStraightBranch(Operation &op) {
  auto branch = dyn_cast<scf::IfOp>(op);
  if (!branch)
    return false;
  auto isStatement = [](Operation &inner) {
    auto access = dyn_cast<qd::ElementAccess>(inner);
    bool isLoad = access && access.getAccessKind() == qd::AccessKind::load && !isLocalArray(access.getArray());
    return isLoad || isa<scf::YieldOp>(inner) || isStraightBranch(inner) ||
           (!access && !isReport(inner) && isStraightStatement(inner));
  };
  return llvm::all_of(branch->getRegions(),
                      [&](Region &region) { return region.empty() || llvm::all_of(region.front(), isStatement); });
}

bool isStraightButForBranches(qd::ForOp loop) {
  Block &body = loop.getBody().front();
  return canRepeat(body) && llvm::all_of(body.without_terminator(),
                                         [](Operation &op) { return isStraightStatement(op) || isStraightBranch(op); });
}

static bool isStraightInnerLoop(qd::ForOp loop, Operation &op) {
  auto inner = dyn_cast<scf::ForOp>(op);
  if (!inner || inner.getInitArgs().empty())
    return false;
  auto isFromOutside = [&](Value value) {
    return matchPattern(value, m_Constant()) || !loop.getBody().isAncestor(value.getParentRegion());
  };
  auto isStatement = [](Operation &statement) {
    const PlainAccess access = PlainAccess::of(statement);
    const bool isLoad = access && !access.isLocal() && isa<memref::LoadOp>(statement);
    return isLoad || (!access && !isReport(statement) && isStraightStatement(statement));
  };
  return isFromOutside(inner.getLowerBound()) && isFromOutside(inner.getUpperBound()) &&
         isFromOutside(inner.getStep()) && llvm::all_of(inner.getBody()->without_terminator(), isStatement);
}

bool isStraightButForLoops(qd::ForOp loop) {
  Block &body = loop.getBody().front();
  return canRepeat(body) && llvm::all_of(body.without_terminator(), [&](Operation &op) {
           return isStraightStatement(op) || isStraightInnerLoop(loop, op);
         });
}

unsigned widestElement(qd::ForOp loop) {
  unsigned widest = 0;
  loop.getBody().walk([&](Operation *op) {
    if (PlainAccess access = PlainAccess::of(*op); access && !access.isLocal())
      widest = std::max(widest, access.bytes());
  });
  return widest;
}

/// The one of these clones of `op` that has the operands that `mapping` gives it; null if there is none.
static Operation *findEqual(Operation &op, ArrayRef<Operation *> clones, const IRMapping &mapping) {
  auto found = llvm::find_if(clones, [&](Operation *clone) {
    return llvm::all_of(llvm::zip(op.getOperands(), clone->getOperands()),
                        [&](auto pair) { return mapping.lookupOrDefault(std::get<0>(pair)) == std::get<1>(pair); });
  });
  return found == clones.end() ? nullptr : *found;
}

static void cloneForEach(OpBuilder &builder, Operation &op, const BodyCopies &copies);

/// One loop, which carries the values of all copies.
static void cloneLoop(OpBuilder &builder, scf::ForOp loop, const BodyCopies &copies) {
  auto valuesOf = [&](ValueRange values) {
    SmallVector<Value> all;
    for (IRMapping &mapping : copies.mappings)
      for (Value value : values)
        all.push_back(mapping.lookupOrDefault(value));
    return all;
  };
  const IRMapping &any = copies.mappings.front();
  auto made = scf::ForOp::create(builder, loop.getLoc(), any.lookupOrDefault(loop.getLowerBound()),
                                 any.lookupOrDefault(loop.getUpperBound()), any.lookupOrDefault(loop.getStep()),
                                 valuesOf(loop.getInitArgs()), /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  const size_t carried = loop.getInitArgs().size();
  for (auto [number, mapping] : llvm::enumerate(copies.mappings)) {
    mapping.map(loop.getInductionVar(), made.getInductionVar());
    mapping.map(loop.getRegionIterArgs(), made.getRegionIterArgs().slice(number * carried, carried));
    mapping.map(loop.getResults(), made.getResults().slice(number * carried, carried));
  }
  OpBuilder::InsertionGuard restore(builder);
  builder.setInsertionPointToStart(made.getBody());
  for (Operation &op : loop.getBody()->without_terminator())
    cloneForEach(builder, op, copies);
  scf::YieldOp::create(builder, loop.getLoc(), valuesOf(loop.getYieldedValues()));
}

/// Clones `op` once for each copy; what is the same for several, as the index of their row, once for these. No store
/// stands between the clones of a load.
static void cloneForEach(OpBuilder &builder, Operation &op, const BodyCopies &copies) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return cloneLoop(builder, loop, copies);
  const bool isShared = op.getNumRegions() == 0 && (isMemoryEffectFree(&op) || isa<memref::LoadOp>(op));
  SmallVector<Operation *> clones;
  for (auto [number, mapping] : llvm::enumerate(copies.mappings)) {
    if (Operation *equal = isShared ? findEqual(op, clones, mapping) : nullptr) {
      mapping.map(op.getResults(), equal->getResults());
      continue;
    }
    clones.push_back(builder.clone(op, mapping));
    if (copies.note)
      copies.note(&op, clones.back(), number);
  }
}

/// Clones statements once for each copy.
static void cloneInterleaved(OpBuilder &builder, llvm::iterator_range<Block::iterator> statements,
                             const BodyCopies &copies) {
  // Accesses to memory of the thread's own and what stands between them are one step, other statements one each.
  auto firstLocal = llvm::find_if(statements, isLocalAccess), endLocal = firstLocal;
  for (auto at = firstLocal; at != statements.end(); ++at)
    if (isLocalAccess(*at))
      endLocal = std::next(at);
  for (Operation &op : llvm::make_range(statements.begin(), firstLocal))
    cloneForEach(builder, op, copies);
  for (auto [number, mapping] : llvm::enumerate(copies.mappings))
    for (Operation &op : llvm::make_range(firstLocal, endLocal)) {
      Operation *copy = builder.clone(op, mapping);
      if (copies.note)
        copies.note(&op, copy, number);
    }
  for (Operation &op : llvm::make_range(endLocal, statements.end()))
    cloneForEach(builder, op, copies);
}

/// The same where the body holds reports: what comes after one runs only if none of the iterations has anything to
/// report. Gives whether that was so to the end (i1).
static Value cloneUnlessReported(OpBuilder &builder, qd::ForOp loop, Block::iterator from, const BodyCopies &copies) {
  Location location = loop.getLoc();
  Block::iterator end = loop.getBody().front().without_terminator().end();
  Block::iterator report = std::find_if(from, end, isReport);
  cloneInterleaved(builder, llvm::make_range(from, report), copies);
  if (report == end)
    return arith::ConstantIntOp::create(builder, location, 1, 1);
  Value all;
  for (IRMapping &mapping : copies.mappings) {
    Value holds = mapping.lookupOrDefault(report->getOperand(0));
    all = all ? builder.createOrFold<arith::AndIOp>(location, all, holds) : holds;
  }
  auto rest = scf::IfOp::create(builder, location, builder.getI1Type(), all, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(rest.thenBlock());
  scf::YieldOp::create(builder, location, cloneUnlessReported(builder, loop, std::next(report), copies));
  builder.setInsertionPointToStart(rest.elseBlock());
  Value no = arith::ConstantIntOp::create(builder, location, 0, 1);
  scf::YieldOp::create(builder, location, no);
  return rest.getResult(0);
}

void cloneTogether(OpBuilder &builder, qd::ForOp loop, const BodyCopies &copies, llvm::function_ref<void()> runSingly) {
  Block &statements = loop.getBody().front();
  if (llvm::none_of(statements, isReport))
    return cloneInterleaved(builder, statements.without_terminator(), copies);
  Value isDone = cloneUnlessReported(builder, loop, statements.begin(), copies);
  auto isOpen = scf::IfOp::create(builder, loop.getLoc(), TypeRange{}, isDone, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(isOpen.elseBlock());
  runSingly();
}

static void cloneBody(qd::ForOp loop, qd::IterationOp iteration, ValueRange variables) {
  IRMapping mapping;
  mapping.map(loop.getBody().getArguments(), variables);
  OpBuilder inside = OpBuilder::atBlockEnd(&iteration.getBody().front());
  for (Operation &op : loop.getBody().front().without_terminator())
    inside.clone(op, mapping);
  qd::IterationEndOp::create(inside, loop.getLoc(), ValueRange{});
}

void cloneAt(OpBuilder &builder, qd::ForOp loop, const FlatRange &range, ValueRange coordinates) {
  Location location = loop.getLoc();
  SmallVector<Value> variables;
  for (auto [axis, coordinate] : llvm::enumerate(coordinates))
    variables.push_back(range.variable(builder, location, axis, coordinate, loop.getBoundType()));
  Value number = range.number(builder, location, coordinates);
  cloneBody(loop, qd::IterationOp::create(builder, location, number, TypeRange{}), variables);
}

void cloneSingly(OpBuilder &builder, qd::ForOp loop, const FlatRange &range, Value first, Value step, Value end) {
  createIterations(builder, loop, range, first, step, end,
                   [&](qd::IterationOp iteration, ValueRange variables) { cloneBody(loop, iteration, variables); });
}

} // namespace qdc
