//===- GradientLoops.h - Sequential loops of a gradient's own ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient runs through the trips of a loop of the source backwards, or in
// segments, by loops whose variable is not that of the source. Their location is
// that of the source's loop, under a name that says so: what tells a user where
// an iteration was must not take one for the other.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_GRADIENTLOOPS_H
#define QDC_DIALECT_QD_IR_GRADIENTLOOPS_H

#include "mlir/IR/Operation.h"

namespace qdc::qd {

inline constexpr llvm::StringLiteral gradientLoopName = "qd.gradient_loop";

/// The location of a loop that a gradient makes for one of the source, which is at `source`.
inline mlir::Location gradientLoopLocation(mlir::Location source) {
  return mlir::NameLoc::get(mlir::StringAttr::get(source.getContext(), gradientLoopName), source);
}

/// Whether a loop was made with such a location.
inline bool isGradientLoop(mlir::Operation *loop) {
  auto name = llvm::dyn_cast<mlir::NameLoc>(loop->getLoc());
  return name && name.getName() == gradientLoopName;
}

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_GRADIENTLOOPS_H
