//===- ConvertTasksToCPU.cpp - From tasks to functions of a CPU image -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/CPU/Passes.h"
#include "qdc/Lowering/CPU/TasksToCPU.h"

#include "Loops.h"
#include "Reduce.h"
#include "ReductionFunctions.h"
#include "TaskFunctions.h"
#include "qdc/Lowering/Common/AloneAtomics.h"
#include "qdc/Lowering/Common/Arithmetic.h"
#include "qdc/Lowering/Common/ExpandAtomics.h"
#include "qdc/Lowering/Common/FlatAccesses.h"
#include "qdc/Lowering/LLVM/Iterations.h"
#include "qdc/Lowering/LLVM/Memory.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_CONVERTTASKSTOCPU
#include "qdc/Lowering/CPU/Passes.h.inc"

/// The group of accesses that no two iterations have in common; null for those of arrays that iterations share.
static LLVM::AccessGroupAttr groupOf(Operation *access, Value array, const ChunkFunction &chunk) {
  if (!chunk.loop() || !chunk.loop()->isProperAncestor(access))
    return {};
  bool isShared = chunk.isPrivateCopy(array) || addressOf(array).getDefiningOp<LLVM::AllocaOp>();
  return isShared ? LLVM::AccessGroupAttr() : chunk.accessGroup();
}

/// The order matters: contraction is allowed before the folds of reductions and atomics exist. A loop that holds an op
/// of qd when lowerParallelLoop runs gets no interior.
static FailureOr<func::FuncOp> lowerTask(qd::TaskOp task, const SimilarTasks *similar, SymbolTableCollection &symbols,
                                         ReductionFunctions &reductions, const TasksToCPUOptions &options) {
  FailureOr<ChunkFunction> created = createTaskFunctions(task, similar, options.splitInterior, symbols);
  if (failed(created))
    return failure();
  ChunkFunction &chunk = *created;
  if (options.contract)
    allowContraction(chunk.function());
  markAloneAtomics(chunk.function(), chunk.loop());
  if (failed(flattenAccesses(chunk.function())))
    return failure();
  expandAtomics(chunk.function(), isCommonAtomic);
  lowerMemory(chunk.function(), {{}, [&](Operation *access, Value array) { return groupOf(access, array, chunk); }});
  lowerCombinePartials(chunk, reductions);
  lowerParallelLoop(chunk, reductions);
  if (failed(lowerReports(chunk.function(), chunk.reports())))
    return failure();
  lowerMemory(chunk.function(), {}); // of the reports
  eraseArrays(chunk.function());
  if (failed(lowerIterations(chunk.function())))
    return failure();
  return chunk.function();
}

/// What lowerTask does to the folds of a task, for a function that merges, folds or combines.
static LogicalResult lowerFoldingFunction(func::FuncOp function) {
  expandAtomics(function, isCommonAtomic);
  lowerMemory(function, {});
  eraseArrays(function);
  lowerNumberMinMax(function);
  computeHalfPrecisionInF32(function);
  return lowerStructuredControlFlow(function);
}

/// Chunks are called by their entry point alone, which is in the same image.
static void setChunkAttributes(ModuleOp module, const llvm::StringSet<> &chunks) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    if (function.isExternal())
      continue;
    function.setNoUnwind(true);
    if (!chunks.contains(function.getSymName()))
      continue;
    function.setLinkage(LLVM::Linkage::Internal);
    function.setNoInline(true);
  }
}

/// Lowers all tasks; `chunks` gets the names of their chunks.
static LogicalResult lowerTasks(ModuleOp module, llvm::StringSet<> &chunks, ReductionFunctions &reductions,
                                const TasksToCPUOptions &options) {
  SymbolTableCollection symbols;
  std::vector<SimilarTasks> groups;
  if (options.shareFrom)
    groups = findSimilarTasks(module, options.shareFrom, symbols);
  llvm::DenseMap<Operation *, const SimilarTasks *> groupOf;
  llvm::DenseSet<Operation *> others;
  for (const SimilarTasks &group : groups) {
    groupOf[group.first] = &group;
    for (const SimilarTasks::Other &other : group.others)
      others.insert(other.task);
  }
  for (qd::TaskOp task : llvm::to_vector(module.getOps<qd::TaskOp>())) {
    if (others.contains(task))
      continue;
    const SimilarTasks *similar = groupOf.lookup(task);
    FailureOr<func::FuncOp> chunk = lowerTask(task, similar, symbols, reductions, options);
    if (failed(chunk) || (similar && failed(createSimilarEntries(*similar, *chunk))))
      return failure();
    chunks.insert(chunk->getSymName());
  }
  return success();
}

LogicalResult lowerTasksToCPU(ModuleOp module, const TasksToCPUOptions &options) {
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      return function.emitOpError("is no task; accepted: 'qd.task', and functions without a body");
  ReductionFunctions reductions(module);
  llvm::StringSet<> chunks;
  if (failed(lowerTasks(module, chunks, reductions, options)))
    return failure();
  // What is no chunk folds values of any task.
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal() && !chunks.contains(function.getSymName()) && failed(lowerFoldingFunction(function)))
      return failure();
  if (failed(convertModule(module)))
    return failure();
  setChunkAttributes(module, chunks);
  reductions.setAttributes();
  return success();
}

namespace {

struct ConvertTasksToCPU : impl::ConvertTasksToCPUBase<ConvertTasksToCPU> {
  using ConvertTasksToCPUBase::ConvertTasksToCPUBase;

  void runOnOperation() override {
    if (failed(lowerTasksToCPU(getOperation(), {contract, splitInterior, shareFrom})))
      signalPassFailure();
  }
};

} // namespace

} // namespace qdc
