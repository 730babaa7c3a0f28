//===- VerifyKernels.cpp - What may stand in a kernel ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "qdc/Dialect/QD/Transforms/VerifyKernels.h"
#include "VerifyKernels/AcceptedOperations.h"
#include "VerifyKernels/Callees.h"
#include "VerifyKernels/ConstantGlobals.h"
#include "VerifyKernels/InlinedSize.h"
#include "VerifyKernels/Nesting.h"
#include "VerifyKernels/ReservedAttributes.h"
#include "VerifyKernels/Strategies.h"
#include "VerifyKernels/Texts.h"
#include "qdc/Dialect/QD/IR/DataTypes.h"
#include "qdc/Dialect/QD/IR/Limits.h"
#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Dialect/QD/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace qdc::qd;

namespace qdc::qd {
#define GEN_PASS_DEF_VERIFYKERNELS
#include "qdc/Dialect/QD/Transforms/Passes.h.inc"
} // namespace qdc::qd

//===----------------------------------------------------------------------===//
// Symbols of the module
//===----------------------------------------------------------------------===//

static LogicalResult verifyHelper(func::FuncOp helper) {
  if (!helper.isPrivate())
    return helper.emitOpError() << "'" << helper.getName() << "' is public, but functions are private helpers of "
                                << "kernels; write 'func.func private', or make it a 'qd.kernel'";
  for (auto [index, type] : llvm::enumerate(helper.getArgumentTypes())) {
    if (auto array = dyn_cast<BaseMemRefType>(type)) {
      if (std::string problem = explainArrayType(array); !problem.empty())
        return helper.emitOpError() << "'" << helper.getName() << "': argument " << index << ' ' << problem;
    } else if (!isScalarType(type)) {
      return helper.emitOpError() << "'" << helper.getName() << "': argument " << index << " has type " << type
                                  << ", but arguments are arrays (memref) and scalars: " << elementTypeList
                                  << ", and index";
    }
  }
  for (auto [index, type] : llvm::enumerate(helper.getResultTypes()))
    if (!isScalarType(type))
      return helper.emitOpError() << "'" << helper.getName() << "': result " << index << " has type " << type
                                  << ", but results are scalars: " << elementTypeList << ", and index";
  return success();
}

static LogicalResult verifyGlobal(memref::GlobalOp global) {
  if (std::string problem = explainArrayType(global.getType()); !problem.empty())
    return global.emitOpError() << "'" << global.getName() << "' " << problem;
  if (global.isExternal() && !global.isPublic())
    return global.emitOpError()
           << "'" << global.getName()
           << "' has no value, and is not public, so that no caller can bind memory to it; give it "
           << "a value, 'uninitialized' for zeros, or \"public\"";
  return success();
}

static LogicalResult verifySymbol(Operation &op) {
  if (auto helper = dyn_cast<func::FuncOp>(op))
    return verifyHelper(helper);
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return verifyGlobal(global);
  if (isa<KernelOp, TaskOp>(op))
    return success();
  return op.emitOpError("stands in the module, which holds 'qd.kernel', 'func.func private' and 'memref.global'");
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// The generic form can leave out what the accessors of a module take for granted.
static LogicalResult verifyBody(ModuleOp module) {
  if (module->getNumRegions() == 1 && module.getBodyRegion().hasOneBlock())
    return success();
  return module.emitOpError("has no body of one block, which holds the kernels; write them as 'qd.kernel @name(...) { "
                            "... }', without a module around them");
}

LogicalResult qdc::qd::verifyCallees(ModuleOp module) {
  return failure(failed(verifyBody(module)) || failed(verifyCallees(module, SymbolTable(module))));
}

LogicalResult qdc::qd::verifyKernels(ModuleOp module) {
  if (failed(verifyBody(module)))
    return failure();
  SymbolTable symbols(module);
  if (failed(verifyCallees(module, symbols)))
    return failure();
  bool isValid = succeeded(verifyTexts(module));
  isValid &= succeeded(verifyReservedAttributes(module));
  isValid &= succeeded(verifyStrategies(module));
  for (Operation &op : module.getOps())
    isValid &= succeeded(verifySymbol(op));
  for (auto helper : module.getOps<func::FuncOp>())
    isValid &= succeeded(verifyOperations(helper));
  FailureOr<SmallVector<func::FuncOp>> helpers = orderHelpers(module, symbols);
  if (failed(helpers))
    return failure();

  HelperContentsMap contents;
  InlinedSizeMap sizes;
  uint64_t operations = 0;
  WrittenParametersMap written;
  for (func::FuncOp helper : *helpers) {
    if (failed(verifyInlinedSize(helper, symbols, sizes)))
      return failure(); // each caller would only repeat it
    isValid &= succeeded(verifyNesting(helper, symbols, contents));
    isValid &= succeeded(verifyConstantGlobals(helper, symbols, written));
  }
  for (auto kernel : module.getOps<KernelOp>())
    if (!kernel.isOffloaded()) {
      isValid &= succeeded(verifyOperations(kernel));
      if (failed(verifyInlinedSize(kernel, symbols, sizes)))
        return failure();
      operations += sizes.lookup(kernel).operations;
      if (operations > kMaximumOperations)
        return kernel.emitOpError() << "'" << kernel.getName() << "' and the kernels before it have more than "
                                    << kMaximumOperations << " operations together, with helpers inlined; "
                                    << "move some kernels to another file";
      isValid &= succeeded(verifyNesting(kernel, symbols, contents));
      isValid &= succeeded(verifyConstantGlobals(kernel, symbols, written));
    }
  return success(isValid);
}

namespace {

struct VerifyKernels : public qdc::qd::impl::VerifyKernelsBase<VerifyKernels> {
  void runOnOperation() override {
    if (failed(verifyKernels(getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
