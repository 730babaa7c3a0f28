//===- KernelCSE.h - Merge equal computations and loads ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends write `x[i, 0]` wherever the user did, so a kernel arrives with
// the same index arithmetic and the same load many times over. LLVM would merge
// most of it, but only inside a task, late, and after each copy has been paid
// for in every phase between. Upstream's CSE merges loads within one block only
// and takes any store for a clobber of everything.
//
// Here a load is merged with an earlier load of the same element, also through
// `scf.if` and loops, unless something between them may write the element:
// MemoryLocations.h says what may, KnownElements.h says how far a fact reaches.
// Nothing is merged across a loop's back edge, into or out of a parallel loop,
// or on an array that the parallel loop updates atomically. Volatile loads are
// left alone.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_KERNELCSE_H
#define QDC_DIALECT_QD_TRANSFORMS_KERNELCSE_H

#include "qdc/Dialect/QD/Transforms/Replaced.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace qdc::qd {

/// Merges equal pure operations and loads of a kernel; removes operations whose
/// results are not used, or keeps them all. Linear in the size of the kernel times its nesting
/// depth.
void mergeCommonSubexpressions(mlir::FunctionOpInterface function, Replaced replaced = Replaced::erased);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_KERNELCSE_H
