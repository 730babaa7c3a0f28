//===- UnobservedAtomics.h - Atomics that may happen as others --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_ATOMICS_UNOBSERVEDATOMICS_H
#define QDC_LIB_LOWERING_GPU_ATOMICS_UNOBSERVEDATOMICS_H

#include "../Grid/GridBody.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc {

/// Whether `op` may happen at any time of its task, in another thread, and as one with others like it: nobody uses the
/// old value, and the task touches what may be that element by such atomics of this kind alone. Elements are other ones
/// where both indices are constants. Not for exchanges, arrays that may overlap others, and local ones. Asked while
/// accesses are those of the task.
bool isUnobserved(mlir::memref::AtomicRMWOp op, const GridBody &body);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_ATOMICS_UNOBSERVEDATOMICS_H
