//===- GridBody.cpp - A task on its way to a grid of threads --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "GridBody.h"

#include "StraightBody.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/EqualTasks.h"
#include "qdc/Lowering/Common/FlatAccesses.h"
#include "qdc/Lowering/Common/I64Builder.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/TaskParameters.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace qdc {

namespace {

/// Enough subgroups to hide latencies, and few enough threads for a body that takes 255 registers to run.
constexpr unsigned defaultBlockThreads = 256;

bool combinesPartials(qd::TaskOp task) { return !task.getBody().getOps<qd::CombinePartialsOp>().empty(); }

/// `ofLoop` are the threads of a block in a loop, 0 for a task alone.
GridBody::Shape chooseShape(qd::TaskOp task, const GridLimits &limits, unsigned subgroupWidth, uint32_t ofLoop) {
  GridBody::Shape shape;
  if (task.getNumArguments() > limits.parameters)
    shape.slotPassing = qd::SlotPassing::memory;
  qd::ForOp loop = task.getParallelLoop();
  bool reduces = loop ? loop.isReduction() : combinesPartials(task);
  unsigned wanted = !loop ? 1 : ofLoop ? ofLoop : loop.getBlockDim().value_or(defaultBlockThreads);
  wanted = std::min(wanted, limits.blockThreads);
  shape.threadsPerIteration = reduces ? qd_reducing_threads(subgroupWidth) : 1;
  // Without subgroups the threads that reduce wait for each other as a block.
  bool isOneGroup = reduces && subgroupWidth == 0;
  shape.blockThreads = isOneGroup ? shape.threadsPerIteration : llvm::alignTo(wanted, shape.threadsPerIteration);
  if (isOneGroup && ofLoop)
    shape.blockThreads = ofLoop;
  if (loop && reduces && subgroupWidth)
    shape.threadsPerIteration = shape.blockThreads; // all of them share an iteration (Reduce.h)
  if (!loop && isOneGroup)
    shape.threadsPerIteration = shape.blockThreads; // all of them come to the fold
  return shape;
}

/// Whether a task alone reduces without subgroups: a block of the rule then has a thread for each lane, which takes
/// half the registers of a thread with two. Where branches stand around loads, more threads hide more latency than more
/// loads of a thread do: the product of conjugate gradients on 4096^2 points took 81 us for 99 on an H200. Straight
/// bodies, whose loads are all under way at once, were 1 % slower so. Nor where workgroup memory has no room for the
/// lanes.
bool reducesAsBlock(qd::ForOp loop, const WorkgroupMemory &workgroup) {
  auto types = llvm::map_to_vector(loop.getResultTypes(), [](Type type) { return memoryType(type); });
  return loop.isReduction() && !loop.getBlockDim() && isStraightButForBranches(loop) && !isStraight(loop) &&
         workgroup.hasRoomBetweenBarriers(/*function=*/{}, perThread(types, QDC_REDUCE_LANES));
}

/// A subgroup works on the partials, and all of its threads come that way: only what they may repeat can stand in
/// front.
LogicalResult verifyCombines(qd::TaskOp task) {
  bool hasEffect = false;
  WalkResult result = task.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<qd::CombinePartialsOp>(op) && (hasEffect || op->getParentOp() != task)) {
      op->emitOpError("stands after an operation with effects, or in a region; it must be among the first statements "
                      "of its task, as 'qd-offload' makes it");
      return WalkResult::interrupt();
    }
    bool mayRepeat = isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op) || op == task;
    hasEffect |= !mayRepeat;
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Reserves what the values of `types` take that a block of `threads` threads folds at the ops of `task`.
LogicalResult reserveFolds(qd::TaskOp task, WorkgroupMemory &workgroup, const GridLimits &limits, ArrayRef<Type> types,
                           unsigned threads) {
  SmallVector<WorkgroupMemory::Wanted> wanted = perThread(types, threads);
  if (workgroup.reserve(wanted))
    return success();
  Operation *op = task.getParallelLoop();
  if (!op)
    op = *task.getBody().getOps<qd::CombinePartialsOp>().begin();
  return op->emitOpError("folds values of ")
         << threads << " threads through workgroup memory, which takes " << WorkgroupMemory::bytesToReserve(wanted)
         << " bytes; accepted: up to " << limits.workgroupBytes << ", which an entry point may have";
}

