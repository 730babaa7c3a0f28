//===- SettledComparisons.h - Comparisons that a range decides --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_SETTLEDCOMPARISONS_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_SETTLEDCOMPARISONS_H

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <optional>

namespace qdc::qd {

/// What `op` gives in all iterations, where it compares a variable of a parallel loop with the end of its range or with
/// a constant that its first number settles.
std::optional<bool> settledByRange(mlir::arith::CmpIOp op);

} // namespace qdc::qd

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_SETTLEDCOMPARISONS_H
