//===- StructureMathFunctions.cpp - The math library without LLVM IR ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/Math/MathLibrary.h"
#include "qdc/Target/Math/Passes.h"

#include "RaiseFunction.h"
#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/IR/Module.h"

namespace qdc {

#define GEN_PASS_DEF_STRUCTUREMATHFUNCTIONS
#include "qdc/Target/Math/Passes.h.inc"

namespace {

llvm::Type *llvmType(mlir::Type type, llvm::LLVMContext &context) {
  if (type.isF32())
    return llvm::Type::getFloatTy(context);
  if (type.isF64())
    return llvm::Type::getDoubleTy(context);
  return llvm::IntegerType::get(context, type.getIntOrFloatBitWidth());
}

/// Declares in `library` what `module` declares.
void declareFunctions(mlir::ModuleOp module, llvm::Module &library) {
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (!function.isExternal())
      continue;
    llvm::SmallVector<llvm::Type *> parameters;
    for (mlir::Type type : function.getArgumentTypes())
      parameters.push_back(llvmType(type, library.getContext()));
    llvm::Type *result = llvmType(function.getResultTypes().front(), library.getContext());
    library.getOrInsertFunction(function.getSymName(), llvm::FunctionType::get(result, parameters, false));
  }
}

struct StructureMathFunctions : impl::StructureMathFunctionsBase<StructureMathFunctions> {
  void runOnOperation() override {
    mlir::ModuleOp module = getOperation();
    llvm::LLVMContext context;
    llvm::Module library("math", context);
    library.setDataLayout("e-i64:64-n32:64");
    declareFunctions(module, library);
    if (!callsMath(library))
      return;
    Status status = linkMath(library, FusedMultiplyAdd::emulated);
    mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(module.getBody());
    auto functions = mlir::ModuleOp::create(builder, module.getLoc(), structuredMathModule);
    for (const llvm::GlobalVariable &table : library.globals())
      if (status)
        raiseTable(table, functions);
    for (const llvm::Function &function : library)
      if (status && !function.isDeclaration())
        status = raiseFunction(function, functions);
    if (status)
      return;
    module.emitError(status.error().message);
    signalPassFailure();
  }
};

} // namespace

} // namespace qdc
