//===- LLVMTranslation.h - From the LLVM dialect to LLVM IR -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_LLVMTRANSLATION_H
#define QDC_TARGET_LLVMTRANSLATION_H

#include "qdc/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace qdc {

/// Hands `module` in LLVM IR, without a triple, to `generate` and gives the bytes that it makes of it. `dataLayout` is
/// the target's: it decides the alignment of every access. The name of the LLVM module is the same for all, so that it
/// tells nothing about the machine; it lives until `generate` is done.
///
/// Fails with ErrorCode::internal where an operation is not of the LLVM dialect, and with the first error that LLVM's
/// passes and back ends report, whatever `generate` made; else as `generate` does. Nothing that LLVM reports is printed
/// or ends the process.
Result<std::string> generateFromLLVM(mlir::ModuleOp module, llvm::StringRef dataLayout,
                                     llvm::function_ref<Result<std::string>(llvm::Module &)> generate);

} // namespace qdc

#endif // QDC_TARGET_LLVMTRANSLATION_H
