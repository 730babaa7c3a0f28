//===- FoldTables.h - Elements of constant tables ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directions of a lattice, weights of a rule, coefficients of a stencil: a small
// table that never changes, and a loop over it in each iteration of a parallel
// loop. Written out by hand, each turn has the table's numbers in its code: an
// offset of 0 costs nothing, neighbours are at known distances, and the body has
// no control flow, so that it becomes vector code. In a loop, each turn loads
// them, and its addresses are anybody's guess:
//
//   memref.global "private" @cx : memref<3xi32> = dense<[0, 1, -1]>
//
//   scf.for %k = %c0 to %c3 step %c1 {         use(%c0_i32)
//     %d = memref.load %cx[%k]             ->  use(%c1_i32)
//     use(%d)                                  use(%minus1_i32)
//   }
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_FOLDTABLES_H
#define QDC_DIALECT_QD_TRANSFORMS_FOLDTABLES_H

#include <cstdint>

namespace qdc::qd {

class KernelOp;

/// Operations that the loops of one iteration of a parallel loop, or of the serial code of a kernel, become together,
/// at most. An iteration of more is no vector code, and registers run out long before.
inline constexpr uint64_t kMostTableOperations = 2048;

/// Replaces each load from a constant table (isConstantTable) by the element, with its bits, where the index follows
/// from constants; of a table whose elements are all the same, whatever the index. Loads outside of a table stay.
///
/// With `unrollLoops`, each scf.for is replaced by its iterations before, outermost first, where its range is known and
/// some such index follows from its variable. Not where it holds parallel loops or temporaries, or becomes more than
/// kMostTableOperations with all that was unrolled before; loops in it that read no table by their variables stay.
///
/// Then comparisons of a parallel loop's variable are constants that its range settles, as those of a neighbour's
/// coordinate whose offset is 0.
void foldTables(KernelOp kernel, bool unrollLoops);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_FOLDTABLES_H
