//===- CountedLoops.h - Loops inside of tasks that always end -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_COUNTEDLOOPS_H
#define QDC_LOWERING_COMMON_COUNTEDLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Makes an scf.while of each scf.for of `function`. It ends, whatever the bounds and the step are, and does not run
/// where the step is below 1 (as a signed number, also where the bounds are compared as unsigned ones). Upstream's
/// lowering compares `variable + step` with the upper bound: it goes on forever where that addition wraps around, or
/// where the step is 0. Here the loop compares `variable` with `upper - step`, in an scf.if that asks whether there is
/// an iteration; it has one comparison and one addition for each iteration, as before, and no division. With the
/// constant step 1, which has neither fault, it compares as upstream's does. The additions say how they cannot wrap
/// (`nsw`, `nuw` or both), so that the addresses of copies that LLVM makes of a body differ by constants.
void boundLoops(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_COUNTEDLOOPS_H
