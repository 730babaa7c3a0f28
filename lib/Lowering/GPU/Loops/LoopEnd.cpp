//===- LoopEnd.cpp - The end of an iteration as an entry point ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopEnd.h"

#include "LoopBuilder.h"
#include "TaskAccesses.h"
#include "qdc/ABI/KernelABI.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace qdc {

namespace {

/// Parameters beside those of tasks, at most.
constexpr unsigned ownParameters = 7;
/// Of a parallel task, at most: some blocks.
constexpr int64_t mostIterations = 1024;

class LoopEnd : LoopBuilder {
public:
  LoopEnd(OpBuilder &builder, const LoopSource &source, const LoopParameters &parameters, func::FuncOp entry,
          bool waits)
      : LoopBuilder(builder, source, parameters, entry), waits(waits), handle(ofLoop(qd::SlotKind::condition_handle)),
        state(ofLoop(qd::SlotKind::loop_state)) {
    for (const auto &[symbol, body] : source.bodies)
      if (body.isSerial())
        serial.push_back(&body);
      else
        parallel = &body;
  }

  void create() {
    createPlace();
    isFine = loadNoErrorAtStart(builder, location, record);
    if (parallel && !waits) {
      ifTrue(isFirstSubgroup(), [&] { runRest(thread); });
      return callBody(*parallel, block, blocks, thread);
    }
    if (parallel) {
      if (parallel->exitsPerBlock())
        isFine = holdsInBlock(builder, location, isFine);
      ifTrue(isFine, [&] { callBody(*parallel, block, blocks, thread); });
    }
    auto barrier = qd::GridBarrierOp::create(builder, location, 0, parallel ? state : Value(),
                                             parallel ? offsetof(qd_loop_state, arrived) / sizeof(int64_t) : 0,
                                             /*ends=*/true);
    builder.setInsertionPointToStart(&barrier.getBody().front());
    runRest(barrier.getThread());
    qd::GridBarrierEndOp::create(builder, location, ValueRange{});
    builder.setInsertionPointAfter(barrier);
  }

private:
  Value isFirstSubgroup() {
    Value isFirstBlock = i64.equal(block, i64.constant(0));
    return both(isFirstBlock, i64.less(thread, i64.constant(source.limits.subgroupWidth)));
  }

  /// The serial tasks and the decision, in a subgroup of which this is the thread `own`.
  void runRest(Value own) {
    // Ahead of the tasks, so that it takes its time along with theirs.
    Known found = load();
    if (tasksMayFail && parallel && waits)
      isFine = loadNoErrorNow(builder, location, record);
    runSerialTasks(serial, own);
    if (tasksMayFail && !serial.empty())
      isFine = both(isFine, loadNoErrorNow(builder, location, record));
    ifTrue(i64.equal(own, i64.constant(0)), [&] { decide(found); });
  }

  /// What the decision takes that no task of the iteration writes.
  struct Known {
    Value iterations, end, value, step; // of the qd_loop_state
    Value count, stop;
  };

  /// The number of the word in which the loop counts.
  std::optional<int64_t> countWord() const {
    auto offset = source.node->getAttrOfType<IntegerAttr>("count_word");
    return offset ? std::optional(offset.getInt() / QDC_WORD_BYTES) : std::nullopt;
  }
  Value ofLoop(qd::SlotKind kind) { return parameter(qd::SlotAttr::get(builder.getContext(), kind, source.number)); }
  Value indexOf(size_t offset) { return i64.constant(static_cast<int64_t>(offset / sizeof(int64_t))); }
  Value loadState(size_t offset) {
    return qd::FlatLoadOp::create(builder, location, builder.getI64Type(), state, indexOf(offset));
  }
  void storeState(size_t offset, Value value) {
    qd::FlatStoreOp::create(builder, location, value, state, indexOf(offset));
  }

