//===- KernelFunction.h - An entry point as a kernel ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_CONVERSION_GRIDTONVVM_KERNELFUNCTION_H
#define QDC_LIB_CONVERSION_GRIDTONVVM_KERNELFUNCTION_H

#include "../QDToLLVM/ChunkFunction.h"

namespace qdc {

/// The address space of memory that all threads of a device share.
inline constexpr unsigned globalAddressSpace = 1;
/// That of memory that the threads of a block share.
inline constexpr unsigned sharedAddressSpace = 3;

/// Gives the entry point `entry` and the bodies that it calls parameters of the LLVM dialect: an address or 64 bits for
/// each slot, or, at an entry point, the address of them. A body that only `entry` calls, and with slots by value,
/// becomes part of it. Adds the functions that are left, of which `loop`, `begin` and `end` are null, to `functions`.
void createKernelFunctions(mlir::func::FuncOp entry, llvm::SmallVectorImpl<ChunkFunction> &functions);

} // namespace qdc

#endif // QDC_LIB_CONVERSION_GRIDTONVVM_KERNELFUNCTION_H
