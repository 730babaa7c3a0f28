//===- VerifyOffload.cpp - What holds after qd-offload --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/VerifyOffload.h"
#include "VerifyKernels/Strategies.h"
#include "qdc/ABI/KernelABI.h"
#include "qdc/Dialect/QD/IR/GraphLoops.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace qdc;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_VERIFYOFFLOAD
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

namespace {

/// Follows one graph in the order in which it runs.
class GraphVerifier {
public:
  /// Adds the tasks that the graph runs to `launched`.
  GraphVerifier(KernelOp kernel, const SymbolTable &symbols, llvm::DenseSet<Operation *> &launched)
      : kernel(kernel), symbols(symbols), launched(launched) {}

  LogicalResult verify();

private:
  /// Offsets written since a moment; what an untaken path wrote is forgotten again.
  using Log = SmallVector<uint64_t>;

  LogicalResult verifyBlock(Region &region);
  LogicalResult verifyNode(Operation *op);
  LogicalResult verifyIf(GraphIfOp op);
  LogicalResult verifyTask(LaunchOp launch);
  LogicalResult verifyTemporaries(TaskOp task);
  LogicalResult verifySize(TemporaryOp temporary, TemporaryAttr described);
  LogicalResult verifyTaskReads(TaskOp task);
  LogicalResult verifyTaskWrites(TaskOp task);

  LogicalResult reserveWords();
  LogicalResult reserve(Operation *op, uint64_t offset);
  LogicalResult checkWord(Operation *op, uint64_t offset, Type type);
  LogicalResult read(Operation *op, uint64_t offset, Type type, StringRef what);
  LogicalResult readSize(Operation *op, std::optional<SizeAttr> size);
  LogicalResult readExpr(Operation *op, const SizeExpr &expr);
  LogicalResult write(Operation *op, uint64_t offset, Type type);
  void markWritten(uint64_t offset);
  Log forgetSince(size_t mark);

  Type integerType() { return IntegerType::get(kernel.getContext(), 64); }

  KernelOp kernel;
  const SymbolTable &symbols;
  llvm::DenseSet<uint64_t> written;
  Log log;
  size_t writtenAhead = 0; // how much of the log is of nodes ahead of the one at the top level
  llvm::DenseMap<uint64_t, Type> types;
  llvm::DenseSet<uint64_t> reserved; // for counts and barriers
  llvm::DenseSet<Operation *> &launched;
  int64_t workspaceBytes = 0;
  int64_t wordsEnd = 0;
  int64_t partialsBegin = INT64_MAX;
};

} // namespace

/// Words hold all integers but i1 as 64 bits, so these may read each other.
static bool isWideInteger(Type type) { return type.isIndex() || (type.isSignlessInteger() && !type.isInteger(1)); }

LogicalResult GraphVerifier::checkWord(Operation *op, uint64_t offset, Type type) {
  if (offset % QDC_WORD_BYTES != 0 || offset + QDC_WORD_BYTES > uint64_t(workspaceBytes))
    return op->emitOpError("uses the word at byte ")
           << offset << ", but words lie at multiples of 8 inside the workspace of " << workspaceBytes << " bytes";
  if (reserved.contains(offset))
    return op->emitOpError("uses the word at byte ")
           << offset << ", in which a loop counts its iterations or barriers wait; each has its words for itself";
  wordsEnd = std::max<int64_t>(wordsEnd, offset + QDC_WORD_BYTES);
  auto [known, isNew] = types.try_emplace(offset, type);
  if (isNew || known->second == type || (isWideInteger(type) && isWideInteger(known->second)))
    return success();
  return op->emitOpError("uses the word at byte ")
         << offset << " as " << type << ", but it is a word of type " << known->second;
}

LogicalResult GraphVerifier::reserve(Operation *op, uint64_t offset) {
  if (failed(checkWord(op, offset, integerType())))
    return failure();
  reserved.insert(offset);
  return success();
}