  Known load() {
    Known found;
    found.stop = loadStopWord();
    found.iterations = loadState(offsetof(qd_loop_state, iterations));
    if (std::optional<int64_t> word = countWord())
      found.count = qd::FlatLoadOp::create(builder, location, builder.getI64Type(), words, i64.constant(*word));
    auto loop = dyn_cast<qd::GraphDoWhileOp>(source.node);
    if (isa<qd::GraphRepeatOp>(source.node) || (loop && loop.getMaximum()))
      found.end = loadState(offsetof(qd_loop_state, end));
    if (isa<qd::GraphRepeatOp>(source.node)) {
      found.value = loadState(offsetof(qd_loop_state, value));
      found.step = loadState(offsetof(qd_loop_state, step));
    }
    return found;
  }

  /// In one thread.
  void decide(const Known &found) {
    Value one = i64.constant(1), iterations = i64.add(found.iterations, one), isFirst = constant(true), again;
    if (auto loop = dyn_cast<qd::GraphDoWhileOp>(source.node))
      again = decideDoWhile(loop, iterations, found.end, /*stop=*/{}, isFirst);
    else if (auto loop = dyn_cast<qd::GraphWhileOp>(source.node))
      again = decideWhile(loop, iterations, /*stop=*/{}, isFirst);
    else
      again = decideRepeat(cast<qd::GraphRepeatOp>(source.node), found);
    // A loop that is over has not been stopped.
    failIfStopped(found.stop, isFirst, source.node, iterations, again);
    // Nothing is said of what overlaps: ahead of these stores, what a task has written to the flag need not be loaded.
    storeState(offsetof(qd_loop_state, iterations), iterations);
    if (found.count)
      storeWord(*countWord() * QDC_WORD_BYTES, i64.add(found.count, one));
    qd::SetConditionOp::create(builder, location, handle, both(again, isFine));
  }

  Value decideRepeat(qd::GraphRepeatOp loop, const Known &found) {
    Value advanced = arith::AddIOp::create(builder, location, found.value, found.step);
    // Past the largest number there is, it is over.
    Value again = both(i64.less(advanced, found.end), i64.less(found.value, advanced));
    storeState(offsetof(qd_loop_state, value), advanced);
    if (std::optional<uint64_t> word = loop.getInductionWord())
      ifTrue(both(again, isFine), [&] { storeWord(*word, advanced); });
    return again;
  }

  const LoopBody *parallel = nullptr;
  SmallVector<const LoopBody *> serial;
  bool waits; // for all blocks of the parallel task
  Value handle, state;
};

/// That of the parallel task, or a block as large as the serial ones need.
qd::LaunchAttr launchOf(LoopSource &source) {
  GridBody::Shape shape;
  shape.blockThreads = 1;
  shape.grid = qd::GridSize::single;
  for (const auto &[symbol, body] : source.bodies) {
    if (!body.isSerial())
      shape = body.shape();
    shape.blockThreads = std::max(shape.blockThreads, body.shape().blockThreads);
  }
  source.blockThreads = shape.blockThreads;
  return qd::LaunchAttr::get(source.node->getContext(), shape.blockThreads, source.limits.subgroupWidth,
                             shape.threadsPerIteration, shape.iterationsPerThread, qd::SlotPassing::values, shape.grid);
}

/// What the decision reads and writes, but for what is the loop's own.
TaskAccesses accessesOfDecision(const LoopSource &source, const LoopParameters &parameters) {
  TaskAccesses found;
  if (auto loop = dyn_cast<qd::GraphDoWhileOp>(source.node))
    found.addRead(loop.getFlag(), parameters.mayAlias[*parameters.find(loop.getFlag())]);
  MLIRContext *context = source.node->getContext();
  for (StringRef name : {"condition_word", "induction_word", "iteration_word", "count_word"})
    if (auto word = source.node->getAttrOfType<IntegerAttr>(name))
      found.addWrittenWord(context, word.getInt());
  return found;
}

/// Whether the decision, or a serial task, needs what the parallel task does, or writes what it uses.
bool followsParallel(const LoopSource &source, const LoopParameters &parameters) {
  TaskAccesses rest = accessesOfDecision(source, parameters), own;
  for (const auto &[symbol, body] : source.bodies)
    (body.isSerial() ? rest : own).add(TaskAccesses::of(body));
  return own.conflictsWith(rest);
}

/// Of an iteration.
size_t countNodes(Operation *loop) {
  size_t count = 0;
  for (Region &region : loop->getRegions())
    count += region.front().getOperations().size();
  return count;
}

} // namespace

