//===- InlineHelpers.h - Put helpers where they are called ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A helper may hold parallel loops, which are tasks of the kernel that calls
// it, and its array parameters stand for the kernel's arrays, whose names the
// memory analysis needs. So every helper is inlined before anything looks at a
// kernel, and no later phase knows calls.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_INLINEHELPERS_H
#define QDC_DIALECT_QD_TRANSFORMS_INLINEHELPERS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc::qd {

/// Inlines every func.call and removes every func.func: afterwards the module
/// holds neither. An inlined operation's location is a CallSiteLoc, whose caller
/// is one too where the call was inlined itself. What cannot be inlined is
/// reported as qd-verify-kernels reports it, and so is, of loops that every
/// launch gets to, a step below 1 that a call passes to a loop which holds
/// parallel loops. Linear in the size of the result, which only that pass bounds.
llvm::LogicalResult inlineHelpers(mlir::ModuleOp module);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_INLINEHELPERS_H
