//===- LoopControl.cpp - The code of an entry point of a loop -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopControl.h"

#include "../Grid/DoWhile.h"
#include "RepeatableTasks.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/GraphLoops.h"
#include "qdc/Lowering/Common/SizeValues.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

LoopControl::LoopControl(OpBuilder &builder, const LoopSource &source, const LoopParameters &parameters,
                         func::FuncOp entry)
    : LoopBuilder(builder, source, parameters, entry) {}

void LoopControl::create() {
  createPlace();
  isGridsFirst = both(i64.equal(block, i64.constant(0)), i64.equal(thread, i64.constant(0)));
  // Threads of a block come together in tasks, so they go in together or not at all.
  isFine = holdsInBlock(builder, location, loadNoErrorNow(builder, location, record));
  ifTrue(isGridsFirst, [&] {
    source.node->walk([&](Operation *op) {
      if (auto count = op->getAttrOfType<IntegerAttr>("count_word"))
        storeWord(count.getInt(), i64.constant(0));
    });
  });
  for (uint64_t word : source.words.constant)
    known[word] =
        qd::FlatLoadOp::create(builder, location, builder.getI64Type(), words, i64.constant(word / QDC_WORD_BYTES));
  createNode(source.node);
  if (!queue.empty())
    settle();
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

void LoopControl::createNodes(Region &region) { createNodes(region.front().begin(), region.front().end()); }

void LoopControl::createNodes(Block::iterator begin, Block::iterator end) {
  for (Operation &node : llvm::make_range(begin, end))
    createNode(&node);
}

void LoopControl::createNode(Operation *node) {
  if (auto launch = dyn_cast<qd::LaunchOp>(node)) {
    const bool computes = source.words.tasks.contains(launch.getTaskAttr().getAttr());
    return computes ? computeWords(bodyOf(launch)) : createTask(launch);
  }
  if (auto loop = dyn_cast<qd::GraphDoWhileOp>(node))
    return createDoWhile(loop);
  if (auto loop = dyn_cast<qd::GraphWhileOp>(node))
    return createWhile(loop);
  if (auto loop = dyn_cast<qd::GraphRepeatOp>(node))
    return createRepeat(loop);
  createBranch(cast<qd::GraphIfOp>(node));
}

/// Whether all threads of the block run a serial task, which combines partials, since no subgroup can.
static bool takesBlock(const LoopBody &body) {
  return body.isSerial() && body.subgroupWidth() == 0 && body.shape().threadsPerIteration > 1;
}

void LoopControl::createTask(qd::LaunchOp launch) {
  const LoopBody &body = bodyOf(launch);
  TaskAccesses accesses = TaskAccesses::of(body);
  if (body.isSerial() && !takesBlock(body)) {
    // Its threads fold together, and what stands in the queue may fail for one of them.
    if (body.shape().threadsPerIteration > 1 && !queue.empty())
      settle();
    queue.push_back(&body);
    queued.add(accesses);
    return;
  }
  if (accesses.conflictsWith(pending) || accesses.conflictsWith(queued)) {
    if (blocksMayRunQueue(launch->getIterator(), launch->getBlock()->end())) {
      meetAheadOfQueue([&] { settle(); });
      (void)runQueueInBlocks({});
    } else {
      settle();
    }
  }
  pending.add(accesses);
  ifTrue(isFine, [&] { callBody(body, block, blocks, thread); });
}

void LoopControl::computeWords(const LoopBody &body) {
  IRMapping values;
  func::FuncOp function = body.function();
  Value ofBody = body.workspace();
  Value workspace = parameter(body.slots()[cast<BlockArgument>(ofBody).getArgNumber()], ofBody.getType());
  SmallVector<Value> arguments = argumentsOf(body, i64.constant(0), i64.constant(1), i64.constant(0));
  values.map(function.getArguments(), arguments);
  auto copyOperations = [&](Block &block) {
    for (Operation &op : block.without_terminator()) {
      if (auto store = dyn_cast<qd::FlatStoreOp>(op))
        known[*wordAt(values.lookup(store.getMemref()), values.lookup(store.getIndex()), workspace)] =
            values.lookup(store.getValue());
      else if (op.getNumRegions() == 0)
        builder.clone(op, values);
    }
  };
  // What holds a region there asks whether this is the one thread that runs the only iteration.
  copyOperations(function.getBody().front());
  function.walk([&](qd::IterationOp iteration) { copyOperations(iteration.getBody().front()); });
}

Block::iterator LoopControl::lastTasks(Block &body, const TaskAccesses &flag) const {
  Block::iterator last = body.end();
  while (last != body.begin() && !tasksMayFail) {
    auto launch = dyn_cast<qd::LaunchOp>(*std::prev(last));
    const LoopBody *task = launch ? &bodyOf(launch) : nullptr;
    if (!task || task->isSerial() || TaskAccesses::of(*task).conflictsWith(flag))
      break;
    --last;
  }
  return last;
}

bool LoopControl::waitsForQueue(Operation &launch) const {
  return TaskAccesses::of(bodyOf(cast<qd::LaunchOp>(launch))).conflictsWith(queued);
}

void LoopControl::createDoWhile(qd::GraphDoWhileOp loop) {
  settle();
  Value wasFine = isFine, maximum;
  if (loop.getMaximum())
    maximum = i64.max(evaluate(loop.getMaximum()->getExpr()), i64.constant(1));
  SmallVector<Value> start = {i64.constant(0), isFine};
  TaskAccesses flag;
  flag.addRead(loop.getFlag(), parameters.mayAlias[*parameters.find(loop.getFlag())]);
  scf::WhileOp made = qdc::createDoWhile(builder, location, start, [&](ValueRange state) -> IterationOutcome {
    isFine = state[1];
    Block &body = loop.getBody().front();
    Block::iterator last = lastTasks(body, flag);
    createNodes(body.begin(), last);
    const bool isEarly = last != body.end() && waitsForQueue(*last);
    if (!isEarly)
      createNodes(last, body.end());
    Value iterations = i64.add(state[0], i64.constant(1));
    auto decide = [&](Value isFirst) {
      Value stop = pollStopWord(iterations, /*first=*/1);
      return decideDoWhile(loop, iterations, maximum, stop, isFirst);
    };
    const bool isInBlocks = isEarly && blocksMayRunQueue(last, body.end());
    Value wasFineBefore = isFine;
    Value again = isInBlocks ? decideInBlocks(loop, iterations, maximum) : createBarrier({decide, /*mayFail=*/true});
    if (!isEarly)
      return {again, {iterations, isFine}};
    // They belong to this iteration, whatever was decided about the next one.
    Value goesOnFine = isFine;
    isFine = wasFineBefore;
    createNodes(last, body.end());
    settle();
    return {again, {iterations, goesOnFine}};
  });
  isFine = made.getResult(1);
  addToCount(loop.getCountWord(), wasFine, made.getResult(0));
}

SmallVector<Value> LoopControl::createLoop(SmallVector<Value> start,
                                           llvm::function_ref<SmallVector<Value>(ValueRange state)> iterate) {
  start.push_back(isFine);
  SmallVector<Type> types(ValueRange(start).getTypes());
  SmallVector<Location> locations(start.size(), location);
  auto made = scf::WhileOp::create(builder, location, types, start);
  builder.createBlock(&made.getBefore(), {}, types, locations);
  scf::ConditionOp::create(builder, location, made.getBeforeArguments()[1], made.getBeforeArguments());
  builder.createBlock(&made.getAfter(), {}, types, locations);
  isFine = made.getAfterArguments().back();
  SmallVector<Value> next = iterate(made.getAfterArguments());
  next.push_back(isFine);
  scf::YieldOp::create(builder, location, next);
  builder.setInsertionPointAfter(made);
  isFine = made.getResults().back();
  return SmallVector<Value>(made.getResults());
}

/// Whether the nodes are tasks alone.
static bool areTasks(Region &region) { return llvm::all_of(region.getOps(), llvm::IsaPred<qd::LaunchOp>); }

void LoopControl::createWhile(qd::GraphWhileOp loop) {
  settle();
  Value wasFine = isFine, zero = i64.constant(0);
  auto decide = [&](Value iterations) {
    createNodes(loop.getBefore());
    auto decideNow = [&](Value isFirst) {
      Value stop = pollStopWord(iterations, /*first=*/0);
      return decideWhile(loop, iterations, stop, isFirst);
    };
    return createBarrier({decideNow, /*mayFail=*/true});
  };
  if (areTasks(loop.getBefore())) {
    // They are created twice, ahead of the loop and at its end, so that they share a barrier with the end of the body.
    Value begins = decide(zero);
    SmallVector<Value> end = createLoop({zero, begins}, [&](ValueRange state) -> SmallVector<Value> {
      createNodes(loop.getBody());
      Value iterations = i64.add(state[0], i64.constant(1));
      Value again = decide(iterations);
      return {iterations, again};
    });
    return addToCount(loop.getCountWord(), wasFine, end[0]);
  }
  // Loops would be twice as much at each level, so the body is what waits: it runs where the last decision was to.
  SmallVector<Value> end = createLoop({i64.constant(-1), constant(true)}, [&](ValueRange state) -> SmallVector<Value> {
    Value isFirst = i64.less(state[0], zero);
    auto body = scf::IfOp::create(builder, location, builder.getI1Type(), isFirst, /*withElseRegion=*/true);
    builder.setInsertionPointToStart(body.thenBlock());
    scf::YieldOp::create(builder, location, isFine);
    builder.setInsertionPointToStart(body.elseBlock());
    createNodes(loop.getBody());
    settle();
    scf::YieldOp::create(builder, location, isFine);
    builder.setInsertionPointAfter(body);
    isFine = body.getResult(0);
    Value iterations = i64.add(state[0], i64.constant(1));
    Value again = decide(iterations);
    return {iterations, again};
  });
  addToCount(loop.getCountWord(), wasFine, end[0]);
}

/// Whether the step may be below 1, which ends the launch.
static bool mayFailToBegin(qd::GraphRepeatOp loop) {
  SizeExpr step = loop.getStep().getExpr();
  return !step.isConstant() || step.value() < 1;
}

void LoopControl::createRepeat(qd::GraphRepeatOp loop) {
  if (!loop.getInductionWord() && qd::constantIterations(loop) == 1) {
    addToCount(loop.getCountWord(), isFine, i64.constant(1));
    return createNodes(loop.getBody());
  }
  std::optional<uint64_t> word = wordInMemory(loop.getInductionWord());
  bool mayFail = mayFailToBegin(loop);
  Value wasFine = isFine, begins;
  auto bound = [&](qd::SizeAttr size) { return evaluate(size.getExpr()); };
  auto begin = [&](Value isFirst) -> Value {
    Value lower = bound(loop.getLower()), step = bound(loop.getStep());
    if (word)
      ifTrue(isFirst, [&] { storeWord(*word, lower); });
    if (mayFail)
      fail(i64.less(step, i64.constant(1)), isFirst, QD_ERROR_LOOP_STEP, loop, step);
    return i64.less(lower, bound(loop.getUpper()));
  };
  if (mayFail || word)
    begins = createBarrier({begin, mayFail});
  else
    settle();
  Value lower = bound(loop.getLower()), upper = bound(loop.getUpper()), step = bound(loop.getStep());
  if (!begins)
    begins = i64.less(lower, upper);
  SmallVector<Value> end = createLoop({lower, begins, i64.constant(0)}, [&](ValueRange state) -> SmallVector<Value> {
    if (loop.getInductionWord() && !word)
      known[*loop.getInductionWord()] = state[0];
    createNodes(loop.getBody());
    Value advanced = arith::AddIOp::create(builder, location, state[0], step);
    // Past the largest number there is, it is over.
    Value again = both(i64.less(advanced, upper), i64.less(state[0], advanced));
    Value iterations = i64.add(state[2], i64.constant(1));
    auto advance = [&](Value isFirst) {
      Value stop = pollStopWord(iterations, /*first=*/1);
      if (word)
        ifTrue(both(isFirst, again), [&] { storeWord(*word, advanced); });
      failIfStopped(stop, isFirst, loop, iterations);
    };
    if (word || !queue.empty() || tasksMayFail)
      (void)createBarrier({{}, /*mayFail=*/true, /*act=*/advance});
    else // a barrier of its own is not worth it in loops of a few iterations
      settleAndPoll(loop, iterations, /*first=*/isSettled() ? 0 : 1);
    // All threads know alike how far they are, and by a barrier whether the launch goes on.
    return {advanced, both(again, isFine), iterations};
  });
  addToCount(loop.getCountWord(), wasFine, end[2]);
}

void LoopControl::createBranch(qd::GraphIfOp branch) {
  auto decide = [&](Value) { return readCondition(branch.getConditionWord()); };
  Value taken;
  if (known.contains(branch.getConditionWord())) {
    // What waits for a barrier does so whichever branch is taken. Before the first barrier blocks may not agree whether
    // the launch goes on, so the condition alone decides.
    if (!queue.empty())
      settle();
    taken = decide({});
  } else {
    taken = createBarrier({decide});
  }
  Value before = isFine;
  const TaskAccesses pendingBefore = pending;
  auto made = scf::IfOp::create(builder, location, builder.getI1Type(), taken, /*withElseRegion=*/true);
  TaskAccesses ofBoth;
  std::pair<Region *, Block *> sides[] = {{&branch.getThenBody(), made.thenBlock()},
                                          {&branch.getElseBody(), made.elseBlock()}};
  for (auto [region, target] : sides) {
    builder.setInsertionPointToStart(target);
    isFine = before;
    pending = pendingBefore;
    createNodes(*region);
    // What waits for a barrier does so only where this branch is taken.
    if (!queue.empty())
      settle();
    ofBoth.add(pending);
    scf::YieldOp::create(builder, location, isFine);
  }
  builder.setInsertionPointAfter(made);
  pending = ofBoth;
  isFine = made.getResult(0);
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void LoopControl::settle() {
  if (!isSettled())
    (void)createBarrier({});
}

std::optional<uint64_t> LoopControl::wordInMemory(std::optional<uint64_t> word) const {
  return word && source.words.computed.contains(*word) ? std::nullopt : word;
}

Value LoopControl::createBarrier(const Decision &decision) {
  const auto decide = decision.decide;
  const bool isGrid = source.strategy == qd::LoopStrategy::grid;
  const bool tellsIsFine = decision.mayFail || tasksMayFail;
  const unsigned values = (decide ? 1 : 0) + (tellsIsFine ? 1 : 0);
  qd::KernelOp kernel = source.kernel;
  auto barrier = qd::GridBarrierOp::create(builder, location, values, isGrid ? words : Value(),
                                           kernel.getBarrierOffset().value_or(0) / QDC_WORD_BYTES);
  builder.setInsertionPointToStart(&barrier.getBody().front());
  if (tasksMayFail)
    isFine = loadNoErrorNow(builder, location, record);
  bool ranTasks = !queue.empty();
  runQueue(barrier.getThread());
  SmallVector<Value> decided;
  auto isFirst = [&] { return i64.equal(barrier.getThread(), i64.constant(0)); };
  if (decide)
    decided.push_back(decide(isFirst()));
  if (decision.act)
    decision.act(isFirst());
  if (tasksMayFail && ranTasks)
    isFine = both(isFine, loadNoErrorNow(builder, location, record));
  if (decide)
    decided.front() = both(decided.front(), isFine);
  if (tellsIsFine)
    decided.push_back(isFine);
  qd::GridBarrierEndOp::create(builder, location, decided);
  builder.setInsertionPointAfter(barrier);
  if (tellsIsFine)
    isFine = barrier.getResult(values - 1);
  pending.clear();
  return decide ? barrier.getResult(0) : Value();
}

void LoopControl::runQueue(Value own) {
  // A body without operations is none.
  if (queue.empty())
    return;
  runSerialTasks(queue, own);
  queue.clear();
  queued.clear();
}

//===----------------------------------------------------------------------===//
// Serial tasks in each block
//===----------------------------------------------------------------------===//

bool LoopControl::blocksMayRunQueue(Block::iterator next, Block::iterator end) const {
  if (source.strategy != qd::LoopStrategy::grid || queue.empty() || tasksMayFail || !areRepeatable(queue))
    return false;
  TaskAccesses since, serial;
  for (Operation &node : llvm::make_range(next, end)) {
    auto launch = dyn_cast<qd::LaunchOp>(node);
    if (!launch)
      break;
    const TaskAccesses accesses = TaskAccesses::of(bodyOf(launch));
    if (bodyOf(launch).isSerial()) {
      serial.add(accesses);
      continue;
    }
    if (accesses.conflictsWith(since) || accesses.conflictsWith(serial))
      break; // there is a barrier
    if (accesses.writesWhatIsUsedBy(queued))
      return false;
    since.add(accesses);
  }
  return true;
}

void LoopControl::meetAheadOfQueue(llvm::function_ref<void()> meet) {
  SmallVector<const LoopBody *> waiting = std::exchange(queue, {});
  TaskAccesses accesses = std::exchange(queued, {});
  meet();
  queue = std::move(waiting);
  queued = std::move(accesses);
}

Value LoopControl::runQueueInBlocks(llvm::function_ref<Value(Value isFirst)> decide) {
  Value isSubgroup = i64.less(thread, i64.constant(source.limits.subgroupWidth)),
        isFirst = i64.equal(thread, i64.constant(0));
  SmallVector<Type> types(decide ? 2 : 0, builder.getI1Type());
  pending.addAsRead(queued);
  auto own = scf::IfOp::create(builder, location, types, isSubgroup, /*withElseRegion=*/!types.empty());
  builder.setInsertionPointToStart(own.thenBlock());
  runQueue(thread);
  if (decide) {
    Value decided = decide(isFirst);
    scf::YieldOp::create(builder, location, ValueRange{both(both(decided, isFine), isFirst), both(isFine, isFirst)});
    builder.setInsertionPointToStart(own.elseBlock());
    scf::YieldOp::create(builder, location, ValueRange{constant(false), constant(false)});
  }
  builder.setInsertionPointAfter(own);
  if (!decide) {
    gpu::BarrierOp::create(builder, location);
    return {};
  }
  Value again = qd::BlockAnyOp::create(builder, location, own.getResult(0));
  isFine = qd::BlockAnyOp::create(builder, location, own.getResult(1));
  return again;
}

Value LoopControl::decideInBlocks(qd::GraphDoWhileOp loop, Value iterations, Value maximum) {
  // What a stop ends are the next iterations, and one block alone looks for it.
  Value wasFine = isFine;
  meetAheadOfQueue([&] { settleAndPoll(loop, iterations, /*first=*/1); });
  Value goesOn = std::exchange(isFine, wasFine);
  return runQueueInBlocks([&](Value isFirst) {
    isFine = goesOn;
    return decideDoWhile(loop, iterations, maximum, /*stop=*/{}, isFirst);
  });
}

//===----------------------------------------------------------------------===//
// The stop word
//===----------------------------------------------------------------------===//

/// Of so many decisions about a loop, one looks at the stop word: a load from the device's memory takes about as long
/// as a short iteration.
static constexpr int64_t pollInterval = 32;

Value LoopControl::pollStopWord(Value iterations, int64_t first) {
  Value polls = i64.equal(i64.bitAnd(iterations, pollInterval - 1), i64.constant(first));
  auto poll = scf::IfOp::create(builder, location, builder.getI64Type(), polls, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(poll.thenBlock());
  scf::YieldOp::create(builder, location, loadStopWord());
  builder.setInsertionPointToStart(poll.elseBlock());
  scf::YieldOp::create(builder, location, i64.constant(0));
  builder.setInsertionPointAfter(poll);
  return poll.getResult(0);
}

void LoopControl::settleAndPoll(Operation *loop, Value iterations, int64_t first) {
  const bool isMeeting = !isSettled();
  Value polls = i64.equal(i64.bitAnd(iterations, pollInterval - 1), i64.constant(first));
  auto choice = scf::IfOp::create(builder, location, builder.getI1Type(), polls, /*withElseRegion=*/true);
  Value before = isFine;
  builder.setInsertionPointToStart(choice.thenBlock());
  auto poll = [&](Value isFirst) { failIfStopped(loadStopWord(), isFirst, loop, iterations); };
  (void)createBarrier({{}, /*mayFail=*/true, /*act=*/poll});
  scf::YieldOp::create(builder, location, isFine);
  builder.setInsertionPointToStart(choice.elseBlock());
  if (isMeeting)
    (void)createBarrier({});
  scf::YieldOp::create(builder, location, before);
  builder.setInsertionPointAfter(choice);
  isFine = choice.getResult(0);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void LoopControl::addToCount(std::optional<uint64_t> offset, Value wasFine, Value iterations) {
  if (!offset)
    return;
  ifTrue(wasFine ? both(isGridsFirst, wasFine) : isGridsFirst, [&] {
    Value word = i64.constant(*offset / QDC_WORD_BYTES);
    Value before = qd::FlatLoadOp::create(builder, location, builder.getI64Type(), words, word);
    storeWord(*offset, i64.add(before, iterations));
  });
}

Value LoopControl::evaluate(const SizeExpr &size) {
  return createSize(i64, size, [&](const SizeExpr &leaf) -> Value {
    if (leaf.kind() != SizeExprKind::word)
      return i64.fromInteger(parameter(slotOfLeaf(builder.getContext(), leaf)));
    if (Value word = known.lookup(leaf.offset()))
      return word;
    Value word = i64.constant(leaf.offset() / QDC_WORD_BYTES);
    return qd::FlatLoadOp::create(builder, location, builder.getI64Type(), words, word);
  });
}

} // namespace qdc
