//===- UnrolledLoops.h - Loops as their iterations --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_UNROLLEDLOOPS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_UNROLLEDLOOPS_H

#include "qdc/Analysis/KnownValues.h"

namespace qdc::qd {

/// Which loops in another one are to be unrolled with it.
using IsUnrolled = llvm::function_ref<bool(mlir::scf::ForOp)>;

/// The operations that `block` becomes where loops in it that have known ranges, and for which `isUnrolled`, are
/// unrolled. Stops beyond `most`, with more than that.
uint64_t countUnrolled(mlir::Block &block, KnownValues &values, IsUnrolled isUnrolled, uint64_t most);

/// The same of a loop of this range, unrolled itself.
uint64_t countUnrolled(mlir::scf::ForOp loop, const KnownRange &range, KnownValues &values, IsUnrolled isUnrolled,
                       uint64_t most);

/// Puts the iterations in the loop's place, folded where that makes constants. Gives their operations that hold
/// regions.
llvm::SmallVector<mlir::Operation *> unroll(mlir::scf::ForOp loop, const KnownRange &range);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_UNROLLEDLOOPS_H
