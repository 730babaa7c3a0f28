//===- Temporaries.h - How temporaries are made and freed -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_TEMPORARIES_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_TEMPORARIES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc::qd {

/// Refuses a memref.alloc that asks for more than the workspace gives: symbols of a layout, or another alignment.
mlir::LogicalResult verifyTemporary(mlir::memref::AllocOp alloc);

/// Refuses a memref.dealloc of what is no temporary of its block, of one that is freed already, or that is used after
/// it.
mlir::LogicalResult verifyFree(mlir::memref::DeallocOp dealloc);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_TEMPORARIES_H
