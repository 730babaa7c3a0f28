//===- KernelGraph.h - A kernel's graph of launches -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_RUNGRID_KERNELGRAPH_H
#define QDC_TOOLS_RUNGRID_KERNELGRAPH_H

#include "Launches.h"

namespace qdc {

/// Runs the launches and loops of an offloaded kernel as a host does, and each loop that has an entry point of its own
/// by that: all of it, as `block` or `grid`, or the ends of its iterations, as `graph`. Launches that come after one
/// that failed do not run. Fails, with an error, where threads do something that is wrong.
mlir::LogicalResult runGraph(qd::KernelOp kernel, Launches &launches);

} // namespace qdc

#endif // QDC_TOOLS_RUNGRID_KERNELGRAPH_H
