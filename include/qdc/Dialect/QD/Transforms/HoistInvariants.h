//===- HoistInvariants.h - Move what does not change out of loops - C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM hoists inside a task; it can't hoist out of a loop that became a graph.
// A value that a do-while loop computes anew in each iteration costs a serial
// task in each iteration, so moving it out removes launches.
//
// Out of serial and do-while loops go pure operations, and loads of memory that
// the loop does not write. A load runs early only if it would surely have run
// (the loop runs at least once, and nothing before the load can end the
// iteration), or if it can do no harm: constant indices inside a static shape.
//
// Out of parallel loops go only pure operations that `qd-offload` computes anew
// in the task (made of arguments, dims, constants and the seed). Anything else,
// every load above all, would become a serial task of its own and a word of
// workspace, which costs more than it saves.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_HOISTINVARIANTS_H
#define QDC_DIALECT_QD_TRANSFORMS_HOISTINVARIANTS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace qdc::qd {

/// Moves loop-invariant operations without regions out of the loops of a
/// kernel, as far as they go. Linear in the size of the kernel times its
/// nesting depth.
void hoistInvariants(mlir::FunctionOpInterface function);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_HOISTINVARIANTS_H
