//===- LoopWords.cpp - Words that all threads of a loop know --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LoopWords.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/GraphLoops.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace qdc {

namespace {

/// What a task does with words.
struct TaskWords {
  std::vector<uint64_t> reads, writes;
  /// It is serial, writes words once each, and does nothing else that shows.
  bool computesWords = false;
};

TaskWords wordsOf(qd::TaskOp task) {
  TaskWords found;
  Value workspace;
  for (unsigned index = 0; index < task.getNumArguments(); ++index)
    if (task.getSlot(index).getKind() == qd::SlotKind::workspace)
      workspace = task.getBody().getArgument(index);
  found.computesWords = !task.getParallelLoop();
  task.getBody().walk([&](Operation *op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    auto store = dyn_cast<memref::StoreOp>(op);
    std::optional<uint64_t> word;
    if (load)
      word = wordAt(load.getMemRef(), load.getIndices().front(), workspace);
    else if (store)
      word = wordAt(store.getMemRef(), store.getIndices().front(), workspace);
    if (word)
      (load ? found.reads : found.writes).push_back(*word);
    const bool isSimple = op->getNumRegions() == 0 && op->getBlock() == &task.getBody().front();
    const bool isWordStore = store && word && isSimple;
    found.computesWords &= isWordStore || (load && word) || isMemoryEffectFree(op);
  });
  found.computesWords &= !found.writes.empty();
  return found;
}

/// The words that control reads at this node.
std::vector<uint64_t> readsOfControl(Operation *node) {
  std::vector<uint64_t> words;
  for (qd::SizeAttr size : qd::sizesOf(node))
    addWords(size.getExpr(), words);
  if (auto branch = dyn_cast<qd::GraphIfOp>(node))
    words.push_back(branch.getConditionWord());
  if (auto loop = dyn_cast<qd::GraphWhileOp>(node))
    words.push_back(loop.getConditionWord());
  return words;
}

class Finder {
public:
  Finder(qd::KernelOp kernel, Operation *loop, llvm::function_ref<qd::TaskOp(qd::LaunchOp)> taskOf)
      : kernel(kernel), loop(loop), taskOf(taskOf) {}

  LoopWords run() {
    kernel->walk([&](Operation *node) { add(node); });
    for (int64_t word : kernel.getResultOffsets().value_or(ArrayRef<int64_t>()))
      kept.insert(static_cast<uint64_t>(word));
    for (auto &[word, nodes] : writers)
      if (isComputable(word, nodes))
        found.computed.insert(word);
    for (auto &[word, nodes] : readers)
      if (!writers.contains(word))
        found.constant.insert(word);
    while (dropTasks())
      ;
    for (auto &[node, words] : tasks)
      if (words.computesWords)
        found.tasks.insert(cast<qd::LaunchOp>(node).getTaskAttr().getAttr());
    return std::move(found);
  }

private:
  void add(Operation *node) {
    const bool isInside = loop->isAncestor(node);
    std::vector<uint64_t> reads = readsOfControl(node);
    if (auto launch = dyn_cast<qd::LaunchOp>(node)) {
      TaskWords words = wordsOf(taskOf(launch));
      reads = words.reads;
      if (isInside)
        addTask(launch, std::move(words));
    }
    for (uint64_t word : reads)
      if (isInside)
        readers[word].push_back(node);
      else
        kept.insert(word);
    if (!isInside)
      return;
    for (StringRef name : {"induction_word", "iteration_word", "count_word"})
      if (auto word = node->getAttrOfType<IntegerAttr>(name)) {
        writers[word.getInt()].push_back(node);
        if (name != "induction_word")
          kept.insert(word.getInt());
      }
  }

  void addTask(qd::LaunchOp launch, TaskWords words) {
    for (uint64_t word : words.writes)
      writers[word].push_back(launch);
    tasks.insert({launch, std::move(words)});
  }

  bool isComputable(uint64_t word, ArrayRef<Operation *> nodes) {
    if (nodes.size() != 1 || kept.contains(word))
      return false;
    Operation *writer = nodes.front();
    auto isAhead = [&](Operation *reader) {
      if (isa<qd::GraphRepeatOp>(writer))
        return writer->isProperAncestor(reader);
      Operation *beside = writer->getBlock()->findAncestorOpInBlock(*reader);
      return beside && writer->isBeforeInBlock(beside);
    };
    auto found = readers.find(word);
    return found == readers.end() || llvm::all_of(found->second, isAhead);
  }

  /// Drops a task that reads or writes other words, and all that it writes. True if there was one.
  bool dropTasks() {
    bool isChanged = false;
    for (auto &[node, words] : tasks) {
      auto isKnown = [&](uint64_t word) { return found.isKnown(word); };
      auto isComputed = [&](uint64_t word) { return found.computed.contains(word); };
      words.computesWords &= llvm::all_of(words.reads, isKnown) && llvm::all_of(words.writes, isComputed);
      if (words.computesWords)
        continue;
      for (uint64_t word : words.writes)
        isChanged |= found.computed.erase(word);
    }
    return isChanged;
  }

  qd::KernelOp kernel;
  Operation *loop;
  llvm::function_ref<qd::TaskOp(qd::LaunchOp)> taskOf;
  LoopWords found;
  llvm::MapVector<uint64_t, SmallVector<Operation *>> writers, readers;
  llvm::MapVector<Operation *, TaskWords> tasks;
  llvm::SmallDenseSet<uint64_t, 4> kept; // in memory, for who reads them outside
};

} // namespace

std::optional<uint64_t> wordAt(Value array, Value index, Value workspace) {
  APInt number;
  if (!workspace || array != workspace || !matchPattern(index, m_ConstantInt(&number)))
    return {};
  return number.getZExtValue() * QDC_WORD_BYTES;
}

LoopWords findLoopWords(qd::KernelOp kernel, Operation *loop, llvm::function_ref<qd::TaskOp(qd::LaunchOp)> taskOf) {
  return Finder(kernel, loop, taskOf).run();
}

LoopBody::LoopBody(GridBody body, const LoopWords &words) : GridBody(std::move(body)) {
  func::FuncOp function = this->function();
  llvm::MapVector<uint64_t, SmallVector<qd::FlatLoadOp>> loads;
  function.walk([&](qd::FlatLoadOp load) {
    std::optional<uint64_t> word = wordAt(load.getMemref(), load.getIndex(), workspace());
    if (word && words.isKnown(*word) && load.getType().isInteger(64))
      loads[*word].push_back(load);
  });
  Type i64 = IntegerType::get(function.getContext(), 64);
  for (auto &[word, ofWord] : loads) {
    const unsigned index = function.getNumArguments();
    (void)function.insertArgument(index, i64, DictionaryAttr(), function.getLoc());
    for (qd::FlatLoadOp load : ofWord) {
      load.replaceAllUsesWith(static_cast<Value>(function.getArgument(index)));
      load.erase();
    }
    wordParameters.push_back(word);
  }
}

} // namespace qdc
