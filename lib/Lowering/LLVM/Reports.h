//===- Reports.h - What iterations tell the loader --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// qd.print and qd.assert, by the layouts of KernelABI.h. Both need the site
// numbers of `qd-number-sites`, and the parameters that
// `qd-expand-task-parameters` adds; without them they fail with an error at the
// op.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_LLVM_REPORTS_H
#define QDC_LIB_LOWERING_LLVM_REPORTS_H

#include "qdc/Lowering/LLVM/ChunkFunction.h"

namespace qdc {

/// Lowers qd.print to the reservation and the writing of a record. Runs after lowerParallelLoop and before control flow
/// is lowered.
mlir::LogicalResult lowerPrints(ChunkFunction &chunk);

/// Lowers qd.assert to a branch past the rest of the iteration, and dissolves qd.iteration: the innermost one around an
/// assert is its iteration, or, outside of those, what ends at the chunk's `iterationEnd`. Runs after control flow is
/// lowered, since the branch may leave any number of loops.
mlir::LogicalResult lowerAsserts(ChunkFunction &chunk);

} // namespace qdc

#endif // QDC_LIB_LOWERING_LLVM_REPORTS_H
