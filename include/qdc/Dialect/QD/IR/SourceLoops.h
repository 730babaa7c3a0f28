//===- SourceLoops.h - The loops of the source that a loop runs -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop that `qd-fuse-loops` made, or that `qd-distribute-loops` has
// moved all of another one to, runs several loops of the source.
// The manifest, `qdc inspect` and counters name each of them, so the loop keeps
// a list: the attribute `qd.source_loops`, an array of locations, in the order
// of the text, of which a named one (NameLoc) carries the name of the loop. The
// verifier of qd.for checks it.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_SOURCELOOPS_H
#define QDC_DIALECT_QD_IR_SOURCELOOPS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

inline constexpr llvm::StringLiteral sourceLoopsAttr = "qd.source_loops";

/// A parallel loop as it stood in the source.
struct SourceLoop {
  llvm::StringRef name; // empty: none
  mlir::Location location;
};

/// The loops that `loop` was made of, at least one: itself if it was not fused.
llvm::SmallVector<SourceLoop> getSourceLoops(ForOp loop);

/// Says that `loop` was made of these.
void setSourceLoops(ForOp loop, llvm::ArrayRef<SourceLoop> sources);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_SOURCELOOPS_H