SmallVector<qd::TaskOp> lastTasksOf(Operation *loop, llvm::function_ref<qd::TaskOp(qd::LaunchOp)> taskOf,
                                    const GridLimits &limits) {
  auto whileLoop = dyn_cast<qd::GraphWhileOp>(loop);
  Block &nodes = (whileLoop ? whileLoop.getBefore() : loop->getRegion(0)).front();
  SmallVector<qd::TaskOp> tasks;
  size_t parameters = ownParameters;
  for (Operation &node : llvm::reverse(nodes)) {
    auto launch = dyn_cast<qd::LaunchOp>(node);
    qd::TaskOp task = launch ? taskOf(launch) : qd::TaskOp();
    if (!task || llvm::is_contained(tasks, task))
      break;
    parameters += task.getNumArguments();
    qd::ForOp own = task.getParallelLoop();
    // A subgroup of its first block, or of the last one, runs what follows.
    const unsigned width = limits.subgroupWidth;
    const bool hasSubgroups = !own || std::min(own.getBlockDim().value_or(width), limits.blockThreads) % width == 0;
    if (parameters > limits.parameters || !hasSubgroups)
      break;
    tasks.push_back(task);
    if (own)
      break;
  }
  // Then the last one that was found is the first node of the body, which has to be one of its own. A body may be
  // empty.
  if (!tasks.empty() && tasks.size() == countNodes(loop))
    tasks.pop_back();
  std::reverse(tasks.begin(), tasks.end());
  return tasks;
}

LoopEndFacts factsOfEnd(Operation *loop, ArrayRef<qd::TaskOp> lastTasks,
                        llvm::function_ref<qd::TaskOp(qd::LaunchOp)> taskOf) {
  LoopEndFacts facts;
  // Each block that counts its arrival takes longer, and from some ten on all that is won.
  const SizeExpr extent = qd::TaskOp(lastTasks.front()).getExtent().getExpr();
  facts.takesFewBlocks = extent.isConstant() && extent.value() <= mostIterations;
  auto reports = [](qd::NeedsSlot op) {
    return op.getNeededSlot() == qd::SlotKind::error_record ? WalkResult::interrupt() : WalkResult::advance();
  };
  for (Region &region : loop->getRegions())
    for (Operation &node : region.front()) {
      auto launch = dyn_cast<qd::LaunchOp>(node);
      facts.mayFail |= !launch || taskOf(launch)->walk(reports).wasInterrupted();
    }
  return facts;
}

/// Of the body: that of the task, with the strategy's suffix.
static std::string nameOfEntry(const LoopSource &source) {
  func::FuncOp first = source.bodies.front().second.function();
  return first.getSymName().drop_back(StringRef(".body").size()).str();
}

func::FuncOp createLoopEnd(LoopSource source, const LoopEndFacts &facts) {
  OpBuilder builder(source.kernel);
  LoopParameters parameters = collectLoopParameters(source);
  const bool hasParallel = !source.bodies.front().second.isSerial();
  const bool waits = hasParallel && (facts.mayFail || followsParallel(source, parameters));
  if (waits && !facts.takesFewBlocks) {
    source.bodies.front().second.function().erase();
    source.bodies.erase(source.bodies.begin());
    if (source.bodies.empty())
      return {};
    parameters = collectLoopParameters(source);
  }
  qd::LaunchAttr launch = launchOf(source);
  func::FuncOp entry = createEntryOfLoop(builder, source, parameters, launch, nameOfEntry(source));
  LoopEnd(builder, source, parameters, entry, waits).create();
  return entry;
}

} // namespace qdc
