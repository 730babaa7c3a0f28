//===- ThreadOperations.h - Places, barriers, shuffles, votes ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_NVVM_THREADOPERATIONS_H
#define QDC_LIB_LOWERING_NVVM_THREADOPERATIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qdc {

/// Replaces the operations of `gpu` and `qd` for a thread's place, barriers of a block, shuffles, votes and conditions
/// of graphs by intrinsics of LLVM's NVPTX back end. We spell them as upstream's patterns do, without the dialect NVVM,
/// which takes longer to load than this takes.
void lowerThreadOperations(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_NVVM_THREADOPERATIONS_H
