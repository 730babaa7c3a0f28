//===- MergeFunctions.h - From private copies to the array ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_QDTOLLVM_MERGEFUNCTIONS_H
#define QDC_LIB_CONVERSION_QDTOLLVM_MERGEFUNCTIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// The bits, in 64, of the element that changes no other when it is folded into it by `kind`. So -0 for addf, since
/// +0 + -0 is +0; and NaN for minnumf and maxnumf, which give the other operand. `kind` is not `assign`.
llvm::APInt neutralBits(mlir::arith::AtomicRMWKind kind, mlir::Type element);

/// The symbol of the function that merges copies of an array (KernelABI.h), whose elements are folded by `kind`. The
/// first call for a kind and a type makes it at the end of `module`: a func.func of type qd_cpu_entry, its control flow
/// still structured.
mlir::SymbolRefAttr mergeFunction(mlir::ModuleOp module, mlir::arith::AtomicRMWKind kind, mlir::Type element);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_QDTOLLVM_MERGEFUNCTIONS_H
