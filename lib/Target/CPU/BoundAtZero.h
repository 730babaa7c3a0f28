//===- BoundAtZero.h - What is no less than zero ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x86's maxss and minss give their second operand where one is NaN, and where
// both are zeros of any sign. With a constant other than zero that is all that
// llvm.maximum and llvm.minimum ask for. With zero, the sign of a zero matters
// too, and LLVM's code generator takes three instructions, in vectors as well.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CPU_BOUNDATZERO_H
#define QDC_LIB_TARGET_CPU_BOUNDATZERO_H

#include "llvm/IR/PassManager.h"

namespace qdc {

/// Replaces each llvm.maximum and llvm.minimum of a value and zero by a comparison and a selection: one instruction
/// where the value is known not to be the zero of the other sign, as a difference of a square and something is, else
/// two. Equal bits for every value.
///
/// To be run before loops are vectorised, and late: what LLVM knows of the intrinsics it does not know of their parts.
class BoundAtZeroPass : public llvm::PassInfoMixin<BoundAtZeroPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_BOUNDATZERO_H
