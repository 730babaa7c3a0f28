//===- IterationNest.cpp - The iterations of a flat range as blocks -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IterationNest.h"

#include "I64Builder.h"
#include "qdc/ABI/KernelABI.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

Value FlatRange::total(OpBuilder &builder, Location location) const {
  I64Builder i64{builder, location};
  Value total = counts.front();
  for (Value count : ArrayRef(counts).drop_front())
    total = i64.mul(total, count);
  return total;
}

/// ceil((upper - lower) / step), or 0 if the range is empty or the step not positive. The difference of two i64 may
/// need 64 bits without a sign.
static Value iterationCount(I64Builder i64, Value lower, Value upper, Value step) {
  OpBuilder &builder = i64.builder;
  Value one = i64.constant(1), zero = i64.constant(0);
  Value notEmpty = builder.createOrFold<arith::AndIOp>(i64.location, i64.less(lower, upper), i64.less(zero, step));
  Value difference = builder.createOrFold<arith::SubIOp>(i64.location, upper, lower);
  if (auto constant = step.getDefiningOp<arith::ConstantIntOp>(); constant && constant.value() == 1)
    return i64.select(notEmpty, difference, zero);
  Value safeStep = i64.max(step, one);
  Value last = builder.createOrFold<arith::SubIOp>(i64.location, difference, one);
  Value count = builder.createOrFold<arith::AddIOp>(i64.location, i64.div(last, safeStep), one);
  return i64.select(notEmpty, count, zero);
}

FlatRange computeRange(OpBuilder &builder, qd::ForOp loop) {
  I64Builder i64{builder, loop.getLoc()};
  FlatRange range;
  for (unsigned axis = 0; axis < loop.getRank(); ++axis) {
    Value lower = loop.getLowerBounds().empty() ? i64.constant(0) : i64.fromInteger(loop.getLowerBounds()[axis]);
    Value step = loop.getSteps().empty() ? i64.constant(1) : i64.fromInteger(loop.getSteps()[axis]);
    range.lowerBounds.push_back(lower);
    range.steps.push_back(step);
    range.counts.push_back(iterationCount(i64, lower, i64.fromInteger(loop.getUpperBounds()[axis]), step));
  }
  return range;
}

namespace {

/// Creates the blocks of a nest one after the other; the fields are what later blocks need of earlier ones.
struct NestBuilder {
  OpBuilder &builder;
  Location location;
  const FlatRange &range;
  Type variableType;
  Value last;
  LaneGroups lanes;

  Block *rows = nullptr, *body = nullptr, *iterationEnd = nullptr, *nextRow = nullptr, *exit = nullptr;
  Value rowFlat = {}, rowColumn = {}, columnEnd = {}, rowEnd = {}; // of the current row
  Value rowLane = {};                                              // lane of its first column
  SmallVector<Value> coordinates = {};                             // of all axes but the last

  I64Builder i64() { return {builder, location}; }
  unsigned outerRank() const { return range.counts.size() - 1; }

  void createBlocks(TypeRange valueTypes) {
    Block *before = builder.getInsertionBlock();
    Region *region = before->getParent();
    auto position = std::next(before->getIterator());
    SmallVector<Type> rowTypes(outerRank() + 2, builder.getI64Type());
    SmallVector<Location> rowLocations(rowTypes.size(), location), valueLocations(valueTypes.size(), location);
    rows = builder.createBlock(region, position, rowTypes, rowLocations);
    body = builder.createBlock(region, position, {builder.getI64Type()}, {location});
    iterationEnd = builder.createBlock(region, position, valueTypes, valueLocations);
    nextRow = builder.createBlock(region, position);
    exit = builder.createBlock(region, position);
    builder.setInsertionPointToEnd(before);
  }

  /// Divides the coordinates of `first` out and enters its row.
  void enter(Value first) {
    SmallVector<Value> operands(outerRank() + 2);
    operands.front() = first;
    Value rest = first;
    for (unsigned axis = outerRank(); axis > 0; --axis) {
      operands[axis + 1] = i64().rem(rest, range.counts[axis]);
      rest = i64().div(rest, range.counts[axis]);
    }
    operands[1] = rest; // of rank 1: the column
    LLVM::BrOp::create(builder, location, operands, rows);
  }

  /// How far the row goes before it ends, the range ends, or a group of lanes does.
  void fillRows() {
    builder.setInsertionPointToEnd(rows);
    rowFlat = rows->getArgument(0);
    coordinates.assign(rows->args_begin() + 1, rows->args_end() - 1);
    rowColumn = rows->getArguments().back();
    Value columns = i64().sub(last, rowFlat);
    if (outerRank() > 0)
      columns = i64().min(columns, i64().sub(range.counts.back(), rowColumn));
    if (lanes.origin) {
      static_assert((QDC_REDUCE_LANES & (QDC_REDUCE_LANES - 1)) == 0, "the lane is computed by a mask");
      rowLane = i64().bitAnd(i64().sub(rowFlat, lanes.origin), QDC_REDUCE_LANES - 1);
      columns = i64().min(columns, i64().sub(i64().constant(QDC_REDUCE_LANES), rowLane));
    }
    columnEnd = i64().add(rowColumn, columns);
    rowEnd = i64().add(rowFlat, columns);
  }

