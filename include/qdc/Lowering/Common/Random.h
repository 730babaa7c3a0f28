//===- Random.h - Philox4x32-10 ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_RANDOM_H
#define QDC_LOWERING_COMMON_RANDOM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Lowers qd.random to integer arithmetic, that of randomWords in qdc/Support/Philox.h.
void lowerRandom(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_RANDOM_H
