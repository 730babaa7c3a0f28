//===- Temporaries.h - Where temporaries lie --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_TEMPORARIES_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_TEMPORARIES_H

#include "Plan.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace qdc::qd::offload {

/// Whether a memref.alloc with `qd.extents` has a size that the launch computes.
bool isSizedByLaunch(mlir::memref::AllocOp alloc);

/// Moves each memref.alloc out of the control around it that is part of a task: the source has none there, but a loop
/// whose parallel loops were all removed is such control. One that isSizedByLaunch() leaves all control. Nothing else
/// of the kernel changes. Reports one that is not sized (SizeTemporaries.h).
mlir::LogicalResult hoistTemporaries(KernelOp kernel);

/// The extents of a temporary, once planTransfers() has found them.
llvm::SmallVector<SizeAttr> extentsOf(const Plan &plan, mlir::memref::AllocOp alloc);

/// Gives each temporary its region of the workspace, from 1 on: `temporaries` of the plan. Temporaries share one where
/// what runs between the first and the last use of one uses none of the others. A use is that of a whole task, and what
/// stands outside of a loop is in use during all of it. The flag of a loop shares its region with nothing. Nor do those
/// whose sizes words tell share one with others, and they do among each other only where all their sizes are known
/// before the first use of any. Equal sizes go together first; after those, a region takes few different ones, so
/// that its size stays a short expression. After planTransfers().
void planTemporaries(Plan &plan);

} // namespace qdc::qd::offload

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_OFFLOAD_TEMPORARIES_H
