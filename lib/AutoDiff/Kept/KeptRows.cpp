//===- KeptRows.cpp - Rows for iterations that keep something -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AutoDiff/Kept/KeptRows.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/ElementAccess.h"
#include "qdc/Dialect/QD/IR/GradientLoops.h"
#include "qdc/Dialect/QD/IR/KeptRows.h"
#include "qdc/Dialect/QD/IR/MakeTemporary.h"
#include "qdc/Dialect/QD/IR/UnreportedFailures.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::autodiff;

/// Iterations for which one thread of a GPU computes whether they have rows: as many as load one sector together.
static constexpr int64_t kNeighbours = 8;

/// Groups of neighbours to which rows are given at once, by one atomic operation.
static constexpr int64_t kGroups = 64;

/// Up to so many slots, an iteration does without rows where they would cost a wait.
static constexpr uint64_t kFewSlots = 16;

//===----------------------------------------------------------------------===//
// Whether
//===----------------------------------------------------------------------===//

/// Whether memory has a part in the value, within the parallel loop around it.
static bool comesFromMemory(Value value) {
  llvm::SmallSetVector<Value, 16> made;
  made.insert(value);
  for (size_t at = 0; at < made.size(); ++at) {
    Operation *op = made[at].getDefiningOp();
    if (!op || isa<qd::KernelOp>(op->getParentOp()))
      continue;
    if (isa<qd::ElementAccess>(op) || op->getNumRegions() != 0 || !isPure(op))
      return true;
    made.insert_range(op->getOperands());
  }
  return false;
}

/// Whether memory decides that the operation runs in an iteration.
static bool isUnderCondition(Operation *op) {
  for (op = op->getParentOp(); !isa<qd::ForOp, qd::KernelOp>(op); op = op->getParentOp())
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op) && comesFromMemory(op->getOperand(0)))
      return true;
  return false;
}

bool qdc::autodiff::maySaveMemory(ArrayRef<TripRange> ranges, ArrayRef<Value> extents) {
  if (ranges.empty())
    return false;
  if (llvm::is_contained(extents, Value()))
    return true;
  uint64_t slots = 1;
  for (Value extent : extents)
    slots = llvm::SaturatingMultiply<uint64_t>(slots, getConstantIntValue(extent).value_or(kFewSlots + 1));
  auto kernel = ranges.front().loop->getParentOfType<qd::KernelOp>();
  return slots > kFewSlots && kernel.getGraph() != "always" && isUnderCondition(ranges.front().loop);
}

//===----------------------------------------------------------------------===//
// The rows
//===----------------------------------------------------------------------===//

namespace {

/// Arithmetic of type index and i64 at the builder's place.
class RowBuilder {
public:
  RowBuilder(OpBuilder &builder, Location location) : builder(builder), location(location) {}

  Value constant(int64_t value) { return arith::ConstantIndexOp::create(builder, location, value); }
  Value bits(int64_t value) { return arith::ConstantIntOp::create(builder, location, value, 64); }
  template <typename Op>
  Value make(Value a, Value b) {
    return builder.createOrFold<Op>(location, a, b);
  }
  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return builder.createOrFold<arith::CmpIOp>(location, predicate, a, b);
  }
  Value select(Value condition, Value a, Value b) {
    return builder.createOrFold<arith::SelectOp>(location, condition, a, b);
  }
  Value toBits(Value index) { return arith::IndexCastOp::create(builder, location, builder.getI64Type(), index); }
  Value toIndex(Value bits) { return arith::IndexCastOp::create(builder, location, builder.getIndexType(), bits); }

  OpBuilder &builder;
  Location location;
};

} // namespace

/// How many values the variable of an axis takes; such as the loader can compute, if it knows the bounds.
static Value countAxis(OpBuilder &builder, Location location, const TripRange &axis) {
  auto isKnown = [](Value bound) { return !bound || sizeExprFromValue(bound); };
  bool isConstantStep = !axis.step || getConstantIntValue(axis.step).value_or(0) >= 1;
  Value bound =
      isKnown(axis.lower) && isKnown(axis.upper) && isConstantStep ? boundTrips(builder, location, axis) : Value();
  return bound ? bound : countTrips(builder, location, axis);
}

