//===- IterationNest.cpp - The iterations of a flat range as blocks -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "IterationNest.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/Interior.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace qdc {

namespace {

/// Creates the blocks of a nest one after the other; the fields are what later blocks need of earlier ones.
struct NestBuilder {
  OpBuilder &builder;
  Location location;
  const NestShape &shape;

  Block *rows = nullptr, *nextRow = nullptr, *exit = nullptr;
  InnerLoop edge = {}, interior = {};
  Block *enterEdge = nullptr; // the block that a row is at the edge from; `rows` without interior
  Block *groups = nullptr, *nextGroup = nullptr; // of lanes, or whole rows, in the interior
  Value rowFlat = {}, rowColumn = {}, rowEnd = {}; // of the current row; the end is a column
  Value rowLane = {}; // lane of its first column
  SmallVector<Value> rowVariables = {}; // of all axes but the last
  Value interiorBegin = {}, interiorEnd = {}; // columns, the end of whole rows is a row; begin may be null
  SmallVector<Value> interiorStop = {};       // what nextRow takes after the interior; not for whole rows

  I64Builder i64() { return {builder, location}; }
  unsigned outerRank() const { return shape.range.counts.size() - 1; }
  bool hasLanes() const { return bool(shape.lanes.origin); }
  bool hasGroups() const { return hasLanes() || shape.hasWholeRows; }
  Value row() { return rows->getArgument(outerRank()); } // the coordinate that counts rows; there is more than one axis

  void createBlocks() {
    Block *before = builder.getInsertionBlock();
    Region *region = before->getParent();
    auto position = std::next(before->getIterator());
    auto create = [&](TypeRange types) {
      return builder.createBlock(region, position, types, SmallVector<Location>(types.size(), location));
    };
    Type i64Type = builder.getI64Type();
    enterEdge = rows = create(SmallVector<Type>(outerRank() + 2, i64Type));
    if (shape.hasInterior)
      enterEdge = create({});
    edge.body = create(i64Type);
    edge.iterationEnd = create(shape.valueTypes);
    if (shape.hasInterior) {
      if (hasGroups())
        groups = create(i64Type);
      interior.body = create(i64Type);
      interior.iterationEnd = create(shape.valueTypes);
      if (hasGroups())
        nextGroup = create({});
    }
    nextRow = create({i64Type, i64Type, i64Type});
    exit = create({});
    builder.setInsertionPointToEnd(before);
  }

  /// Divides the coordinates of the first iteration out and enters its row.
  void enter() {
    SmallVector<Value> operands = {shape.first};
    llvm::append_range(operands, shape.range.coordinates(builder, location, shape.first)); // of rank 1: the column
    LLVM::BrOp::create(builder, location, operands, rows);
  }

  Value inductionVariable(unsigned axis, Value coordinate) {
    return shape.range.variable(builder, location, axis, coordinate, shape.variableType);
  }

  /// How far the row goes before it ends or the range does. What the row decides stands in front of its loops.
  void fillRows() {
    builder.setInsertionPointToEnd(rows);
    rowFlat = rows->getArgument(0);
    rowColumn = rows->getArguments().back();
    rowEnd = i64().add(rowColumn, i64().sub(shape.last, rowFlat));
    if (outerRank() > 0)
      rowEnd = i64().min(rowEnd, shape.range.counts.back());
    if (hasLanes()) {
      static_assert((QDC_REDUCE_LANES & (QDC_REDUCE_LANES - 1)) == 0, "the lane is computed by a mask");
      rowLane = i64().bitAnd(i64().sub(rowFlat, shape.lanes.origin), QDC_REDUCE_LANES - 1);
    }
    for (auto [axis, coordinate] : llvm::enumerate(rows->getArguments().slice(1, outerRank())))
      rowVariables.push_back(inductionVariable(axis, coordinate));
    if (shape.hasWholeRows)
      enterWholeRows();
    else if (shape.hasInterior)
      enterInterior();
  }

  /// Goes to the rows that the range holds entirely if they start here.
  void enterWholeRows() {
    Value left = i64().div(i64().sub(shape.last, rowFlat), shape.range.counts.back());
    left = i64().min(left, i64().sub(shape.range.counts[outerRank() - 1], row()));
    interiorEnd = i64().add(row(), left);
    Value inside = both(i64().equal(rowColumn, i64().constant(0)), i64().less(row(), interiorEnd));
    LLVM::CondBrOp::create(builder, location, inside, groups, row(), enterEdge, ValueRange{});
  }

