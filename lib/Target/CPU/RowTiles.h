//===- RowTiles.h - Vector code of iterations with a row each ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each iteration of a parallel loop reads a row of its own in an inner
// loop, neighbouring iterations load elements that are a row apart. Lanes of a
// vector can have an iteration each nevertheless: a tile of the rows, a few
// elements of each, is loaded along the rows and transposed in registers.
//
//   for i:                        for each group of iterations, as many as a vector has lanes:
//     s = 0                         s = 0                                                     vector
//     for k: s += a[i, k]           for k of the trips that fill no tile: s += a[group, k]    one by one
//     y[i] = s                      for each tile of a[group, :], for k in it: s += its column k
//                                   y[group] = s
//                                 for i of the rest: as before
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_TARGET_CPU_ROWTILES_H
#define QDC_LIB_TARGET_CPU_ROWTILES_H

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class Loop;
class ScalarEvolution;
} // namespace llvm

namespace qdc {

/// A loop of three blocks, without its exit: what is before an inner loop of one block, that, and what is after it.
/// Both are in simplified form and exit from their last blocks, the inner one after as many trips in each iteration.
/// Iterations are independent, and all operations but accesses have vector forms.
struct RowNest {
  llvm::Loop *outer;
  /// Of a vector: a power of two, at least 2.
  unsigned lanes;
};

/// Vectorises, over groups of iterations, those of `nests` whose inner loops load rows: elements that are consecutive
/// from trip to trip, with a stride from iteration to iteration that is known where the nest is entered. Their other
/// loads in the inner loop are of one address for all iterations or of neighbours, which stores always are; the inner
/// loop stores nothing. Others stay as they are, and so do iterations that are left over from groups. Each iteration
/// computes what it did, in its own order: bit for bit, unless multiplications and additions may be contracted, which
/// the code generator decides for vectors and for the iterations that are left over apart.
///
/// Returns whether any loop has changed. Then no analysis of the function holds.
bool tileRows(llvm::ArrayRef<RowNest> nests, llvm::ScalarEvolution &evolution);

} // namespace qdc

#endif // QDC_LIB_TARGET_CPU_ROWTILES_H
