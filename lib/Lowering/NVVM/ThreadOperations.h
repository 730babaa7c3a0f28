//===- ThreadOperations.h - Operations among threads ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_NVVM_THREADOPERATIONS_H
#define QDC_LIB_LOWERING_NVVM_THREADOPERATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Replaces what `gpu` and `qd` say of a thread's place and of what threads tell each other by intrinsics of LLVM's
/// NVPTX back end. We spell them as upstream's patterns do, without the dialect NVVM, which takes longer to load than
/// this takes.
void lowerThreadOperations(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_NVVM_THREADOPERATIONS_H