  /// Goes to the interior if it starts here. With lanes, its columns are whole groups.
  void enterInterior() {
    Value inside;
    interiorEnd = rowEnd;
    if (shape.interior) {
      Interior::Columns columns = shape.interior->emit(builder, location, shape.range, rowVariables);
      inside = columns.exists;
      interiorBegin = columns.begin;
      if (columns.end)
        interiorEnd = i64().min(interiorEnd, columns.end);
    }
    Value length = i64().sub(interiorEnd, rowColumn);
    if (hasLanes()) {
      inside = both(inside, i64().equal(rowLane, i64().constant(0)));
      interiorEnd = i64().add(rowColumn, i64().bitAnd(length, -QDC_REDUCE_LANES));
    }
    inside = both(inside, i64().less(rowColumn, interiorEnd));
    if (interiorBegin)
      inside = both(inside,
                    builder.createOrFold<arith::CmpIOp>(location, arith::CmpIPredicate::sge, rowColumn, interiorBegin));
    interiorStop = stopAt(interiorEnd);
    LLVM::CondBrOp::create(builder, location, inside, groups ? groups : interior.body, ValueRange{rowColumn}, enterEdge,
                           ValueRange{});
  }

  Value both(Value lhs, Value rhs) { return lhs ? builder.createOrFold<arith::AndIOp>(location, lhs, rhs) : rhs; }

  /// The values that an iteration knows, at `column`.
  void fillBody(InnerLoop &loop, Value column, Value lane) {
    loop.inductionVariables = rowVariables;
    loop.inductionVariables.push_back(inductionVariable(outerRank(), column));
    loop.flatIteration = outerRank() == 0 ? column : i64().add(column, i64().sub(rowFlat, rowColumn));
    loop.lane = lane;
  }

  /// What nextRow takes: the column at which a loop stopped, its row, and the flat position there.
  SmallVector<Value> stopAt(Value column) {
    Value flat = i64().add(rowFlat, i64().sub(column, rowColumn));
    return {column, outerRank() > 0 ? row() : column, flat};
  }

  /// Branches to the next iteration or, after the last, to `after`.
  void closeLoop(InnerLoop &loop, Value end, Block *after, ValueRange operands, bool isGroup) {
    builder.setInsertionPointToEnd(loop.iterationEnd);
    Value next = i64().add(loop.body->getArgument(0), i64().constant(1));
    auto latch =
        LLVM::CondBrOp::create(builder, location, i64().less(next, end), loop.body, ValueRange{next}, after, operands);
    latch.setLoopAnnotationAttr(annotation(isGroup));
  }

  LLVM::LoopAnnotationAttr annotation(bool isGroup) {
    MLIRContext *context = builder.getContext();
    LLVM::LoopVectorizeAttr vectorize;
    LLVM::LoopUnrollAttr unroll;
    BoolAttr yes = builder.getBoolAttr(true);
    auto annotate = [&](LLVM::LoopVectorizeAttr vectorize, LLVM::LoopUnrollAttr unroll,
                        ArrayRef<LLVM::AccessGroupAttr> groups) {
      return LLVM::LoopAnnotationAttr::get(context, {}, vectorize, {}, unroll, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
                                           groups);
    };
    auto fullUnroll = LLVM::LoopUnrollAttr::get(context, {}, {}, {}, yes, {}, {}, {});
    if (isGroup && shape.hasWholeRows) {
      // Before the loop over rows becomes vector code.
      unroll = fullUnroll;
    } else if (isGroup && shape.hints.unrollGroups) {
      // Not before it is vector code.
      auto vectorized = LLVM::LoopVectorizeAttr::get(context, yes, {}, {}, {}, {}, {}, {});
      vectorize = LLVM::LoopVectorizeAttr::get(context, {}, {}, {}, {}, annotate(vectorized, fullUnroll, {}), {}, {});
      unroll = LLVM::LoopUnrollAttr::get(context, yes, {}, {}, {}, {}, {}, {});
    }
    return annotate(vectorize, unroll, {shape.hints.accessGroup});
  }

  void fillEdge() {
    builder.setInsertionPointToEnd(enterEdge);
    Value end = rowEnd, laneOffset;
    if (hasLanes()) {
      laneOffset = i64().sub(rowLane, rowColumn);
      end = i64().min(end, i64().sub(i64().constant(QDC_REDUCE_LANES), laneOffset));
    } else if (interiorBegin) {
      end = i64().select(i64().less(rowColumn, interiorBegin), i64().min(end, interiorBegin), end);
    }
    SmallVector<Value> stop = stopAt(end);
    LLVM::BrOp::create(builder, location, ValueRange{rowColumn}, edge.body);
    builder.setInsertionPointToStart(edge.body);
    Value column = edge.body->getArgument(0);
    fillBody(edge, column, laneOffset ? i64().add(column, laneOffset) : Value());
    closeLoop(edge, end, nextRow, stop, /*isGroup=*/false);
  }