static Value multiplyAll(RowBuilder &row, ArrayRef<Value> values) {
  Value product = row.constant(1);
  for (Value value : values)
    product = row.make<arith::MulIOp>(product, value);
  return product;
}

/// How often kGroups groups of neighbours are begun.
static Value countTiles(RowBuilder &row, Value iterations) {
  constexpr int64_t size = kNeighbours * kGroups;
  Value raised = row.make<arith::AddIOp>(iterations, row.constant(size - 1));
  return row.make<arith::ShRSIOp>(raised, row.constant(llvm::Log2_64(size)));
}

/// All groups of these, so that none is shorter.
static Value countGroups(RowBuilder &row, Value iterations) {
  return row.make<arith::MulIOp>(countTiles(row, iterations), row.constant(kGroups));
}

SmallVector<KeptRows> qdc::autodiff::makeRows(OpBuilder &builder, qd::ForOp loop, ValueRange active) {
  RowBuilder row(builder, loop.getLoc());
  KeptRows common;
  for (const TripRange &axis : axesOf(loop))
    common.extents.push_back(countAxis(builder, row.location, axis));
  common.iterations = multiplyAll(row, common.extents);
  SmallVector<KeptRows> all(active.size(), common);
  for (KeptRows &rows : all) {
    rows.places = qd::makeTemporary(builder, row.location, countGroups(row, rows.iterations), builder.getI64Type());
    rows.given = qd::makeTemporary(builder, row.location, {}, builder.getI64Type());
    memref::StoreOp::create(builder, row.location, row.bits(0), rows.given, ValueRange());
  }
  // After what is stored, so that one task does that and decides about all sizes.
  for (auto [rows, count] : llvm::zip_equal(all, active)) {
    Value few = row.make<arith::ShRUIOp>(rows.iterations, row.constant(2));
    rows.isSparse = row.compare(arith::CmpIPredicate::ule, count, few);
    rows.extent = row.select(rows.isSparse, count, rows.iterations);
  }
  return all;
}

Value qdc::autodiff::findRow(OpBuilder &builder, qd::ForOp loop, const KeptRows &rows) {
  RowBuilder row(builder, loop.getLoc());
  Value number;
  for (auto [axis, extent] : llvm::zip_equal(axesOf(loop), rows.extents)) {
    Value position = numberTrip(builder, row.location, axis);
    number = number ? row.make<arith::AddIOp>(row.make<arith::MulIOp>(number, extent), position) : position;
  }
  auto given = scf::IfOp::create(
      builder, row.location, rows.isSparse,
      [&](OpBuilder &, Location location) {
        Value group = row.make<arith::ShRUIOp>(number, row.constant(llvm::Log2_64(kNeighbours)));
        Value place = memref::LoadOp::create(builder, location, rows.places, group);
        Value bit = row.toBits(row.make<arith::AndIOp>(number, row.constant(kNeighbours - 1)));
        Value below = row.make<arith::SubIOp>(row.make<arith::ShLIOp>(row.bits(1), bit), row.bits(1));
        Value before = math::CtPopOp::create(builder, location, row.make<arith::AndIOp>(place, below));
        Value first = row.make<arith::ShRUIOp>(place, row.bits(kNeighbours));
        scf::YieldOp::create(builder, location, row.toIndex(row.make<arith::AddIOp>(first, before)));
      },
      [&](OpBuilder &, Location location) { scf::YieldOp::create(builder, location, number); });
  return given.getResult(0);
}

//===----------------------------------------------------------------------===//
// The tasks
//===----------------------------------------------------------------------===//

