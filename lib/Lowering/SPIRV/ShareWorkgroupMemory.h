//===- ShareWorkgroupMemory.h - One array for several kernels ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_SHAREWORKGROUPMEMORY_H
#define QDC_LIB_LOWERING_SPIRV_SHAREWORKGROUPMEMORY_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Makes one of arrays of workgroup memory that have the same type and that no entry point of `module`, a grid, uses
/// together. The memory of a block is of one launch, so no entry point sees what another one left. A device has no more
/// of it than one entry point needs, but validation layers, as of 1.3.239, count what a module declares in all.
void shareWorkgroupMemory(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_SHAREWORKGROUPMEMORY_H
