//===- Steps.h - Steps of loops that hold parallel loops ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch fails at a counted loop that holds parallel loops where the step is
// below 1. What constants tell is told when the kernel is compiled: simplification
// takes such a loop for one that does not run.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_STEPS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_STEPS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace qdc::qd {

/// Whether the step is a constant below 1, as a signed number, or a few operations on constants alone give one.
bool hasWrongStep(mlir::scf::ForOp loop);

/// Emits the error for such a step of a loop that holds parallel loops.
mlir::InFlightDiagnostic reportStep(mlir::scf::ForOp loop);

/// Reports each such loop that every launch of the kernel gets to: one in a branch may be there for other steps alone.
/// For kernels into which a pass has brought constants; verifyNesting() is for the source.
mlir::LogicalResult verifySteps(KernelOp kernel);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_VERIFYKERNELS_STEPS_H
