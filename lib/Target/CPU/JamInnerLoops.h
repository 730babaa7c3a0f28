//===- JamInnerLoops.h - Vector code of iterations with loops ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum in an inner loop, as that of an inner product, is one chain: its order
// is the source's, so LLVM leaves it scalar. The iterations of the parallel loop
// around it are independent, so as many of them as a vector has lanes can run
// their inner loops together.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CPU_JAMINNERLOOPS_H
#define QDC_LIB_TARGET_CPU_JAMINNERLOOPS_H

#include "llvm/IR/PassManager.h"

namespace qdc {

/// Unrolls a loop whose iterations are independent ("llvm.loop.parallel_accesses" of all that it accesses) and that
/// holds one innermost loop, by the lanes of a vector, with the inner loops of the copies merged into one, so that the
/// SLP vectoriser makes vectors of the copies. Each iteration computes what it did, in its own order: bit for bit,
/// unless multiplications and additions may be contracted, which the code generator decides for vectors and for the
/// iterations that are left over apart.
///
/// Such a loop is one of three blocks, the inner one between what stands before it and after it. The inner loop
/// carries a float from trip to trip through operations that may not be reassociated, and makes as many trips in each
/// iteration. Each load is of one address for all iterations, or of neighbours, stores are of neighbours, and of
/// operations there are only those that vectors have. Where iterations load rows instead, vectors are made of tiles of
/// these (RowTiles.h). Other loops stay as they are.
///
/// To be run where loops are rotated and what does not change in them stands ahead, before loops are vectorised.
class JamInnerLoopsPass : public llvm::PassInfoMixin<JamInnerLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_JAMINNERLOOPS_H