  Value inductionVariable(unsigned axis, Value coordinate) {
    Value offset = i64().mul(coordinate, range.steps[axis]);
    return i64().toType(i64().add(range.lowerBounds[axis], offset), variableType);
  }

  void fillBody(IterationNest &nest) {
    // What the row decides stands in front of its loop.
    for (auto [axis, coordinate] : llvm::enumerate(coordinates))
      nest.inductionVariables.push_back(inductionVariable(axis, coordinate));
    Value flatOffset = i64().sub(rowFlat, rowColumn);
    Value laneOffset = rowLane ? i64().sub(rowLane, rowColumn) : Value();
    LLVM::BrOp::create(builder, location, ValueRange{rowColumn}, body);

    builder.setInsertionPointToStart(body);
    Value column = body->getArgument(0);
    nest.inductionVariables.push_back(inductionVariable(outerRank(), column));
    nest.flatIteration = outerRank() == 0 ? column : i64().add(column, flatOffset);
    if (laneOffset)
      nest.lane = i64().add(column, laneOffset);
  }

  void fillIterationEnd(const InnerLoopHints &hints) {
    builder.setInsertionPointToEnd(iterationEnd);
    Value next = i64().add(body->getArgument(0), i64().constant(1));
    auto latch = LLVM::CondBrOp::create(builder, location, i64().less(next, columnEnd), body, ValueRange{next}, nextRow,
                                        ValueRange{});
    LLVM::LoopVectorizeAttr vectorize;
    if (!hints.vectorize)
      vectorize = LLVM::LoopVectorizeAttr::get(builder.getContext(), builder.getBoolAttr(true), {}, {}, {}, {}, {}, {});
    latch.setLoopAnnotationAttr(LLVM::LoopAnnotationAttr::get(builder.getContext(), {}, vectorize, {}, {}, {}, {}, {},
                                                              {}, {}, {}, {}, {}, {}, {}, {hints.accessGroup}));
  }

  /// Counts the coordinates up and goes on with the next row. A group of lanes may have ended within the row.
  void fillNextRow() {
    builder.setInsertionPointToEnd(nextRow);
    SmallVector<Value> operands{rowEnd};
    operands.append(coordinates.begin(), coordinates.end());
    if (outerRank() == 0) {
      operands.push_back(columnEnd);
    } else {
      Value carry = i64().equal(columnEnd, range.counts.back());
      operands.push_back(i64().select(carry, i64().constant(0), columnEnd));
      for (unsigned axis = outerRank(); axis > 0; --axis) {
        Value &coordinate = operands[axis];
        Value next = i64().add(coordinate, i64().constant(1));
        Value wraps = i64().equal(next, range.counts[axis - 1]);
        Value counted = i64().select(wraps, i64().constant(0), next);
        coordinate = i64().select(carry, counted, coordinate);
        carry = builder.createOrFold<arith::AndIOp>(location, carry, wraps);
      }
    }
    LLVM::CondBrOp::create(builder, location, i64().less(rowEnd, last), rows, operands, exit, ValueRange{});
  }
};

} // namespace

InnerLoopHints innerLoopHints(qd::ForOp loop, LLVM::AccessGroupAttr accessGroup) {
  constexpr unsigned longest = 2048;
  unsigned operations = 0;
  WalkResult result = loop.getBody().walk(
      [&](Operation *) { return ++operations > longest ? WalkResult::interrupt() : WalkResult::advance(); });
  return {accessGroup, !result.wasInterrupted()};
}

IterationNest createIterationNest(OpBuilder &builder, Location location, const FlatRange &range, Type variableType,
                                  Value first, Value last, LaneGroups lanes, TypeRange valueTypes,
                                  const InnerLoopHints &hints) {
  NestBuilder nestBuilder{builder, location, range, variableType, last, lanes};
  nestBuilder.createBlocks(valueTypes);
  nestBuilder.enter(first);
  nestBuilder.fillRows();
  IterationNest nest;
  nestBuilder.fillBody(nest);
  nestBuilder.fillIterationEnd(hints);
  nestBuilder.fillNextRow();
  nest.body = nestBuilder.body;
  nest.iterationEnd = nestBuilder.iterationEnd;
  nest.exit = nestBuilder.exit;
  return nest;
}

} // namespace qdc