/// Moves the body of `task` to a function that also takes a thread's place.
func::FuncOp takeBody(qd::TaskOp task, SymbolTableCollection &symbols) {
  OpBuilder builder(task);
  Location location = task.getLoc();
  SmallVector<Type> types(task.getArgumentTypes());
  types.append(3, builder.getI64Type());
  auto function =
      func::FuncOp::create(builder, location, (task.getSymName() + ".body").str(), builder.getFunctionType(types, {}));
  function.setPrivate();
  markArguments(function, qd::mayAliasAttr, [&](unsigned argument) {
    return argument < task.getNumArguments() && qd::mayAlias(task, argument, symbols);
  });
  function.getBody().takeBody(task.getBody());
  Block &entry = function.getBody().front();
  entry.addArguments(SmallVector<Type>(3, builder.getI64Type()), SmallVector<Location>(3, location));
  entry.getTerminator()->erase();
  builder.setInsertionPointToEnd(&entry);
  func::ReturnOp::create(builder, location);
  return function;
}

} // namespace

GridBody::GroupPlace GridBody::place(OpBuilder &builder, Location location) const {
  I64Builder i64{builder, location};
  uint32_t groupThreads = launchShape.threadsPerIteration;
  Value groupsPerBlock = i64.constant(launchShape.blockThreads / groupThreads);
  Value groupSize = i64.constant(groupThreads);
  Value thread = facts.thread;
  Value group = groupThreads == 1 ? thread : i64.div(thread, groupSize);
  Value lane = groupThreads == 1 ? i64.constant(0) : i64.rem(thread, groupSize);
  return {i64.add(i64.mul(facts.block, groupsPerBlock), group), i64.mul(facts.blocks, groupsPerBlock), lane};
}

qd::CombinePartialsOp lastCombine(func::FuncOp function) {
  qd::CombinePartialsOp last;
  function.walk([&](qd::CombinePartialsOp op) { last = op; });
  return last;
}

SmallVector<Type> typesOfFolds(qd::TaskOp task) {
  SmallVector<Type> types;
  if (qd::ForOp loop = task.getParallelLoop())
    llvm::append_range(types, loop.getResultTypes());
  else
    for (auto combine : task.getBody().getOps<qd::CombinePartialsOp>())
      types.push_back(combine.getType());
  return llvm::map_to_vector(types, [](Type type) { return memoryType(type); });
}

SmallVector<WorkgroupMemory::Wanted> perThread(ArrayRef<Type> types, unsigned threads) {
  return llvm::map_to_vector(types, [&](Type type) { return WorkgroupMemory::Wanted{type, threads}; });
}

Value holdsInBlock(OpBuilder &builder, Location location, Value condition) {
  Value yes = arith::ConstantIntOp::create(builder, location, 1, 1);
  Value isFalse = arith::XOrIOp::create(builder, location, condition, yes);
  return arith::XOrIOp::create(builder, location, qd::BlockAnyOp::create(builder, location, isFalse), yes);
}

SmallVector<Value> createPlace(OpBuilder &builder, Location location, uint32_t blockThreads) {
  auto bound = builder.getIndexAttr(blockThreads);
  Value place[] = {gpu::BlockIdOp::create(builder, location, gpu::Dimension::x),
                   gpu::GridDimOp::create(builder, location, gpu::Dimension::x),
                   gpu::ThreadIdOp::create(builder, location, gpu::Dimension::x, bound)};
  return llvm::map_to_vector(place, [&](Value index) { return I64Builder{builder, location}.fromInteger(index); });
}