namespace {

/// Writes the tasks. The first one finds which neighbours have rows, the second one gives them.
class RowGiver {
public:
  RowGiver(OpBuilder &builder, qd::ForOp loop, ArrayRef<KeptRows> all,
           llvm::function_ref<SmallVector<Value>(ValueRange)> keeps)
      : row(builder, loop.getLoc()), loop(loop), all(all), keeps(keeps) {}

  void run();

private:
  /// The variables of the iteration with this number.
  SmallVector<Value> findVariables(Value number);
  /// For each of the rows, which of the neighbours have some.
  SmallVector<Value> findMasks(Value group);
  /// `masks` with the bit of one iteration.
  SmallVector<Value> addBit(Value number, Value bit, ValueRange masks);
  /// The same count, or 0 where no rows are sparse.
  Value ifSparse(Value count);
  /// Makes a task over 0 to count - 1, with the loop's name and this suffix.
  qd::ForOp makeTask(Value count, StringRef suffix, llvm::function_ref<void(Value number)> body);
  /// Gives rows to kGroups groups from `first` on.
  void give(const KeptRows &rows, Value first);
  /// Runs `body` for these groups, with what they have in `places` and what it carries.
  Value runThrough(const KeptRows &rows, Value first, Value carried,
                   llvm::function_ref<Value(Value group, Value place, Value carried)> body);

  RowBuilder row;
  qd::ForOp loop;
  ArrayRef<KeptRows> all;
  llvm::function_ref<SmallVector<Value>(ValueRange)> keeps;
};

} // namespace

SmallVector<Value> RowGiver::findVariables(Value number) {
  SmallVector<TripRange> axes = axesOf(loop);
  SmallVector<Value> variables(axes.size());
  for (size_t axis = axes.size(); axis-- > 0;) {
    const TripRange &range = axes[axis];
    Value extent = all.front().extents[axis], position = number;
    if (axis != 0) {
      position = row.make<arith::RemUIOp>(number, extent);
      number = row.make<arith::DivUIOp>(number, extent);
    }
    Type type = range.variable.getType();
    Value variable = type.isIndex() ? position : arith::IndexCastOp::create(row.builder, row.location, type, position);
    if (range.step)
      variable = row.make<arith::MulIOp>(variable, range.step);
    if (range.lower)
      variable = row.make<arith::AddIOp>(variable, range.lower);
    variables[axis] = variable;
  }
  return variables;
}

SmallVector<Value> RowGiver::addBit(Value number, Value bit, ValueRange masks) {
  SmallVector<Value> next;
  for (auto [mask, kept] : llvm::zip_equal(masks, keeps(findVariables(number)))) {
    Value flag = arith::ExtUIOp::create(row.builder, row.location, row.builder.getI64Type(), kept);
    next.push_back(row.make<arith::OrIOp>(mask, row.make<arith::ShLIOp>(flag, bit)));
  }
  return next;
}

SmallVector<Value> RowGiver::findMasks(Value group) {
  OpBuilder &builder = row.builder;
  Value first = row.make<arith::MulIOp>(group, row.constant(kNeighbours));
  Value iterations = all.front().iterations;
  SmallVector<Value> none(all.size(), row.bits(0));
  auto bits =
      scf::ForOp::create(builder, qd::gradientLoopLocation(row.location), row.constant(0), row.constant(kNeighbours),
                         row.constant(1), none, [&](OpBuilder &, Location location, Value bit, ValueRange masks) {
                           Value number = row.make<arith::AddIOp>(first, bit);
                           auto inside = scf::IfOp::create(
                               builder, location, row.compare(arith::CmpIPredicate::ult, number, iterations),
                               [&](OpBuilder &, Location) {
                                 scf::YieldOp::create(builder, location, addBit(number, row.toBits(bit), masks));
                               },
                               [&](OpBuilder &, Location) { scf::YieldOp::create(builder, location, masks); });
                           scf::YieldOp::create(builder, location, inside.getResults());
                         });
  return llvm::to_vector_of<Value>(bits.getResults());
}

