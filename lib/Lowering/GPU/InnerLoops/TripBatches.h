//===- TripBatches.h - Several trips, then one test -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that ends early, or after so many trips at the latest, tests both in
// each trip, counts it and branches. Of a few cheap operations these four are
// the larger part of what a GPU executes:
//
//     while (x * x < 4 && n < limit) { x = f(x); ++n; }
//
// Surplus trips change nothing, if their operations have no effects. So four are
// made at once, and then it is tested whether the loop should have ended in one
// of them. If so, the values from before that trip are selected:
//
//     if (n <= limit - 4)
//       do {
//         a0 = x * x < 4; x1 = f(x); a1 = a0 & (x1 * x1 < 4); x2 = f(x1); ...
//       } while (a3 & (n + 4 <= limit - 4));
//     if (!a3) result = !a0 ? x : !a1 ? x1 : !a2 ? x2 : x3; else the loop, from x4 on
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_INNERLOOPS_TRIPBATCHES_H
#define QDC_LIB_LOWERING_GPU_INNERLOOPS_TRIPBATCHES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Makes batches of four trips of each scf.while of `function` that has a counter, which begins anywhere, grows by 1
/// and stays below a bound (`slt`) from outside of the loop, and another condition. Both its regions hold a few
/// operations of `arith` without divisions; three trips at most are computed that are not needed. All trips of such a
/// loop are contracted alike: a sum is contracted with a product that nothing else uses or computes.
void batchTrips(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_INNERLOOPS_TRIPBATCHES_H
