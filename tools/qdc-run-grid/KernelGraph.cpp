//===- KernelGraph.cpp - A kernel's graph of launches ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "KernelGraph.h"

#include "qdc/ABI/KernelABI.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace qdc {

namespace {

class GraphRun {
public:
  GraphRun(qd::KernelOp kernel, Launches &launches) : launches(launches), instance(launches.memory()) {
    uint32_t number = 0;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *node) {
      if (!isa<qd::KernelOp, qd::ReturnOp>(node))
        numbers[node] = number++;
    });
    for (auto entry : launches.entryPoints().module().getOps<func::FuncOp>())
      if (auto description = entry->getAttrOfType<qd::EntryPointAttr>(qd::entryPointAttr))
        if (qd::LoopNodeAttr loop = description.getLoop())
          (loop.getStrategy() == qd::LoopStrategy::graph ? ends : ofWholeLoops)[loop.getNode()] = {entry,
                                                                                                   loop.getLast()};
  }

  /// All nodes but so many at the end.
  LogicalResult run(Block &nodes, size_t leftOut = 0) {
    size_t left = nodes.getOperations().size() - leftOut;
    for (Operation &node : nodes) {
      if (left-- == 0)
        break;
      if (hasFailed())
        return success();
      if (failed(runNode(&node)))
        return failure();
    }
    return success();
  }

