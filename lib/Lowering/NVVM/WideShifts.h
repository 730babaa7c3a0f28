//===- WideShifts.h - Shifts of 64 bits -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX shifts 64 bits by an amount of 32, and gives 0 for one that is too large.
// LLVM 22's back end knows that, and so drops a selection of 0 for amounts of 64
// and more, also where the amount has 64 bits of which it passes on the lower
// 32: 1 << 2^32 was 1.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_NVVM_WIDESHIFTS_H
#define QDC_LIB_LOWERING_NVVM_WIDESHIFTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Makes the amounts of 64-bit shifts numbers below 64. `qd-define-arithmetic` sees to it that no other amount's result
/// is used, so nothing changes but that the selections stay.
void boundWideShifts(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_NVVM_WIDESHIFTS_H
