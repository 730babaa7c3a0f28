//===- DissolveIterations.h - Iterations as blocks ------------ -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_LLVM_DISSOLVEITERATIONS_H
#define QDC_LIB_LOWERING_LLVM_DISSOLVEITERATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Makes the blocks of each qd.iteration of `function` blocks of what is around it, and of each qd.leave_unless a
/// branch past the rest of the innermost iteration, whose values are 0 then. Runs after control flow is lowered, since
/// that branch may leave any number of loops.
void dissolveIterations(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_LLVM_DISSOLVEITERATIONS_H