private:
  /// An entry point of a loop, and how many tasks of an iteration's end it runs, if it does not run all.
  struct LoopEntry {
    func::FuncOp function;
    uint32_t last = 0;
  };
  using LoopEntries = std::map<uint32_t, LoopEntry>; // by the numbers of nodes

  bool hasFailed() const { return launches.errorCode() != QD_ERROR_NONE; }

  LogicalResult runNode(Operation *node) {
    if (auto whole = ofWholeLoops.find(numbers.lookup(node)); whole != ofWholeLoops.end() && !isa<qd::ReturnOp>(node))
      return launches.launch(whole->second.function.getSymName());
    return llvm::TypeSwitch<Operation *, LogicalResult>(node)
        .Case([&](qd::LaunchOp launch) { return launches.launch(launch.getTask()); })
        .Case([&](qd::ReturnOp) { return success(); })
        .Case<qd::GraphDoWhileOp, qd::GraphWhileOp, qd::GraphRepeatOp, qd::GraphIfOp>(
            [&](auto control) { return runControl(control); });
  }

  LoopEntry *endOf(Operation *node) {
    auto end = ends.find(numbers.lookup(node));
    return end == ends.end() ? nullptr : &end->second;
  }

  /// Iterations that an entry point ends, which decides about the next one, as in a graph of the device. `whole` comes
  /// ahead of what it ends; may be null.
  LogicalResult runByEnd(Operation *node, LoopEntry &end, const qd_loop_state &begin, Region *whole, Region &ended) {
    uint32_t number = numbers.at(node);
    Array &state = *instance.arrayOf(qd::SlotAttr::get(node->getContext(), qd::SlotKind::loop_state, number));
    for (size_t byte = 0; byte < sizeof(begin); ++byte)
      state.store(byte, 1, reinterpret_cast<const unsigned char *>(&begin)[byte]);
    do {
      if ((whole && failed(run(whole->front()))) || failed(run(ended.front(), end.last)))
        return failure();
      if (hasFailed())
        return success();
      if (failed(launches.launch(end.function.getSymName())))
        return failure();
    } while (!hasFailed() && launches.condition(number));
    return success();
  }

  LogicalResult runControl(qd::GraphIfOp op) {
    return run((condition(op.getConditionWord()) ? op.getThenBody() : op.getElseBody()).front());
  }

  LogicalResult runControl(qd::GraphWhileOp op) {
    for (int64_t iterations = 0;; ++iterations) {
      if (failed(run(op.getBefore().front())))
        return failure();
      if (hasFailed() || !condition(op.getConditionWord()))
        return success();
      if (LoopEntry *end = endOf(op))
        return runByEnd(op, *end, {}, &op.getBody(), op.getBefore());
      if (iterations >= instance.maximumIterations())
        fail(QD_ERROR_LAUNCH_MAXIMUM, op.getSite().value_or(0), iterations);
      if (failed(run(op.getBody().front())))
        return failure();
    }
  }

  LogicalResult runControl(qd::GraphDoWhileOp op) {
    int64_t maximum = std::numeric_limits<int64_t>::max(), iterations = 0;
    if (std::optional<qd::SizeAttr> size = op.getMaximum(); size && failed(evaluate(op, *size, maximum)))
      return failure();
    if (LoopEntry *end = endOf(op))
      return runByEnd(op, *end, {0, std::max<int64_t>(maximum, 1), 0, 0, 0}, nullptr, op.getBody());
    bool goesOn = true;
    while (goesOn) {
      if (failed(run(op.getBody().front())))
        return failure();
      if (hasFailed())
        return success();
      ++iterations;
      goesOn = flagOf(op);
      if (goesOn && iterations >= std::max<int64_t>(maximum, 1)) {
        if (op.getOnMax() == qd::OnMaximum::error)
          fail(QD_ERROR_LOOP_MAXIMUM, op.getSite().value_or(0), iterations);
        goesOn = false;
      } else if (goesOn && iterations >= instance.maximumIterations()) {
        fail(QD_ERROR_LAUNCH_MAXIMUM, op.getSite().value_or(0), iterations);
        goesOn = false;
      }
    }
    storeWord(op.getIterationWord(), iterations);
    return success();
  }

  LogicalResult runControl(qd::GraphRepeatOp op) {
    int64_t value, upper, step;
    if (failed(evaluate(op, op.getLower(), value)) || failed(evaluate(op, op.getUpper(), upper)) ||
        failed(evaluate(op, op.getStep(), step)))
      return failure();
    storeWord(op.getInductionWord(), value);
    if (step < 1)
      fail(QD_ERROR_LOOP_STEP, op.getSite().value_or(0), step);
    if (LoopEntry *end = endOf(op); end && !hasFailed() && value < upper)
      return runByEnd(op, *end, {0, upper, value, step, 0}, nullptr, op.getBody());
    while (!hasFailed() && value < upper) {
      storeWord(op.getInductionWord(), value);
      if (failed(run(op.getBody().front())))
        return failure();
      if (llvm::AddOverflow(value, step, value))
        break;
    }
    return success();
  }

  LogicalResult evaluate(Operation *op, qd::SizeAttr size, int64_t &value) {
    Result<int64_t> result = size.getExpr().evaluate(instance);
    if (!result)
      return op->emitOpError("has no size: ") << result.error().message;
    value = *result;
    return success();
  }

  bool condition(uint64_t word) { return instance.workspace().load(word, 1) != 0; }
  void storeWord(std::optional<uint64_t> word, int64_t value) {
    if (word)
      instance.workspace().store(*word, QDC_WORD_BYTES, static_cast<uint64_t>(value));
  }
  bool flagOf(qd::GraphDoWhileOp op) {
    Array &flag = *instance.arrayOf(op.getFlag());
    return flag.load(0, std::min<size_t>(flag.contents().size(), sizeof(uint64_t))) != 0;
  }
  void fail(uint32_t code, uint32_t site, int64_t iteration) {
    Array &record = instance.errorRecord();
    record.store(offsetof(qd_error_record, code), sizeof(uint32_t), code);
    record.store(offsetof(qd_error_record, site), sizeof(uint32_t), site);
    record.store(offsetof(qd_error_record, iteration), sizeof(int64_t), static_cast<uint64_t>(iteration));
  }

  Launches &launches;
  Instance &instance;
  llvm::DenseMap<Operation *, uint32_t> numbers;
  LoopEntries ofWholeLoops, ends;
};

} // namespace

LogicalResult runGraph(qd::KernelOp kernel, Launches &launches) {
  return GraphRun(kernel, launches).run(kernel.getBody().front());
}

} // namespace qdc
