//===- UnrollHints.h - How often bodies are unrolled ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where there are more iterations than threads, memory is busy only if each
// thread has several loads in flight. An unrolled body has them, if its copies
// become one block. Plain loops are unrolled here, since their iterations may have
// any order (BlockChunks.h). The order of a reduction's iterations is fixed: the
// back end is asked to unroll these, which moves loads ahead where there is no
// store between.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_LOWERING_GPU_INNERLOOPS_UNROLLHINTS_H
#define QDC_LIB_LOWERING_GPU_INNERLOOPS_UNROLLHINTS_H

#include "qdc/Dialect/QD/IR/QD.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace qdc {

/// What the copies of a body may hold together.
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

/// Requests that the innermost loops of `function` are unrolled: four times a short body, less often a long one. An
/// assembler that unrolls too does not do it again then. A loop is left to the assembler, and LLVM is told not to
/// unroll it, where a short body loads at addresses that change by constants or are loaded too: of the trips that are
/// left over the assembler makes straight-line code, LLVM a loop. It is left to LLVM where its bounds are constants or
/// it accesses arrays of the iteration's own, so that it can be unrolled entirely.
void requestUnrollOfInnerLoops(mlir::func::FuncOp function);

} // namespace qdc

#endif // QDC_LIB_LOWERING_GPU_INNERLOOPS_UNROLLHINTS_H
