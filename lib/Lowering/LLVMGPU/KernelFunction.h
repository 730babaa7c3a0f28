//===- KernelFunction.h - An entry point as a kernel ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_LLVMGPU_KERNELFUNCTION_H
#define QDC_LIB_LOWERING_LLVMGPU_KERNELFUNCTION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// A function on its way to the LLVM dialect.
struct KernelFunction {
  mlir::func::FuncOp function;
  /// Nothing else runs in a launch of it: what it does not write stays as it is.
  bool isWholeLaunch;
};

/// Gives the entry points of `module`, and the bodies that they call, parameters of the LLVM dialect: an address or 64
/// bits for each slot, or, at an entry point that says so, the address of them. A body that has one call, which is the
/// only one of its entry point, becomes part of that, where slots are passed by value. Addresses
/// are of `addressSpace`. Gives the functions that are left.
llvm::SmallVector<KernelFunction> createKernelFunctions(mlir::ModuleOp module, unsigned addressSpace);

} // namespace qdc

#endif // QDC_LIB_LOWERING_LLVMGPU_KERNELFUNCTION_H