  void fillInterior() {
    if (!groups) {
      builder.setInsertionPointToStart(interior.body);
      fillBody(interior, interior.body->getArgument(0), {});
      closeLoop(interior, interiorEnd, nextRow, interiorStop, /*isGroup=*/false);
      return;
    }
    builder.setInsertionPointToEnd(groups);
    Value group = groups->getArgument(0), inner = interior.body->getArgument(0);
    if (shape.hasWholeRows)
      rowVariables.back() = inductionVariable(outerRank() - 1, group);
    LLVM::BrOp::create(builder, location, i64().constant(0), interior.body);
    builder.setInsertionPointToStart(interior.body);
    if (shape.hasWholeRows)
      fillBody(interior, inner, {});
    else
      fillBody(interior, i64().add(group, inner), inner);
    Value count = shape.hasWholeRows ? shape.range.counts.back() : i64().constant(QDC_REDUCE_LANES);
    closeLoop(interior, count, nextGroup, {}, /*isGroup=*/true);
    closeGroups(group);
  }

  void closeGroups(Value group) {
    builder.setInsertionPointToEnd(nextGroup);
    Value next = i64().add(group, i64().constant(shape.hasWholeRows ? 1 : QDC_REDUCE_LANES));
    SmallVector<Value> stop = interiorStop;
    if (shape.hasWholeRows) {
      Value columns = shape.range.counts.back();
      stop = {columns, group, i64().add(rowFlat, i64().mul(i64().sub(next, row()), columns))};
    }
    auto latch = LLVM::CondBrOp::create(builder, location, i64().less(next, interiorEnd), groups, next, nextRow, stop);
    if (shape.hasWholeRows)
      latch.setLoopAnnotationAttr(annotation(/*isGroup=*/false));
  }

  /// Counts the coordinates up and goes on where a loop stopped, which need not be the row's end.
  void fillNextRow() {
    builder.setInsertionPointToEnd(nextRow);
    Value column = nextRow->getArgument(0), flat = nextRow->getArgument(2);
    SmallVector<Value> operands{flat};
    operands.append(rows->args_begin() + 1, rows->args_end() - 1);
    if (outerRank() == 0) {
      operands.push_back(column);
    } else {
      operands.back() = nextRow->getArgument(1);
      Value carry = i64().equal(column, shape.range.counts.back());
      operands.push_back(i64().select(carry, i64().constant(0), column));
      for (unsigned axis = outerRank(); axis > 0; --axis) {
        Value &coordinate = operands[axis];
        Value next = i64().add(coordinate, i64().constant(1));
        Value wraps = i64().equal(next, shape.range.counts[axis - 1]);
        Value counted = i64().select(wraps, i64().constant(0), next);
        coordinate = i64().select(carry, counted, coordinate);
        carry = builder.createOrFold<arith::AndIOp>(location, carry, wraps);
      }
    }
    LLVM::CondBrOp::create(builder, location, i64().less(flat, shape.last), rows, operands, exit, ValueRange{});
  }
};

} // namespace

InnerLoopHints innerLoopHints(qd::ForOp loop, LLVM::AccessGroupAttr accessGroup) {
  constexpr unsigned longestUnrolled = 64;
  unsigned operations = 0;
  loop.getBody().walk(
      [&](Operation *) { return ++operations > longestUnrolled ? WalkResult::interrupt() : WalkResult::advance(); });
  return {accessGroup, operations <= longestUnrolled};
}

bool hasShortRows(const FlatRange &range) {
  constexpr int64_t most = 8;
  auto columns = range.counts.back().getDefiningOp<arith::ConstantIntOp>();
  return range.counts.size() > 1 && columns && columns.value() > 1 && columns.value() <= most;
}

IterationNest createIterationNest(OpBuilder &builder, Location location, const NestShape &shape) {
  NestBuilder nest{builder, location, shape};
  nest.createBlocks();
  nest.enter();
  nest.fillRows();
  nest.fillEdge();
  if (shape.hasInterior)
    nest.fillInterior();
  nest.fillNextRow();
  return {nest.edge, shape.hasInterior ? std::optional(nest.interior) : std::nullopt, nest.exit};
}

} // namespace qdc
