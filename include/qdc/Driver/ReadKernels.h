//===- ReadKernels.h - From bytes to verified kernels -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DRIVER_READKERNELS_H
#define QDC_DRIVER_READKERNELS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

namespace qdc {

/// Whether a source is MLIR bytecode; else it is text.
bool isBytecode(llvm::StringRef source);

/// Reads a source, text or bytecode, whose locations call it `name`. The module
/// has at least one kernel; every operation's verifier and `qd-verify-kernels`
/// accept it, and nothing in it is nested deeper than qd::kMaximumNesting, so
/// passes may recurse. Null after an error, which the context's diagnostic
/// handler gets with its place. The context needs qd::registerInputDialects, and
/// no other dialects yet: attributes of those are dropped whatever they hold, and
/// are parsed only if the context knows them.
///
/// Any bytes are right as input. The parser of text is MLIR's: what nests without
/// brackets (a chain of minus signs in an affine map) is bounded by the stack.
/// Its reader of bytecode runs in a process of its own, made by fork: other
/// threads hold no lock of MLIR's meanwhile.
mlir::OwningOpRef<mlir::ModuleOp> readKernels(llvm::StringRef source, llvm::StringRef name, mlir::MLIRContext &context);

} // namespace qdc

#endif // QDC_DRIVER_READKERNELS_H
