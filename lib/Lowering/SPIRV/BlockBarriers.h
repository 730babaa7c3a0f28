//===- BlockBarriers.h - Barriers of one block without subgroups *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_SPIRV_BLOCKBARRIERS_H
#define QDC_LIB_LOWERING_SPIRV_BLOCKBARRIERS_H

#include "mlir/IR/BuiltinOps.h"

namespace qdc {

/// Makes of each qd.grid_barrier and qd.block_any of `module` some gpu.barriers, and votes in a word of workgroup
/// memory. The barriers are of one block, and one thread runs the body. Fails, with an error at the barrier, for one of
/// several blocks.
mlir::LogicalResult lowerBlockBarriers(mlir::ModuleOp module);

} // namespace qdc

#endif // QDC_LIB_LOWERING_SPIRV_BLOCKBARRIERS_H
