//===- Random.h - Philox4x32-10 ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_RANDOM_H
#define QDC_LOWERING_COMMON_RANDOM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Lowers qd.random to integer arithmetic: Philox4x32 with ten rounds, as in Salmon, Moraes, Dror and Shaw, "Parallel
/// random numbers: as easy as 1, 2, 3" (SC 2011), whose known-answer vectors the unit test checks.
void lowerRandom(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_RANDOM_H
