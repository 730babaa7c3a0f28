//===- LLVMTranslation.h - From the LLVM dialect to LLVM IR -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TARGET_LLVMTRANSLATION_H
#define QDC_TARGET_LLVMTRANSLATION_H

#include "qdc/Support/Result.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace qdc {

/// Adds to a context's registry what translateToLLVM needs.
void registerLLVMTranslation(mlir::DialectRegistry &registry);

/// The module in LLVM IR, without a triple. `dataLayout` is the target's: it decides the alignment of every access.
/// The name of the result is the same for all, so that it tells nothing about the machine. Fails with
/// ErrorCode::internal where an operation is not of the LLVM dialect.
Result<std::unique_ptr<llvm::Module>> translateToLLVM(mlir::ModuleOp module, llvm::StringRef dataLayout,
                                                      llvm::LLVMContext &context);

} // namespace qdc

#endif // QDC_TARGET_LLVMTRANSLATION_H
