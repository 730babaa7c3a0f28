//===- UnrollLocalLoops.h - Local arrays in registers -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A local array (memref.alloca) lies in memory as long as an index of it is
// computed. Where all loops around its accesses have constant trip counts, it can
// be values instead, in registers, and vectors of them where the loop around is
// vector code:
//
//   scf.for %k = %c0 to %c3 step %c1 {         memref.store %v, %a[%c0]
//     memref.store %v, %a[%k]                  memref.store %v, %a[%c1]
//   }                                          memref.store %v, %a[%c2]
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_UNROLLLOCALLOOPS_H
#define QDC_DIALECT_QD_TRANSFORMS_UNROLLLOCALLOOPS_H

#include "mlir/Support/LLVM.h"

namespace qdc::qd {

class TaskOp;

/// Operations that the unrolled loops of a task become together, at most: beyond, the time to compile them grows faster
/// than they do, and registers run out long before.
inline constexpr uint64_t kMostUnrolledOperations = 4096;

/// Of an iteration whose loops are unrolled for vector code. Fewer, since it exists twice: for vectors, and for the
/// rest.
inline constexpr uint64_t kMostVectorOperations = 1500;

/// Replaces each scf.for in `task` by its iterations where bounds and step are constants and an index of a local array
/// depends on its variable, outermost loops first, so that bounds which follow from an outer variable are constants
/// too. A nest that would become more than kMostUnrolledOperations, with all that was unrolled before, stays.
///
/// With `shortLoops`, the loops of up to four trips too, where the iteration of a parallel loop holds arithmetic, loads
/// and stores beside them: unrolled, it is straight code, which a back end with vectors computes for several iterations
/// at once. All of them stay in an iteration that would become more than kMostVectorOperations. A private form
/// (privateFormAttr) may have atomics whose old values are unused, since it adds without: a back end does that apart.
void unrollLocalLoops(TaskOp task, bool shortLoops);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_UNROLLLOCALLOOPS_H
