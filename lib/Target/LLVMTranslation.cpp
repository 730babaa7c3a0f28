//===- LLVMTranslation.cpp - From the LLVM dialect to LLVM IR -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Target/LLVMTranslation.h"

#include "qdc/Target/Target.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"

namespace qdc {

namespace {

/// Keeps the first error that LLVM reports, and all other remarks to itself. Without a handler LLVM prints errors and
/// ends the process.
class FirstError final : public llvm::DiagnosticHandler {
public:
  /// `message` receives the error's text, stays empty where there is none, and outlives the context.
  explicit FirstError(std::string &message) : message(message) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &diagnostic) override {
    if (diagnostic.getSeverity() != llvm::DS_Error || !message.empty())
      return true;
    llvm::raw_string_ostream stream(message);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    diagnostic.print(printer);
    return true;
  }

private:
  std::string &message;
};

} // namespace

void registerTargetInterfaces(mlir::DialectRegistry &registry) {
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
}

Result<std::string> generateFromLLVM(mlir::ModuleOp module, llvm::StringRef dataLayout,
                                     llvm::function_ref<Result<std::string>(llvm::Module &)> generate) {
  std::string refusal;
  llvm::LLVMContext context;
  context.setDiagnosticHandler(std::make_unique<FirstError>(refusal));
  module->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                  mlir::StringAttr::get(module.getContext(), dataLayout));
  std::unique_ptr<llvm::Module> translated = mlir::translateModuleToLLVMIR(module, context, "qdc");
  if (!translated)
    return Error{ErrorCode::internal, "the module could not be translated to LLVM IR"};
  Result<std::string> bytes = generate(*translated);
  if (!refusal.empty())
    return Error{ErrorCode::internal, "LLVM refused generated code: " + refusal};
  return bytes;
}

} // namespace qdc
