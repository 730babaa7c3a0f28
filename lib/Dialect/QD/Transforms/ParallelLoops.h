//===- ParallelLoops.h - Control around parallel loops ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_PARALLELLOOPS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_PARALLELLOOPS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Whether `op` is a qd.for or holds one, at any depth.
bool holdsParallelLoop(mlir::Operation *op);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_PARALLELLOOPS_H
