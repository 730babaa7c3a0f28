//===- CountedLoops.h - Loops inside of tasks that always end -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_COUNTEDLOOPS_H
#define QDC_LOWERING_COMMON_COUNTEDLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Makes each scf.for of `function` end, whatever its bounds and step are, and not run where the step is below 1 (as a
/// signed number, also where the bounds are compared as unsigned ones). Upstream's lowering compares `variable + step`
/// with the upper bound: it goes on forever where that addition wraps around, or where the step is 0. A loop becomes an
/// scf.while that compares `variable` with `upper - step`, in an scf.if that asks whether there is an iteration; it has
/// one comparison and one addition for each iteration, as before, and no division. Loops with the constant step 1,
/// which have neither fault, stay as they are.
void boundLoops(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_COUNTEDLOOPS_H
