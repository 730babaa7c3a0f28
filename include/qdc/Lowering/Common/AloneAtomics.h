//===- AloneAtomics.h - Atomics of a single thread --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers and derivatives write sums by atomics, wherever they are called. In
// serial code, and in a parallel loop of one iteration, one thread runs, and all
// tasks that touch the array come before or after: there an atomic is a load, an
// operation and a store, at half the time or less. What other launches do at the
// same time is no part of the promise of an atomic (docs/writing-kernels.md).
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_ALONEATOMICS_H
#define QDC_LOWERING_COMMON_ALONEATOMICS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Marks the atomic operations of `function`, which is made of a task, by aloneAttr if one thread alone runs them:
/// there is no `loop`, or it is known to have one iteration. Not where the function also loads what others write
/// meanwhile (qd.volatile_load): its atomics may be what these wait for.
void markAloneAtomics(mlir::func::FuncOp function, qd::ForOp loop);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_ALONEATOMICS_H
