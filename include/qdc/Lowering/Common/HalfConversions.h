//===- HalfConversions.h - f64 to f16 in two steps --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LOWERING_COMMON_HALFCONVERSIONS_H
#define QDC_LOWERING_COMMON_HALFCONVERSIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Makes each arith.truncf of an f64 to f16 one of an f32 that is rounded to odd, with the same results: for targets
/// whose own conversion rounds twice.
void convertDoubleToHalfByF32(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LOWERING_COMMON_HALFCONVERSIONS_H