/// Of barriers there are two words (QDGridOps.td).
LogicalResult GraphVerifier::reserveWords() {
  std::optional<uint64_t> barriers = kernel.getBarrierOffset();
  if (barriers && (failed(reserve(kernel, *barriers)) || failed(reserve(kernel, *barriers + QDC_WORD_BYTES))))
    return failure();
  WalkResult result = kernel.walk([&](Operation *op) {
    auto count = op->getAttrOfType<IntegerAttr>("count_word");
    if (!count)
      return WalkResult::advance();
    if (!barriers)
      return WalkResult(op->emitOpError("counts its iterations, but its kernel has no 'barrier_offset', where an entry "
                                        "point that runs the loop waits"));
    return failed(reserve(op, count.getInt())) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult GraphVerifier::read(Operation *op, uint64_t offset, Type type, StringRef what) {
  if (failed(checkWord(op, offset, type)))
    return failure();
  if (!written.contains(offset))
    return op->emitOpError("reads ") << what << " from the word at byte " << offset
                                     << ", which is not written on every path that leads here";
  return success();
}

LogicalResult GraphVerifier::readExpr(Operation *op, const SizeExpr &expr) {
  switch (expr.kind()) {
  case SizeExprKind::constant:
  case SizeExprKind::scalar:
  case SizeExprKind::dim:
    return success();
  case SizeExprKind::word:
    return read(op, expr.offset(), integerType(), "a size");
  default:
    return failure(failed(readExpr(op, expr.lhs())) || failed(readExpr(op, expr.rhs())));
  }
}

LogicalResult GraphVerifier::readSize(Operation *op, std::optional<SizeAttr> size) {
  return size ? readExpr(op, size->getExpr()) : success();
}

void GraphVerifier::markWritten(uint64_t offset) {
  if (written.insert(offset).second)
    log.push_back(offset);
}

LogicalResult GraphVerifier::write(Operation *op, uint64_t offset, Type type) {
  if (failed(checkWord(op, offset, type)))
    return failure();
  markWritten(offset);
  return success();
}

GraphVerifier::Log GraphVerifier::forgetSince(size_t mark) {
  Log recent(log.begin() + mark, log.end());
  for (uint64_t offset : recent)
    written.erase(offset);
  log.truncate(mark);
  return recent;
}

LogicalResult GraphVerifier::verifyTaskReads(TaskOp task) {
  for (unsigned index = 0, count = task.getArgumentTypes().size(); index < count; ++index) {
    SlotAttr slot = task.getSlot(index);
    if (slot && slot.getKind() == qd::SlotKind::word &&
        failed(read(task, slot.getOffset(), task.getArgumentTypes()[index], "a parameter")))
      return failure();
  }
  return readSize(task, task.getExtentAttr());
}

LogicalResult GraphVerifier::verifyTaskWrites(TaskOp task) {
  for (Operation &op : task.getBody().front()) {
    if (auto combine = dyn_cast<CombinePartialsOp>(op); combine && !written.contains(combine.getOffset()))
      return op.emitOpError("reads partials at byte ")
             << combine.getOffset() << ", which are not written on every path that leads here";
    if (auto word = dyn_cast<WriteWordOp>(op))
      if (failed(write(&op, word.getOffset(), word.getValue().getType())))
        return failure();
  }
  if (std::optional<ArrayRef<int64_t>> partials = task.getPartials())
    for (int64_t offset : *partials) {
      if (offset < 0 || offset > workspaceBytes)
        return task.emitOpError("has partials at byte ")
               << offset << ", outside of the workspace of " << workspaceBytes << " bytes";
      partialsBegin = std::min(partialsBegin, offset);
      markWritten(offset);
    }
  return success();
}

/// Where an array is used, an earlier node of the top level has left each word that tells its size.
LogicalResult GraphVerifier::verifySize(TemporaryOp temporary, TemporaryAttr described) {
  if (llvm::all_of(temporary->getUsers(), llvm::IsaPred<memref::DimOp>))
    return success();
  std::vector<uint64_t> words;
  for (SizeAttr extent : described.getExtents())
    addWords(extent.getExpr(), words);
  for (uint64_t word : words) {
    if (failed(checkWord(temporary, word, integerType())))
      return failure();
    if (!llvm::is_contained(ArrayRef(log).take_front(writtenAhead), word))
      return temporary.emitOpError("has an extent from the word at byte ")
             << word << ", which no earlier node at the top level of the graph of '@" << kernel.getSymName()
             << "' writes for certain";
  }
  return success();
}

/// A temporary lies in a region that the kernel describes.
LogicalResult GraphVerifier::verifyTemporaries(TaskOp task) {
  ArrayAttr described = kernel.getTemporariesAttr();
  for (auto temporary : task.getBody().getOps<TemporaryOp>()) {
    bool isDescribed = false;
    for (unsigned index = 0; described && index < described.size(); ++index) {
      auto known = cast<TemporaryAttr>(described[index]);
      if (known.getRegion() != temporary.getRegion() || known.getType() != temporary.getType())
        continue;
      isDescribed = true;
      if (failed(verifySize(temporary, known)))
        return failure();
    }
    if (!isDescribed)
      return temporary.emitOpError() << "lies in region " << temporary.getRegion() << ", but 'temporaries' of '@"
                                     << kernel.getSymName() << "' has no array of type " << temporary.getType()
                                     << " there";
  }
  return success();
}

LogicalResult GraphVerifier::verifyTask(LaunchOp launch) {
  auto task = symbols.lookup<TaskOp>(launch.getTask());
  if (task.getKernel() != kernel.getSymName())
    return launch.emitOpError("runs '@") << launch.getTask() << "', a task of '@" << task.getKernel() << "'";
  launched.insert(task);
  return failure(failed(verifyTemporaries(task)) || failed(verifyTaskReads(task)) || failed(verifyTaskWrites(task)));
}

LogicalResult GraphVerifier::verifyIf(GraphIfOp op) {
  if (failed(read(op, op.getConditionWord(), IntegerType::get(op.getContext(), 1), "a condition")))
    return failure();
  size_t mark = log.size();
  if (failed(verifyBlock(op.getThenBody())))
    return failure();
  Log thenWrites = forgetSince(mark);
  if (failed(verifyBlock(op.getElseBody())))
    return failure();
  Log elseWrites = forgetSince(mark);
  llvm::DenseSet<uint64_t> inElse(elseWrites.begin(), elseWrites.end());
  for (uint64_t offset : thenWrites)
    if (inElse.contains(offset))
      markWritten(offset);
  return success();
}

LogicalResult GraphVerifier::verifyNode(Operation *op) {
  if (Attribute strategy = op->getAttr("strategy"); strategy && failed(verifyStrategyName(op, "strategy", strategy)))
    return failure();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LaunchOp launch) { return verifyTask(launch); })
      .Case([&](GraphIfOp branch) { return verifyIf(branch); })
      .Case([&](GraphDoWhileOp loop) {
        if (failed(readSize(loop, loop.getMaximum())) || failed(verifyBlock(loop.getBody())))
          return failure();
        return loop.getIterationWord() ? write(loop, *loop.getIterationWord(), integerType()) : success();
      })
      .Case([&](GraphWhileOp loop) {
        if (failed(verifyBlock(loop.getBefore())) ||
            failed(read(loop, loop.getConditionWord(), IntegerType::get(op->getContext(), 1), "a condition")))
          return failure();
        size_t mark = log.size();
        LogicalResult result = verifyBlock(loop.getBody());
        forgetSince(mark);
        return result;
      })
      .Case([&](GraphRepeatOp loop) {
        if (failed(readSize(loop, loop.getLower())) || failed(readSize(loop, loop.getUpper())) ||
            failed(readSize(loop, loop.getStep())))
          return failure();
        size_t mark = log.size();
        if (loop.getInductionWord() && failed(write(loop, *loop.getInductionWord(), integerType())))
          return failure();
        LogicalResult result = verifyBlock(loop.getBody());
        if (constantIterations(loop).value_or(0) == 0)
          forgetSince(mark);
        return result;
      })
      .Case([](ReturnOp) { return success(); })
      .Default([&](Operation *other) {
        return other->emitOpError("stands in the graph of '@")
               << kernel.getSymName() << "', which holds tasks and control only";
      });
}

LogicalResult GraphVerifier::verifyBlock(Region &region) {
  if (!region.empty())
    for (Operation &op : region.front())
      if (failed(verifyNode(&op)))
        return failure();
  return success();
}

LogicalResult GraphVerifier::verify() {
  if (!kernel.isOffloaded())
    return kernel.emitOpError("has no graph yet; run qd-offload");
  SizeExpr bytes = kernel.getWorkspaceBytesAttr().getExpr();
  workspaceBytes = bytes.isConstant() ? bytes.value() : INT64_MAX;
  if (failed(reserveWords()))
    return failure();
  for (Operation &top : kernel.getBody().front()) {
    if (failed(verifyNode(&top)))
      return failure();
    writtenAhead = log.size();
  }
  for (auto [type, offset] :
       llvm::zip_equal(kernel.getResultTypes(), kernel.getResultOffsets().value_or(ArrayRef<int64_t>())))
    if (failed(read(kernel, offset, type, "a result")))
      return failure();
  if (partialsBegin < wordsEnd)
    return kernel.emitOpError("has partials from byte ")
           << partialsBegin << " on, but words up to byte " << wordsEnd << " of its workspace";
  return success();
}

LogicalResult qdc::qd::verifyOffload(ModuleOp module) {
  SymbolTable symbols(module);
  llvm::DenseSet<Operation *> launched;
  for (KernelOp kernel : module.getOps<KernelOp>())
    if (failed(GraphVerifier(kernel, symbols, launched).verify()))
      return failure();
  for (TaskOp task : module.getOps<TaskOp>())
    if (!launched.contains(task))
      return task.emitOpError("is run by no graph");
  return success();
}

namespace {

struct VerifyOffload : public qdc::qd::impl::VerifyOffloadBase<VerifyOffload> {
  void runOnOperation() override {
    if (failed(verifyOffload(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
