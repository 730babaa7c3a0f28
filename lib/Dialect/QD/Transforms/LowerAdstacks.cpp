//===- LowerAdstacks.cpp - Memory of adstacks -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/LowerAdstacks.h"
#include "qdc/Analysis/ExplainSize.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Analysis/TripBounds.h"
#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/Limits.h"
#include "qdc/Dialect/QD/IR/MakeTemporary.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

namespace qdc::qd {
#define GEN_PASS_DEF_LOWERADSTACKS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {

/// An adstack as memory.
struct Memory {
  Value capacity; // of type index, 0 or more; at the place of the create
  Value count;    // memref<i64>: the entries, those that were dropped too
  Value values;
  Value adjoints; // null: nothing asks for them
  SmallVector<Value> row; // the indices after that of the entry
};

} // namespace

static Value toIndex(OpBuilder &builder, Location location, Value value) {
  if (value.getType().isIndex())
    return value;
  return arith::IndexCastOp::create(builder, location, builder.getIndexType(), value);
}

/// A constant as an operation at the builder's place, so that it folds.
static Value makeConstant(OpBuilder &builder, Location location, int64_t value) {
  return arith::ConstantIndexOp::create(builder, location, value);
}

static Value notNegative(OpBuilder &builder, Location location, Value value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return makeConstant(builder, location, std::max<int64_t>(*constant, 0));
  return arith::MaxSIOp::create(builder, location, value, makeConstant(builder, location, 0));
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {

/// Writes what the operations on one stack do.
class OperationLowering {
public:
  OperationLowering(Operation *op, const Memory &memory) : builder(op), location(op->getLoc()), memory(memory) {}

  void push(Value value);
  Value pop();
  /// An element of the top entry.
  Value readTop(Value array);
  void addToTop(Value array, Value value);

private:
  Value constant(int64_t value) { return makeConstant(builder, location, value); }
  Value zeroOf(Value array) {
    return arith::ConstantOp::create(builder, location,
                                     builder.getZeroAttr(cast<MemRefType>(array.getType()).getElementType()));
  }
  Value readCount() {
    return toIndex(builder, location, memref::LoadOp::create(builder, location, memory.count, ValueRange()));
  }
  void writeCount(Value count) {
    Value stored = arith::IndexCastOp::create(builder, location, builder.getI64Type(), count);
    memref::StoreOp::create(builder, location, stored, memory.count, ValueRange());
  }
  /// Whether there is memory for an entry. Of an empty stack the top one is at -1, above every capacity.
  Value hasMemory(Value entry) {
    return arith::CmpIOp::create(builder, location, arith::CmpIPredicate::ult, entry, memory.capacity);
  }
  Value topEntry() { return arith::SubIOp::create(builder, location, readCount(), constant(1)); }
  Value readEntry(Value array, Value entry);
  SmallVector<Value> indicesOf(Value entry) {
    SmallVector<Value> indices = {entry};
    llvm::append_range(indices, memory.row);
    return indices;
  }
  void store(Value value, Value array, Value entry) {
    memref::StoreOp::create(builder, location, value, array, indicesOf(entry));
  }

  OpBuilder builder;
  Location location;
  const Memory &memory;
};

} // namespace

void OperationLowering::push(Value value) {
  Value entry = readCount();
  auto branch = scf::IfOp::create(builder, location, hasMemory(entry), /*withElseRegion=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  store(value, memory.values, entry);
  if (memory.adjoints)
    store(zeroOf(memory.adjoints), memory.adjoints, entry);
  builder.setInsertionPointToStart(branch.elseBlock());
  AdstackOverflowOp::create(builder, location, memory.capacity, /*site=*/IntegerAttr());
  builder.setInsertionPointAfter(branch);
  writeCount(arith::AddIOp::create(builder, location, entry, constant(1)));
}

Value OperationLowering::readEntry(Value array, Value entry) {
  Value zero = zeroOf(array);
  auto branch = scf::IfOp::create(
      builder, location, hasMemory(entry),
      [&](OpBuilder &inner, Location) {
        Value value = memref::LoadOp::create(inner, location, array, indicesOf(entry));
        scf::YieldOp::create(inner, location, value);
      },
      [&](OpBuilder &inner, Location) { scf::YieldOp::create(inner, location, zero); });
  return branch.getResult(0);
}

Value OperationLowering::pop() {
  Value count = readCount();
  Value entry = arith::SubIOp::create(builder, location, count, constant(1));
  Value isEmpty = arith::CmpIOp::create(builder, location, arith::CmpIPredicate::eq, count, constant(0));
  writeCount(arith::SelectOp::create(builder, location, isEmpty, count, entry));
  return readEntry(memory.values, entry);
}

Value OperationLowering::readTop(Value array) { return readEntry(array, topEntry()); }

void OperationLowering::addToTop(Value array, Value value) {
  Value entry = topEntry();
  auto branch = scf::IfOp::create(builder, location, hasMemory(entry), /*withElseRegion=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value before = memref::LoadOp::create(builder, location, array, indicesOf(entry));
  store(arith::AddFOp::create(builder, location, before, value), array, entry);
}

static void lowerOperation(Operation *op, const Memory &memory) {
  OperationLowering lowering(op, memory);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](AdstackPushOp push) { lowering.push(push.getValue()); })
      .Case([&](AdstackPopOp pop) { pop.replaceAllUsesWith(lowering.pop()); })
      .Case([&](AdstackTopOp top) { top.replaceAllUsesWith(lowering.readTop(memory.values)); })
      .Case([&](AdstackAdjointOp adjoint) { adjoint.replaceAllUsesWith(lowering.readTop(memory.adjoints)); })
      .Case([&](AdstackAddAdjointOp add) { lowering.addToTop(memory.adjoints, add.getValue()); });
  op->erase();
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

namespace {

class AdstackLowering {
public:
  explicit AdstackLowering(KernelOp kernel) : kernel(kernel) {
    kernel.walk([&](memref::AllocaOp alloca) { localBytes += staticBytes(alloca.getType()).value_or(0); });
    kernel.walk([&](AdstackCreateOp) { localBytes += kAdstackCountBytes; });
    kernel.walk([&](ForOp loop) {
      // Stopping at the first that is known keeps this linear.
      for (Operation *around = loop->getParentOp(); around != kernel; around = around->getParentOp())
        if (!graphControl.insert(around).second)
          break;
    });
  }

  LogicalResult run();

private:
  LogicalResult lower(AdstackCreateOp create);
  /// Null arrays after an error.
  Memory makeMemory(AdstackCreateOp create);
  Memory makeLocal(AdstackCreateOp create, ForOp loop, int64_t capacity);
  Memory makeShared(AdstackCreateOp create, ForOp loop);
  Memory makeSerial(AdstackCreateOp create);
  bool takeLocalBytes(int64_t bytes);
  /// The operation that stands for the task of serial code: the outermost one around `op` that holds no parallel loop.
  Operation *findTask(Operation *op) const;

  KernelOp kernel;
  llvm::DenseSet<Operation *> graphControl; // holds parallel loops
  int64_t localBytes = 0;
};

} // namespace

static bool hasAdjoints(AdstackCreateOp create) {
  return llvm::any_of(create->getUsers(),
                      [](Operation *user) { return isa<AdstackAdjointOp, AdstackAddAdjointOp>(user); });
}

/// What the loader would have to know; `value` is unknown.
static void reportSize(AdstackCreateOp create, Value value, StringRef what) {
  InFlightDiagnostic error =
      create.emitOpError()
      << "has " << what
      << " that is not made of arguments and shapes, but the loader makes its memory before the launch; "
         "take one that is large enough from an argument";
  explainSize(error, value);
}

bool AdstackLowering::takeLocalBytes(int64_t bytes) {
  if (bytes > kMaximumLocalAdstackBytes || localBytes + bytes > kMaximumLocalBytes)
    return false;
  localBytes += bytes;
  return true;
}

Operation *AdstackLowering::findTask(Operation *op) const {
  while (op->getParentOp() != kernel && !graphControl.contains(op->getParentOp()))
    op = op->getParentOp();
  return op;
}

static MemRefType countType(Builder &builder) { return MemRefType::get({}, builder.getI64Type()); }

Memory AdstackLowering::makeLocal(AdstackCreateOp create, ForOp loop, int64_t capacity) {
  OpBuilder builder = OpBuilder::atBlockBegin(&loop.getBody().front());
  Location location = create.getLoc();
  auto type = MemRefType::get({std::max<int64_t>(capacity, 1)}, create.getType().getElementType());
  Memory memory;
  memory.count = memref::AllocaOp::create(builder, loop.getLoc(), countType(builder));
  memory.values = memref::AllocaOp::create(builder, location, type);
  if (hasAdjoints(create))
    memory.adjoints = memref::AllocaOp::create(builder, location, type);
  return memory;
}

Memory AdstackLowering::makeShared(AdstackCreateOp create, ForOp loop) {
  Location location = create.getLoc();
  if (loop.getRank() >= maximumRank) {
    create.emitOpError() << "is in a parallel loop of rank " << loop.getRank()
                         << ", but its memory has an axis more than the loop, and arrays have at most " << maximumRank
                         << "; write a loop with fewer variables, or a constant capacity of up to "
                         << kMaximumLocalAdstackBytes << " bytes";
    return {};
  }
  OpBuilder ahead(loop), inside = OpBuilder::atBlockBegin(&loop.getBody().front());
  Memory memory;
  SmallVector<Value> extents = {notNegative(ahead, location, copySize(ahead, create.getCapacity()))};
  for (const TripRange &axis : axesOf(loop)) {
    Value extent = boundTrips(ahead, location, axis);
    if (!extent) {
      const bool isUpperKnown = axis.lower && sizeExprFromValue(axis.upper);
      reportSize(create, isUpperKnown ? axis.lower : axis.upper,
                 "memory for each iteration of a parallel loop with an extent");
      return {};
    }
    extents.push_back(extent);
    memory.row.push_back(numberTrip(inside, location, axis));
  }
  Type element = create.getType().getElementType();
  memory.count = memref::AllocaOp::create(inside, loop.getLoc(), countType(inside));
  memory.values = makeTemporary(ahead, location, extents, element);
  if (hasAdjoints(create))
    memory.adjoints = makeTemporary(ahead, location, extents, element);
  return memory;
}

Memory AdstackLowering::makeSerial(AdstackCreateOp create) {
  Operation *task = findTask(create);
  OpBuilder ahead(task);
  Location location = create.getLoc();
  Value capacity = copySize(ahead, create.getCapacity());
  SmallVector<Value> extents = {notNegative(ahead, location, capacity)};
  Type element = create.getType().getElementType();
  Memory memory;
  memory.count = memref::AllocOp::create(ahead, create.getCapacity().getLoc(), countType(ahead));
  memory.values = makeTemporary(ahead, location, extents, element);
  if (hasAdjoints(create))
    memory.adjoints = makeTemporary(ahead, location, extents, element);
  return memory;
}

Memory AdstackLowering::makeMemory(AdstackCreateOp create) {
  if (!sizeExprFromValue(create.getCapacity())) {
    reportSize(create, create.getCapacity(), "a capacity");
    return {};
  }
  auto loop = create->getParentOfType<ForOp>();
  if (!loop)
    return makeSerial(create);
  if (std::optional<int64_t> capacity = getConstantIntValue(create.getCapacity())) {
    auto type = MemRefType::get({std::max<int64_t>(*capacity, 0)}, create.getType().getElementType());
    std::optional<int64_t> bytes = staticBytes(type);
    if (bytes && *bytes <= kMaximumLocalAdstackBytes && takeLocalBytes(*bytes * (hasAdjoints(create) ? 2 : 1)))
      return makeLocal(create, loop, *capacity);
  }
  return makeShared(create, loop);
}

LogicalResult AdstackLowering::lower(AdstackCreateOp create) {
  Memory memory = makeMemory(create);
  if (!memory.values)
    return failure();
  OpBuilder builder(create);
  Location location = create.getLoc();
  memory.capacity = notNegative(builder, location, create.getCapacity());
  Value none = arith::ConstantIntOp::create(builder, location, 0, 64);
  memref::StoreOp::create(builder, location, none, memory.count, ValueRange());
  for (Operation *user : llvm::make_early_inc_range(create->getUsers()))
    lowerOperation(user, memory);
  create.erase();
  return success();
}

LogicalResult AdstackLowering::run() {
  SmallVector<AdstackCreateOp> creates;
  kernel.walk([&](AdstackCreateOp create) { creates.push_back(create); });
  bool isValid = true;
  for (AdstackCreateOp create : creates)
    isValid &= succeeded(lower(create));
  return success(isValid);
}

LogicalResult qdc::qd::lowerAdstacks(KernelOp kernel) { return AdstackLowering(kernel).run(); }

namespace {
struct LowerAdstacks : qdc::qd::impl::LowerAdstacksBase<LowerAdstacks> {
  void runOnOperation() override {
    if (failed(lowerAdstacks(getOperation())))
      signalPassFailure();
  }
};
} // namespace