Value RowGiver::ifSparse(Value count) {
  Value anySparse = all.front().isSparse;
  for (const KeptRows &rows : all.drop_front())
    anySparse = row.make<arith::OrIOp>(anySparse, rows.isSparse);
  return row.select(anySparse, count, row.constant(0));
}

qd::ForOp RowGiver::makeTask(Value count, StringRef suffix, llvm::function_ref<void(Value number)> body) {
  OpBuilder &builder = row.builder;
  auto task = qd::ForOp::create(builder, row.location, ValueRange(), count, ValueRange());
  if (std::optional<StringRef> name = loop.getName())
    task.setName((*name + suffix).str());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&task.getBody().front());
  body(task.getInductionVars().front());
  return task;
}

Value RowGiver::runThrough(const KeptRows &rows, Value first, Value carried,
                           llvm::function_ref<Value(Value group, Value place, Value carried)> body) {
  auto loop = scf::ForOp::create(row.builder, qd::gradientLoopLocation(row.location), row.constant(0),
                                 row.constant(kGroups), row.constant(1), carried,
                                 [&](OpBuilder &, Location location, Value position, ValueRange arguments) {
                                   Value group = row.make<arith::AddIOp>(first, position);
                                   Value place = memref::LoadOp::create(row.builder, location, rows.places, group);
                                   scf::YieldOp::create(row.builder, location, body(group, place, arguments.front()));
                                 });
  return loop.getResult(0);
}

void RowGiver::give(const KeptRows &rows, Value first) {
  OpBuilder &builder = row.builder;
  auto addCount = [&](Value place, Value sum) {
    return row.make<arith::AddIOp>(sum, math::CtPopOp::create(builder, row.location, place));
  };
  Value count =
      runThrough(rows, first, row.bits(0), [&](Value, Value place, Value sum) { return addCount(place, sum); });
  Value hasAny = row.compare(arith::CmpIPredicate::ne, count, row.bits(0));
  scf::IfOp::create(builder, row.location, hasAny, [&](OpBuilder &, Location location) {
    auto given =
        memref::AtomicRMWOp::create(builder, location, arith::AtomicRMWKind::addi, count, rows.given, ValueRange());
    given->setAttr(qd::givesRowsAttr, builder.getUnitAttr());
    runThrough(rows, first, given, [&](Value group, Value place, Value next) {
      Value above = row.make<arith::ShLIOp>(next, row.bits(kNeighbours));
      memref::StoreOp::create(builder, location, row.make<arith::OrIOp>(above, place), rows.places, group);
      return addCount(place, next);
    });
    scf::YieldOp::create(builder, location);
  });
}

void RowGiver::run() {
  OpBuilder &builder = row.builder;
  Value iterations = all.front().iterations;
  // Ahead of both tasks, so that the one that decides about sizes computes both.
  Value groups = ifSparse(countGroups(row, iterations)), tiles = ifSparse(countTiles(row, iterations));
  qd::ForOp finding = makeTask(groups, ".keeps", [&](Value group) {
    for (auto [rows, mask] : llvm::zip_equal(all, findMasks(group)))
      memref::StoreOp::create(builder, row.location, mask, rows.places, group);
  });
  finding->setAttr(qd::isUnreportedAttr, builder.getUnitAttr());
  makeTask(tiles, ".rows", [&](Value number) {
    for (const KeptRows &rows : all)
      scf::IfOp::create(builder, row.location, rows.isSparse, [&](OpBuilder &, Location location) {
        give(rows, row.make<arith::MulIOp>(number, row.constant(kGroups)));
        scf::YieldOp::create(builder, location);
      });
  });
}

void qdc::autodiff::giveRows(OpBuilder &builder, qd::ForOp loop, ArrayRef<KeptRows> all,
                             llvm::function_ref<SmallVector<Value>(ValueRange)> keeps) {
  RowGiver(builder, loop, all, keeps).run();
}
