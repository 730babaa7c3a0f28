//===- KnownWords.cpp - Words that follow from counters -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Analysis/KnownWords.h"
#include "qdc/Analysis/SizeExprFromValue.h"
#include "qdc/Dialect/QD/IR/GraphLoops.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace qdc;

namespace {

class Finder {
public:
  explicit Finder(qd::KernelOp kernel) : kernel(kernel) {}

  SmallVector<KnownTaskWord> run(ArrayRef<qd::TaskOp> tasks) {
    kernel->walk([&](Operation *node) { addNode(node); });
    for (int64_t word : kernel.getResultOffsets().value_or(ArrayRef<int64_t>()))
      otherReads.insert(static_cast<uint64_t>(word));
    if (ArrayAttr temporaries = kernel.getTemporariesAttr())
      for (auto temporary : temporaries.getAsRange<qd::TemporaryAttr>())
        for (qd::SizeAttr extent : temporary.getExtents())
          addWordsOf(extent, otherReads);
    for (qd::TaskOp task : tasks)
      addTask(task);
    for (qd::TaskOp task : tasks)
      if (!task.getParallelLoop())
        findWordsOf(task);
    llvm::sort(found, [](const KnownTaskWord &a, const KnownTaskWord &b) { return a.word < b.word; });
    return std::move(found);
  }

private:
  static void addWordsOf(qd::SizeAttr size, llvm::DenseSet<uint64_t> &words) {
    std::vector<uint64_t> read;
    addWords(size.getExpr(), read);
    words.insert(read.begin(), read.end());
  }

  void addNode(Operation *node) {
    if (auto launch = dyn_cast<qd::LaunchOp>(node))
      launches[launch.getTaskAttr().getAttr()].push_back(launch);
    if (auto branch = dyn_cast<qd::GraphIfOp>(node))
      controlReads.insert(branch.getConditionWord());
    for (qd::SizeAttr size : qd::sizesOf(node))
      addWordsOf(size, controlReads);
    // A loop that went on by what the host knows would not end.
    if (auto loop = dyn_cast<qd::GraphWhileOp>(node))
      otherReads.insert(loop.getConditionWord());
    for (StringRef name : {"induction_word", "iteration_word", "count_word"})
      if (auto word = node->getAttrOfType<IntegerAttr>(name))
        ++writers[static_cast<uint64_t>(word.getInt())];
  }

  void addTask(qd::TaskOp task) {
    addWordsOf(task.getExtentAttr(), otherReads);
    for (unsigned index = 0; index < task.getNumArguments(); ++index)
      if (qd::SlotAttr slot = task.getSlot(index); slot.getKind() == qd::SlotKind::word)
        otherReads.insert(slot.getOffset());
    task.getBody().walk([&](qd::WriteWordOp write) { ++writers[write.getOffset()]; });
  }

  /// The counters of the loops around a node.
  static CounterWords countersAround(Operation *node) {
    CounterWords counters;
    for (auto loop = node->getParentOfType<qd::GraphRepeatOp>(); loop;
         loop = loop->getParentOfType<qd::GraphRepeatOp>())
      if (std::optional<uint64_t> word = loop.getInductionWord()) {
        const SizeExpr &lower = loop.getLower().getExpr();
        counters.insert({*word, lower.isConstant() && lower.value() >= 0});
      }
    return counters;
  }

  void findWordsOf(qd::TaskOp task) {
    auto launched = launches.find(task.getSymNameAttr());
    if (launched == launches.end() || launched->second.size() != 1)
      return;
    const CounterWords counters = countersAround(launched->second.front());
    bool isSpare = true;
    for (unsigned index = 0; index < task.getNumArguments(); ++index)
      if (qd::SlotAttr slot = task.getSlot(index); slot.getKind() == qd::SlotKind::word)
        isSpare &= counters.contains(slot.getOffset());
    const size_t first = found.size();
    for (Operation &op : task.getBody().front()) {
      auto write = dyn_cast<qd::WriteWordOp>(op);
      if (!write) {
        isSpare &= isMemoryEffectFree(&op);
        continue;
      }
      const uint64_t word = write.getOffset();
      std::optional<SizeExpr> value;
      if (controlReads.contains(word) && writers.lookup(word) == 1)
        value = sizeExprInTask(write.getValue(), counters);
      isSpare &= value && !otherReads.contains(word);
      if (value)
        found.push_back({word, *value, task, false});
    }
    for (KnownTaskWord &known : MutableArrayRef(found).drop_front(first))
      known.isSpare = isSpare;
  }

  qd::KernelOp kernel;
  llvm::DenseMap<StringAttr, SmallVector<Operation *, 1>> launches; // of each task
  llvm::DenseMap<uint64_t, unsigned> writers;                       // how many there are
  llvm::DenseSet<uint64_t> controlReads, otherReads;
  SmallVector<KnownTaskWord> found;
};

} // namespace

SmallVector<KnownTaskWord> qdc::findKnownWords(qd::KernelOp kernel, ArrayRef<qd::TaskOp> tasks) {
  return Finder(kernel).run(tasks);
}
