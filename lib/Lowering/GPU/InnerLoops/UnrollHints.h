//===- UnrollHints.h - Copies of a body that load together ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the threads of a device are fewer than the iterations, memory is busy
// only if each thread has several loads under way. Copies of a body have them,
// if they become one block. Of a plain loop we make that block ourselves, since
// its iterations may have any order (BlockChunks.h); those of a reduction have
// theirs, so that the back end is asked, which can move loads ahead where no
// store is.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_INNERLOOPS_UNROLLHINTS_H
#define QDC_LIB_LOWERING_GPU_INNERLOOPS_UNROLLHINTS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace qdc {

/// How much copies of a body may hold together.
struct CopyLimits {
  unsigned loads = 16; // keep the memory busy
  unsigned operations = 256;
  bool copiesBranches = false; // a body with a branch has one copy otherwise
  bool copiesLoops = false; // a body with an scf.for has one copy otherwise
};

/// How many copies of the body of `loop` stay within the limits; at least 1. A power of two.
unsigned unrollCount(qd::ForOp loop, CopyLimits limits = {});

/// Asks the back end to make `count` copies of the body of `loop`, an scf.while or scf.for (qd::unrollAttr); nothing
/// for a count of 1.
void requestUnroll(mlir::Operation *loop, unsigned count);

/// Asks for copies of the loops of `function` that hold no others: four of a short body, fewer of a long one. An
/// assembler that unrolls too sees that it was done. A loop is left to the assembler, one copy asked for, where a short
/// body loads at addresses that change by constants or are loaded too: it has the trips that are left over in a
/// straight line, where LLVM makes a loop of them. It is left to the back end where its bounds are constants or it
/// accesses arrays of the iteration's own, so that it can be unrolled entirely.
void requestUnrollOfInnerLoops(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_INNERLOOPS_UNROLLHINTS_H
