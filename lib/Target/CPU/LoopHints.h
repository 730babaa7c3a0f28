//===- LoopHints.h - What LLVM is told of loops -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that adds up floats in the order of the source is bound by the latency
// of the addition, about four cycles a trip, in which the processor also counts,
// compares and branches. Unrolling does not shorten that. Where LLVM unrolls a
// loop whose trip count is known only at run time, the remaining trips get a loop
// of their own, and with it a second branch that is mispredicted whenever the
// count changes: expensive where trips are few, as those of a particle's
// neighbours or of a row of a sparse matrix.
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
/// - One that is bound by a dependence chain is not unrolled by a run-time trip count
///   ("llvm.loop.unroll.runtime.disable"). It has one block, carries a scalar float from trip to trip through
///   additions, multiplications or divisions that may not be reassociated, and has no more instructions than fit the
///   latency of that chain. Lanes that the SLP vectoriser has yet to join count as instructions each, so such loops are
///   unrolled.
///
/// To be run where loops are rotated, right before the loop vectoriser: what lowering makes of a body tells little of
/// its length once local arrays are registers.
class LoopHintsPass : public llvm::PassInfoMixin<LoopHintsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_LOOPHINTS_H
