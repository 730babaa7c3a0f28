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

GridBody::Shape chooseShape(qd::TaskOp task, unsigned subgroupWidth, uint32_t blockThreads) {
  GridBody::Shape shape;
  if (task.getNumArguments() > QDC_GPU_MAXIMUM_PARAMETERS)
    shape.slotPassing = qd::SlotPassing::memory;
  qd::ForOp loop = task.getParallelLoop();
  bool reduces = loop ? loop.isReduction() : combinesPartials(task);
  unsigned wanted = !loop ? 1 : blockThreads ? blockThreads : loop.getBlockDim().value_or(defaultBlockThreads);
  shape.threadsPerIteration = reduces ? qd_reducing_threads(subgroupWidth) : 1;
  // Without subgroups the threads that reduce wait for each other as a block.
  bool isOneGroup = reduces && subgroupWidth == 0;
  shape.blockThreads = isOneGroup ? shape.threadsPerIteration : llvm::alignTo(wanted, shape.threadsPerIteration);
  if (loop && reduces && subgroupWidth)
    shape.threadsPerIteration = shape.blockThreads; // all of them share an iteration (Reduce.h)
  return shape;
}

/// Whether a task alone reduces without subgroups: a block of the rule then has a thread for each lane, which takes
/// half the registers of a thread with two. Where branches stand around loads, more threads hide more latency than more
/// loads of a thread do: the product of conjugate gradients on 4096^2 points took 81 us for 99 on an H200. Straight
/// bodies, whose loads are all under way at once, were 1 % slower so.
bool reducesAsBlock(qd::ForOp loop) {
  return loop.isReduction() && !loop.getBlockDim() && isStraightButForBranches(loop) && !isStraight(loop);
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

/// Finds the parameters that steps of the lowering use.
void bindParameters(GridBody &body, qd::TaskOp task) {
  Block &entry = body.function.getBody().front();
  for (unsigned index = 0; index < task.getNumArguments(); ++index) {
    qd::SlotAttr slot = task.getSlot(index);
    body.slots.push_back(slot);
    if (slot.getKind() == qd::SlotKind::error_record)
      body.reports.errorRecord = entry.getArgument(index);
    else if (slot.getKind() == qd::SlotKind::print_buffer)
      body.reports.printBuffer = entry.getArgument(index);
    else if (slot.getKind() == qd::SlotKind::workspace)
      body.workspace = entry.getArgument(index);
  }
}

} // namespace

GridBody::GroupPlace GridBody::place(OpBuilder &builder, Location location) const {
  I64Builder i64{builder, location};
  uint32_t groupThreads = shape.threadsPerIteration;
  Value groupsPerBlock = i64.constant(shape.blockThreads / groupThreads);
  Value groupSize = i64.constant(groupThreads);
  Value group = groupThreads == 1 ? thread : i64.div(thread, groupSize);
  Value lane = groupThreads == 1 ? i64.constant(0) : i64.rem(thread, groupSize);
  return {i64.add(i64.mul(block, groupsPerBlock), group), i64.mul(blocks, groupsPerBlock), lane};
}

qd::CombinePartialsOp lastCombine(func::FuncOp function) {
  qd::CombinePartialsOp last;
  function.walk([&](qd::CombinePartialsOp op) { last = op; });
  return last;
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

FailureOr<GridBody> createGridBody(qd::TaskOp task, unsigned subgroupWidth, SymbolTableCollection &symbols,
                                   const TasksOfLoop *loop) {
  bool hasFlatArrays = !task.walk([](qd::ElementAccess access) {
                              return failed(verifyRank(access)) ? WalkResult::interrupt() : WalkResult::advance();
                            })
                            .wasInterrupted();
  if (!hasFlatArrays || failed(verifyExpanded(task)) || failed(verifyCombines(task)))
    return failure();
  OpBuilder builder(task);
  Location location = task.getLoc();
  const unsigned deviceSubgroupWidth = subgroupWidth;
  qd::ForOp alone = loop ? qd::ForOp() : task.getParallelLoop();
  if (alone && subgroupWidth < QDC_REDUCE_LANES && reducesAsBlock(alone))
    subgroupWidth = 0;
  GridBody body;
  body.isOfLoop = loop && loop->blockThreads != 0;
  body.shape = chooseShape(task, subgroupWidth, body.isOfLoop ? loop->blockThreads : 0);
  body.workgroupName = (body.isOfLoop ? loop->name : task.getSymName()).str();
  body.subgroupWidth = subgroupWidth;
  body.deviceSubgroupWidth = deviceSubgroupWidth;
  body.loop = task.getParallelLoop();
  body.isSerial = !body.loop;
  body.combinesAsBlock = body.isSerial && !loop && subgroupWidth != 0 && combinesPartials(task);
  if (body.combinesAsBlock)
    body.shape.blockThreads = body.shape.threadsPerIteration = defaultBlockThreads;
  if (task.getPartials())
    body.partials.assign(task.getPartials()->begin(), task.getPartials()->end());

  SmallVector<Type> types(task.getArgumentTypes());
  types.append(3, builder.getI64Type());
  body.function =
      func::FuncOp::create(builder, location, (task.getSymName() + ".body").str(), builder.getFunctionType(types, {}));
  body.function.setPrivate();
  markArguments(body.function, qd::mayAliasAttr, [&](unsigned argument) {
    return argument < task.getNumArguments() && qd::mayAlias(task, argument, symbols);
  });
  body.function.getBody().takeBody(task.getBody());
  Block &entry = body.function.getBody().front();
  Type i64 = builder.getI64Type();
  body.block = entry.addArgument(i64, location);
  body.blocks = entry.addArgument(i64, location);
  body.thread = entry.addArgument(i64, location);
  entry.getTerminator()->erase();
  builder.setInsertionPointToEnd(&entry);
  func::ReturnOp::create(builder, location);
  bindParameters(body, task);
  return body;
}

void createGridEntry(const GridBody &body, qd::TaskOp task) {
  OpBuilder builder(task);
  Location location = task.getLoc();
  auto type = builder.getFunctionType(task.getArgumentTypes(), {});
  auto entry = func::FuncOp::create(builder, location, task.getSymName(), type);
  func::FuncOp function = body.function;
  if (ArrayAttr attributes = function.getArgAttrsAttr())
    entry.setArgAttrsAttr(ArrayAttr::get(builder.getContext(), attributes.getValue().take_front(type.getNumInputs())));
  builder.setInsertionPointToStart(entry.addEntryBlock());
  if (Value errorRecord = body.reports.errorRecord) {
    Value record = entry.getArgument(cast<BlockArgument>(errorRecord).getArgNumber());
    Value isFine = loadNoErrorAtStart(builder, location, record);
    if (body.leavesAsBlocks)
      isFine = holdsInBlock(builder, location, isFine);
    auto run = scf::IfOp::create(builder, location, isFine, /*withElseRegion=*/false);
    func::ReturnOp::create(builder, location);
    builder.setInsertionPointToStart(run.thenBlock());
  } else {
    auto end = func::ReturnOp::create(builder, location);
    builder.setInsertionPoint(end);
  }
  SmallVector<Value> arguments(entry.getArguments());
  llvm::append_range(arguments, createPlace(builder, location, body.shape.blockThreads));
  func::CallOp::create(builder, location, function, arguments);
  const GridBody::Shape &shape = body.shape;
  describeEntry(entry, task,
                qd::LaunchAttr::get(builder.getContext(), shape.blockThreads, body.deviceSubgroupWidth,
                                    shape.threadsPerIteration, shape.iterationsPerThread, shape.slotPassing,
                                    shape.grid));
}

} // namespace qdc
