//===- NormalizeLoops.h - One parallel loop, qd.for -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends that already target MLIR write `scf.parallel`. Outside every
// other parallel loop it is a task, exactly as `qd.for`; inside one it is an
// order that the front end left open, so it becomes a nest of `scf.for`. Later
// phases know neither case.
//
// An outer `scf.parallel` folds its reductions by the deterministic tree of
// KernelABI.h, and its initial value after that; upstream leaves the order
// open. A sum of nothing, or of negative zeros, is +0.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_NORMALIZELOOPS_H
#define QDC_DIALECT_QD_TRANSFORMS_NORMALIZELOOPS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace qdc::qd {

/// Replaces every scf.parallel of a kernel. Fails, with an error at the loop,
/// if an outer one folds by something that is not a `reduce_kind`; then the
/// kernel is left half done.
llvm::LogicalResult normalizeLoops(mlir::FunctionOpInterface function);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_NORMALIZELOOPS_H
