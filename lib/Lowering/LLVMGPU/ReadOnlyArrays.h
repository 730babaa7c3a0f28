//===- ReadOnlyArrays.h - Loads of what a kernel does not write -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_LLVMGPU_READONLYARRAYS_H
#define QDC_LIB_LOWERING_LLVMGPU_READONLYARRAYS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Marks the loads from arrays that `function` only loads from as invariant, so that the back end may use a cache that
/// is not coherent with stores; in whatever way slots are passed. Nothing else may write to them in a launch. Not for
/// arrays that may overlap others, nor where one of the loads is volatile or atomic. Runs while accesses are flat.
void markReadOnlyArrays(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_LLVMGPU_READONLYARRAYS_H
