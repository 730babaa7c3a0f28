//===- UnobservedAtomics.h - Atomics that may be merged or moved *- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_ATOMICS_UNOBSERVEDATOMICS_H
#define QDC_LIB_LOWERING_GPU_ATOMICS_UNOBSERVEDATOMICS_H

#include "../Grid/GridBody.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc {

/// Whether `op` may be delayed to any time of its task, moved to another thread, and merged with others like it: its
/// old value is not used, and all that the task does to what may be the same element are atomics of the same kind whose
/// old values are not used. Two elements of an array are known to differ where both indices are constants. Not for
/// exchanges, arrays that may overlap others, and local ones. Asked while accesses are those of the task.
bool isUnobserved(mlir::memref::AtomicRMWOp op, const GridBody &body);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_ATOMICS_UNOBSERVEDATOMICS_H
