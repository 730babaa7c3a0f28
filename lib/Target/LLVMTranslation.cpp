//===- LLVMTranslation.cpp - From the LLVM dialect to LLVM IR -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/LLVMTranslation.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"

namespace qdc {

void registerLLVMTranslation(mlir::DialectRegistry &registry) {
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
}

Result<std::unique_ptr<llvm::Module>> translateToLLVM(mlir::ModuleOp module, llvm::StringRef dataLayout,
                                                      llvm::LLVMContext &context) {
  module->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                  mlir::StringAttr::get(module.getContext(), dataLayout));
  std::unique_ptr<llvm::Module> translated = mlir::translateModuleToLLVMIR(module, context, "qdc");
  if (!translated)
    return Error{ErrorCode::internal, "the module could not be translated to LLVM IR"};
  return translated;
}

} // namespace qdc
