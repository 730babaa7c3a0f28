//===- MergeFunctions.h - From private copies to the array ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_CPU_MERGEFUNCTIONS_H
#define QDC_LIB_LOWERING_CPU_MERGEFUNCTIONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// The symbol of the function that merges copies of an array (KernelABI.h), whose elements are folded by `kind`. The
/// first call for a kind and a type makes it at the end of `module`: a func.func of type qd_cpu_entry, its control flow
/// still structured.
mlir::FlatSymbolRefAttr mergeFunction(mlir::ModuleOp module, mlir::arith::AtomicRMWKind kind, mlir::Type element);

} // namespace qdc

#endif // QDC_LIB_LOWERING_CPU_MERGEFUNCTIONS_H
