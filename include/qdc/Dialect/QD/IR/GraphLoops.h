//===- GraphLoops.h - What the loops of graphs have alike -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_GRAPHLOOPS_H
#define QDC_DIALECT_QD_IR_GRAPHLOOPS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// Whether `node` is a loop of a kernel's graph.
bool isGraphLoop(mlir::Operation *node);

/// How many iterations the loop has in each launch, where constants tell; none: they don't, or its step is below 1.
std::optional<uint64_t> constantIterations(GraphRepeatOp loop);

/// The sizes that decide about the iterations of a loop of a graph: bounds and step, or a maximum if there is one.
llvm::SmallVector<SizeAttr, 3> sizesOf(mlir::Operation *node);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_GRAPHLOOPS_H
