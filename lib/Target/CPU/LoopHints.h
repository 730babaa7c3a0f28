//===- LoopHints.h - What LLVM is told of loops -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A trip of a loop that adds up floats in the order of the source waits for the
// sum of the trip before, some four cycles, in which a processor counts, compares
// and branches besides. Copies of its body wait as long. Where LLVM makes copies
// for a number of trips that is known at run time alone, the trips that fill no
// round of copies get a loop of their own, and with it a second branch that is
// predicted wrongly whenever that number changes: dear where trips are few, as
// those of a particle's neighbours or of a row of a sparse matrix.
//
// The time of LLVM's loop vectoriser grows with the square of a loop's length: a
// quarter of a second for 2048 operations, minutes for ten times as many.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CPU_LOOPHINTS_H
#define QDC_LIB_TARGET_CPU_LOOPHINTS_H

#include "llvm/IR/PassManager.h"

namespace qdc {

/// Marks innermost loops; what they compute stays.
///
/// - One of more than 2048 instructions, addresses not counted, stays scalar ("llvm.loop.vectorize.enable").
/// - Of one that is bound by a chain no copies are made at run time ("llvm.loop.unroll.runtime.disable"). It has one
///   block and carries a scalar float from trip to trip through additions, multiplications or divisions that may not be
///   reassociated, and has no more instructions in all than run meanwhile. Lanes of a vector that are still apart are
///   as many instructions, so that of such loops copies are made as ever.
///
/// To be run where loops are rotated, right ahead of the loop vectoriser: what lowering makes of a body tells little of
/// its length once local arrays are registers.
class LoopHintsPass : public llvm::PassInfoMixin<LoopHintsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_LOOPHINTS_H
