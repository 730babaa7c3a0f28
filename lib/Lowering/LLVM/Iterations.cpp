//===- Iterations.cpp - What iterations do, on any target -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Lowering/LLVM/Iterations.h"

#include "DissolveIterations.h"
#include "IndexSwitch.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Lowering/Common/CommonOperations.h"
#include "qdc/Lowering/Common/MemoryTypes.h"

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
#include "mlir/IR/Threading.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/DialectConversion.h"

#include <atomic>

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
    if (auto choice = dyn_cast<scf::IndexSwitchOp>(op))
      lowerIndexSwitch(rewriter, choice);
    else if (failed(applicator.matchAndRewrite(op, rewriter)))
      return op->emitError("'") << op->getName()
                                << "' cannot be lowered to branches; accepted: 'scf.if', 'scf.for', 'scf.while', "
                                   "'scf.index_switch', 'scf.execute_region'";
  }
  return success();
}

static Value createSaturated(OpBuilder &builder, Location location, Type type, Value value, bool isSigned) {
  StringRef intrinsic = isSigned ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
  return LLVM::CallIntrinsicOp::create(builder, location, type, builder.getStringAttr(intrinsic), value).getResult(0);
}

/// The order matters: what needs nesting runs before control flow becomes branches; iterations are dissolved after it.
LogicalResult lowerIterations(func::FuncOp function) {
  lowerCommonOperations(function, createSaturated);
  if (failed(lowerStructuredControlFlow(function)))
    return failure();
  dissolveIterations(function);
  return success();
}

/// Calls `convert` for modules of a few functions each, in the context's threads; the functions are in `module` again
/// afterwards, in their order. A conversion replaces functions, which it may not do in a module that others change, and
/// remembers every value until its end: few functions keep that in a processor's caches. `convert` finds in a part
/// neither the attributes of `module` nor the functions of others. All parts are converted, also after a failure, so
/// that messages are the same in each run.
static LogicalResult inParts(ModuleOp module, llvm::function_ref<LogicalResult(ModuleOp)> convert) {
  constexpr unsigned kFunctions = 32;
  SmallVector<OwningOpRef<ModuleOp>> parts;
  Block::OpListType &functions = module.getBody()->getOperations();
  while (!functions.empty()) {
    parts.push_back(ModuleOp::create(module.getLoc()));
    for (unsigned number = 0; number < kFunctions && !functions.empty(); ++number)
      functions.front().moveBefore(parts.back()->getBody(), parts.back()->getBody()->end());
  }
  std::atomic<bool> hasFailed = false;
  parallelForEach(module.getContext(), parts, [&](OwningOpRef<ModuleOp> &part) {
    if (failed(convert(*part)))
      hasFailed = true;
  });
  for (OwningOpRef<ModuleOp> &part : parts)
    functions.splice(functions.end(), part->getBody()->getOperations());
  return failure(hasFailed);
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
  FrozenRewritePatternSet frozen(std::move(patterns));
  return inParts(module, [&](ModuleOp part) {
    SmallVector<Operation *> functions = llvm::map_to_vector(part.getOps(), [](Operation &op) { return &op; });
    return applyFullConversion(functions, target, frozen);
  });
}

} // namespace qdc
