//===- Temporaries.h - Where temporaries lie --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_TEMPORARIES_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_TEMPORARIES_H

#include "Plan.h"

namespace qdc::qd::offload {

/// Moves each memref.alloc out of the control around it that is part of a task: the source has none there, but a loop
/// whose parallel loops were all removed is such control. Nothing else of the kernel changes. Reports one that is not
/// sized (SizeTemporaries.h).
mlir::LogicalResult hoistTemporaries(KernelOp kernel);

/// Gives each temporary its region of the workspace, from 1 on: `temporaries` of the plan. Temporaries share one where
/// what runs between the first and the last use of one uses none of the others. A use is that of a whole task, and what
/// stands outside of a loop is in use during all of it. The flag of a loop shares its region with nothing. Equal sizes
/// go together first; after those, a region takes few different ones, so that its size stays a short expression. After
/// planTransfers().
void planTemporaries(Plan &plan);

} // namespace qdc::qd::offload

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_TEMPORARIES_H