FailureOr<GridBody> GridBody::create(qd::TaskOp task, const GridLimits &limits, WorkgroupMemory &workgroup,
                                     SymbolTableCollection &symbols, const TasksOfLoop *loop) {
  bool hasFlatArrays = !task.walk([](qd::ElementAccess access) {
                              return failed(verifyRank(access)) ? WalkResult::interrupt() : WalkResult::advance();
                            })
                            .wasInterrupted();
  if (!hasFlatArrays || failed(verifyExpanded(task)) || failed(verifyCombines(task)))
    return failure();
  qd::ForOp parallel = task.getParallelLoop();
  Facts facts;
  facts.limits = limits;
  facts.workgroup = &workgroup;
  facts.subgroupWidth = limits.subgroupWidth;
  if (parallel && !loop && limits.subgroupWidth < QDC_REDUCE_LANES && reducesAsBlock(parallel, workgroup))
    facts.subgroupWidth = 0;
  facts.isSerial = !parallel;
  facts.isOfLoop = loop && loop->blockThreads != 0;
  Shape shape = chooseShape(task, limits, facts.subgroupWidth, facts.isOfLoop ? loop->blockThreads : 0);
  facts.combinesAsBlock = facts.isSerial && !loop && facts.subgroupWidth != 0 && combinesPartials(task);
  if (facts.combinesAsBlock)
    shape.blockThreads = shape.threadsPerIteration = std::min(defaultBlockThreads, limits.blockThreads);
  if (facts.subgroupWidth == 0)
    facts.foldedTypes = typesOfFolds(task);
  if (failed(reserveFolds(task, workgroup, limits, facts.foldedTypes, shape.blockThreads)))
    return failure();
  if (task.getPartials())
    facts.partials.assign(task.getPartials()->begin(), task.getPartials()->end());

  facts.function = takeBody(task, symbols);
  const unsigned count = task.getNumArguments();
  auto argument = [&](unsigned index) -> Value { return facts.function.getArgument(index); };
  facts.block = argument(count);
  facts.blocks = argument(count + 1);
  facts.thread = argument(count + 2);
  for (unsigned index = 0; index < count; ++index) {
    qd::SlotAttr slot = task.getSlot(index);
    facts.slots.push_back(slot);
    if (slot.getKind() == qd::SlotKind::error_record)
      facts.reports.errorRecord = argument(index);
    else if (slot.getKind() == qd::SlotKind::print_buffer)
      facts.reports.printBuffer = argument(index);
    else if (slot.getKind() == qd::SlotKind::workspace)
      facts.workspace = argument(index);
  }
  return GridBody(std::move(facts), parallel, shape);
}

void GridBody::setBlockThreads(uint32_t threads) {
  assert(!isLowered && "the shape is final");
  launchShape.blockThreads = threads;
}

void GridBody::setGrid(qd::GridSize grid) {
  assert(!isLowered && "the shape is final");
  launchShape.grid = grid;
}

void GridBody::setThreadsPerIteration(uint32_t threads) {
  assert(!isLowered && "the shape is final");
  launchShape.threadsPerIteration = threads;
}

void GridBody::setIterationsPerThread(uint32_t iterations) {
  assert(!isLowered && "the shape is final");
  launchShape.iterationsPerThread = iterations;
}

void GridBody::setExitsPerBlock() {
  assert(!isLowered && "entry points ask for it");
  hasBlockBarriers = true;
}

void GridBody::addCombined(int64_t offset) {
  assert(!isLowered && "entry points of loops ask for them");
  combinedPartials.push_back(offset);
}

void GridBody::finishLowering() {
  isLowered = true;
  facts.workgroup = nullptr;
  parallelLoop = {};
}

void createGridEntry(const GridBody &body, qd::TaskOp task) {
  OpBuilder builder(task);
  Location location = task.getLoc();
  auto type = builder.getFunctionType(task.getArgumentTypes(), {});
  auto entry = func::FuncOp::create(builder, location, task.getSymName(), type);
  func::FuncOp function = body.function();
  if (ArrayAttr attributes = function.getArgAttrsAttr())
    entry.setArgAttrsAttr(ArrayAttr::get(builder.getContext(), attributes.getValue().take_front(type.getNumInputs())));
  builder.setInsertionPointToStart(entry.addEntryBlock());
  if (Value errorRecord = body.reports().errorRecord) {
    Value record = entry.getArgument(cast<BlockArgument>(errorRecord).getArgNumber());
    Value isFine = loadNoErrorAtStart(builder, location, record);
    if (body.exitsPerBlock())
      isFine = holdsInBlock(builder, location, isFine);
    auto run = scf::IfOp::create(builder, location, isFine, /*withElseRegion=*/false);
    func::ReturnOp::create(builder, location);
    builder.setInsertionPointToStart(run.thenBlock());
  } else {
    auto end = func::ReturnOp::create(builder, location);
    builder.setInsertionPoint(end);
  }
  SmallVector<Value> arguments(entry.getArguments());
  llvm::append_range(arguments, createPlace(builder, location, body.shape().blockThreads));
  func::CallOp::create(builder, location, function, arguments);
  const GridBody::Shape &shape = body.shape();
  describeEntry(entry, task,
                qd::LaunchAttr::get(builder.getContext(), shape.blockThreads, body.deviceSubgroupWidth(),
                                    shape.threadsPerIteration, shape.iterationsPerThread, shape.slotPassing,
                                    shape.grid));
}

} // namespace qdc
