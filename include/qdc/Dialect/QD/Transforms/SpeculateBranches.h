//===- SpeculateBranches.h - Branches as straight code ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations that are straight code can be computed together, by the lanes of
// vectors on a CPU and in windows of neighbours on a GPU (ThreadWindows.h). A
// branch that only computes is straight code for LLVM already. One that loads is
// not, since the load may be outside of its array. A stencil that asks first
// whether a point counts has such a branch:
//
//   %here = memref.load %u[%j]                  %here = memref.load %u[%j]
//   %next = scf.if %counts {                    %east = memref.load %u[%j + 1]
//     %east = memref.load %u[%j + 1]            %sum = arith.addf %here, %east
//     %sum = arith.addf %here, %east            %next = arith.select %counts,
//     scf.yield %sum                                        %sum, %here
//   } else {
//     scf.yield %here
//   }
//
// So a branch goes where
// - it stands in the iteration of a qd.for, in no other loop and no other branch
//   that stays;
// - it loads, selects and computes, all of it cheap: at most
//   kMostSpeculatedOperations in all, and no divisions or functions but signs and
//   fused multiply-adds;
// - each load is surely inside of its array whether or not the branch is taken
//   (ArrayExtents.h), of an array that the qd.for does not write;
// - before the branch the iteration loads from the same array, by the same
//   values plus constants. So what is loaded for nothing is in the cache for
//   neighbouring iterations, and no branch keeps memory from being read that
//   is not read otherwise.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_SPECULATEBRANCHES_H
#define QDC_DIALECT_QD_TRANSFORMS_SPECULATEBRANCHES_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Of a branch and those in it: about what a mispredicted branch takes on a CPU, several lanes at once.
inline constexpr unsigned kMostSpeculatedOperations = 48;

/// Makes straight code of each `scf.if` of a kernel that is as above and holds a load. Others, and branches that only
/// compute, stay. Expects that operations without effects are defined (`qd-define-arithmetic`). Linear in the size of
/// the kernel.
void speculateBranches(KernelOp kernel);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_SPECULATEBRANCHES_H
