//===- Iterations.cpp - What iterations do, on any target -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/LLVM/Iterations.h"

#include "DissolveIterations.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/Arithmetic.h"
#include "qdc/Lowering/Common/CountedLoops.h"
#include "qdc/Lowering/Common/MemoryTypes.h"
#include "qdc/Lowering/Common/Random.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/DialectConversion.h"

#include <algorithm>

using namespace mlir;

namespace qdc {

/// Applies upstream's patterns from the last op of a block to the first: each splits a block, and so moves what stands
/// after it as far as the op treated before. In order, or with the records of a dialect conversion, that is quadratic.
/// An op comes before what it holds, because the pattern for scf.while expects regions of one block.
LogicalResult lowerStructuredControlFlow(func::FuncOp function) {
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

/// The order matters: half precision is lowered when the folds of reductions and atomics exist; what needs nesting runs
/// before control flow becomes branches; iterations are dissolved after it.
LogicalResult lowerIterations(func::FuncOp function) {
  lowerRandom(function);
  lowerNumberMinMax(function);
  lowerFloatClasses(function);
  lowerIndexCarries(function);
  computeHalfPrecisionInF32(function);
  lowerFloatToInteger(function);
  boundLoops(function);
  if (failed(lowerStructuredControlFlow(function)))
    return failure();
  dissolveIterations(function);
  return success();
}

LogicalResult convertModule(ModuleOp module) {
  for (Operation &op : llvm::make_early_inc_range(module.getOps()))
    if (isa<qd::KernelOp, memref::GlobalOp>(op))
      op.erase();
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(context, options);
  converter.addConversion([](BFloat16Type type) { return memoryType(type); });
  SymbolTableCollection symbols;
  RewritePatternSet patterns(context);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns, /*approximateLog1p=*/false);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns, &symbols);
  ConversionTarget target(*context);
  target.addLegalDialect<LLVM::LLVMDialect>();
  target.addLegalOp<ModuleOp>();
  FrozenRewritePatternSet frozen(std::move(patterns));
  SmallVector<Operation *> functions = llvm::map_to_vector(module.getOps(), [](Operation &op) { return &op; });
  // A conversion remembers every value until its end. Few functions at a time keep that in the processor's caches.
  constexpr size_t kFunctions = 32;
  for (ArrayRef<Operation *> left = functions; !left.empty(); left = left.drop_front(std::min(kFunctions, left.size())))
    if (failed(applyFullConversion(left.take_front(kFunctions), target, frozen)))
      return failure();
  return success();
}

} // namespace qdc
