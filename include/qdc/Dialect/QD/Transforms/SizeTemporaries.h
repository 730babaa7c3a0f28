//===- SizeTemporaries.h - How large temporaries are ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loader makes the memory of a temporary (memref.alloc) before the
// launch where its extents follow from arguments and shapes, else in the middle
// of it, for which the host waits. Which it is is found before anything is
// rewritten: else an optimisation would decide which kernels wait. What was
// found is kept on the operation, since what is rewritten later may no longer be
// such an expression.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_SIZETEMPORARIES_H
#define QDC_DIALECT_QD_TRANSFORMS_SIZETEMPORARIES_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Gives each `memref.alloc` of a kernel without calls the attribute `qd.extents` (QD.h), and moves it to the start of
/// its block, after its sizes. Removes each `memref.dealloc`: the scope of a temporary is its block. An extent that is
/// no expression of arguments and shapes has to be a value of the kernel's own block; others are reported, and so is a
/// constant below 0.
mlir::LogicalResult sizeTemporaries(KernelOp kernel);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_SIZETEMPORARIES_H
