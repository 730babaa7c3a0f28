//===- ReplaceIntrinsics.h - Other code for intrinsics ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CPU_REPLACEINTRINSICS_H
#define QDC_LIB_TARGET_CPU_REPLACEINTRINSICS_H

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PassManager.h"

namespace qdc {

/// Replaces each call of an intrinsic by what `replacement` creates for it in the same block; a call for which it gives
/// null, having created nothing, stays. Says which analyses of the function still hold.
llvm::PreservedAnalyses replaceIntrinsics(llvm::Function &function,
                                          llvm::function_ref<llvm::Value *(llvm::IntrinsicInst &call)> replacement);

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_REPLACEINTRINSICS_H
