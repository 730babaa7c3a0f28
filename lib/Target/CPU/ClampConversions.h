//===- ClampConversions.h - Floats to integers in vectors -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A conversion to an integer that saturates (llvm.fptosi.sat, llvm.fptoui.sat)
// has no instruction on x86, and LLVM's code generator takes a vector of them
// apart: six scalar instructions for each lane. Comparisons, selections and
// conversions of numbers that are in range are instructions that vectors have.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CPU_CLAMPCONVERSIONS_H
#define QDC_LIB_TARGET_CPU_CLAMPCONVERSIONS_H

#include "llvm/IR/PassManager.h"

namespace qdc {

/// Replaces each saturating conversion of one float by a plain one of the nearest number that is in range, and
/// selections where that is no integer or none at all: equal results for every float, 0 for NaN.
///
/// To be run before loops are vectorised, and late: what LLVM knows of the intrinsics it does not know of their parts.
class ClampConversionsPass : public llvm::PassInfoMixin<ClampConversionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_CLAMPCONVERSIONS_H
