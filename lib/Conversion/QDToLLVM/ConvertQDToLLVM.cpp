//===- ConvertQDToLLVM.cpp - From tasks to functions of a CPU image -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Conversion/QDToLLVM/Passes.h"
#include "qdc/Conversion/QDToLLVM/QDToLLVM.h"

#include "Arithmetic.h"
#include "Atomics.h"
#include "CountedLoops.h"
#include "Loops.h"
#include "Memory.h"
#include "Random.h"
#include "Reduce.h"
#include "Reports.h"
#include "TaskFunctions.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace qdc {

#define GEN_PASS_DEF_CONVERTQDTOLLVM
#include "qdc/Conversion/QDToLLVM/Passes.h.inc"

/// Applies upstream's patterns from the last op of a block to the first: each splits a block, and so moves what stands
/// behind it as far as the op treated before. In order, or with the records of a dialect conversion, that is quadratic.
/// An op comes before what it holds, because the pattern for scf.while expects regions of one block.
static LogicalResult lowerStructuredControlFlow(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PreOrder, ReverseIterator>([&](Operation *op) {
    if (isa<scf::SCFDialect>(op->getDialect()) && !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  RewritePatternSet patterns(function.getContext());
  populateSCFToControlFlowConversionPatterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  PatternApplicator applicator(frozen);
  applicator.applyDefaultCostModel();
  PatternRewriter rewriter(function.getContext());
  for (Operation *op : ops) {
    rewriter.setInsertionPoint(op);
    if (failed(applicator.matchAndRewrite(op, rewriter)))
      return op->emitError("'") << op->getName()
                                << "' cannot be lowered to branches; accepted: 'scf.if', 'scf.for', 'scf.while', "
                                   "'scf.index_switch', 'scf.execute_region'";
  }
  return success();
}

/// The order matters: contraction is allowed before the folds of reductions and atomics exist, half precision is
/// lowered when they do; what needs nesting runs before control flow becomes branches, asserts after it. A loop that
/// holds an op of qd when lowerParallelLoop runs gets no interior.
static FailureOr<func::FuncOp> lowerTask(qd::TaskOp task, SymbolTableCollection &symbols,
                                         const QDToLLVMOptions &options) {
  FailureOr<ChunkFunction> created = createTaskFunctions(task, symbols);
  if (failed(created))
    return failure();
  ChunkFunction &chunk = *created;
  chunk.splitInterior = options.splitInterior;
  if (options.contract)
    allowContraction(chunk.function);
  if (failed(lowerMemory(chunk)))
    return failure();
  lowerAtomics(chunk);
  eraseMemRefs(chunk.function);
  lowerCombinePartials(chunk);
  lowerParallelLoop(chunk);
  lowerRandom(chunk.function);
  lowerNumberMinMax(chunk.function);
  lowerFloatClasses(chunk.function);
  lowerIndexCarries(chunk.function);
  computeHalfPrecisionInF32(chunk.function);
  lowerFloatToInteger(chunk.function);
  boundLoops(chunk.function);
  if (failed(lowerPrints(chunk)) || failed(lowerStructuredControlFlow(chunk.function)) || failed(lowerAsserts(chunk)))
    return failure();
  return chunk.function;
}

/// Turns what is left, scalar arithmetic, branches and functions, into the LLVM dialect by upstream's patterns.
static LogicalResult convertScalars(ModuleOp module) {
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(context, options);
  converter.addConversion([](BFloat16Type type) { return memoryType(type); });
  RewritePatternSet patterns(context);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns, /*approximateLog1p=*/false);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  ConversionTarget target(*context);
  target.addLegalDialect<LLVM::LLVMDialect>();
  target.addLegalOp<ModuleOp>();
  return applyFullConversion(module, target, std::move(patterns));
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

LogicalResult lowerTasksToLLVM(ModuleOp module, const QDToLLVMOptions &options) {
  SymbolTableCollection symbols;
  llvm::StringSet<> chunks;
  for (auto task : llvm::make_early_inc_range(module.getOps<qd::TaskOp>())) {
    FailureOr<func::FuncOp> chunk = lowerTask(task, symbols, options);
    if (failed(chunk))
      return failure();
    chunks.insert(chunk->getSymName());
  }
  for (Operation &op : llvm::make_early_inc_range(module.getOps()))
    if (isa<qd::KernelOp, memref::GlobalOp>(op))
      op.erase();
  if (failed(convertScalars(module)))
    return failure();
  setChunkAttributes(module, chunks);
  return success();
}

namespace {

struct ConvertQDToLLVM : impl::ConvertQDToLLVMBase<ConvertQDToLLVM> {
  using ConvertQDToLLVMBase::ConvertQDToLLVMBase;

  void runOnOperation() override {
    if (failed(lowerTasksToLLVM(getOperation(), {contract, splitInterior})))
      signalPassFailure();
  }
};

} // namespace

} // namespace qdc
