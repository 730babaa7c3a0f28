//===- DeferUpdates.h - Vector code of iterations that share sums -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations that add to elements which they share, wherever these are, cannot
// be vector code as they are: two lanes may meet in an element. What they add,
// and where, can be computed as vectors for a strip of iterations, and added one
// by one after that:
//
//   for i:                        for each strip of 64 iterations:
//     h[f(x[i])] += g(x[i])         for i of the strip: at[i] = &h[f(x[i])], by[i] = g(x[i])     vectors
//                                   for i of the strip: *at[i] += by[i]
//                                 for i of the rest: h[f(x[i])] += g(x[i])
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CPU_DEFERUPDATES_H
#define QDC_LIB_TARGET_CPU_DEFERUPDATES_H

#include "llvm/IR/PassManager.h"

namespace qdc {

/// Gives an innermost loop of one block such strips if updates alone keep its iterations apart. An update is a load,
/// operations, each the only user of the one before, and a store where it was loaded from. It is in memory that the
/// function has one name for, a `noalias` parameter, by which the loop accesses it in updates alone. All other accesses
/// of the loop are independent ("llvm.loop.parallel_accesses"), and its other operations have vector forms. Addresses
/// whose byte offset from each other is known before the loop are stored once.
///
/// Updates keep their order, of iterations and within them, so results are the same bits, unless
/// multiplications and additions may be contracted, which the code generator decides for vectors and for the rest of
/// the iterations apart. Loops stay as they are where an iteration computes little for each value that is stored, or
/// very much, or where stored values would fill the first cache.
///
/// To be run where loops are rotated, right before they are vectorised.
class DeferUpdatesPass : public llvm::PassInfoMixin<DeferUpdatesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_DEFERUPDATES_H
