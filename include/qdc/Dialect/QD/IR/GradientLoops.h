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
// In a checked kernel, a gradient's loop that runs one trip of the source's loop in
// each iteration holds an operation whose result is where the source's loop is. Its
// location, too, has a name and that of the source's loop.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_GRADIENTLOOPS_H
#define QDC_DIALECT_QD_IR_GRADIENTLOOPS_H

#include "mlir/IR/Operation.h"

namespace qdc::qd {

/// Of loops.
inline constexpr llvm::StringLiteral gradientLoopName = "qd.gradient_loop";
/// Of operations that give the induction variable of a counted loop of the source.
inline constexpr llvm::StringLiteral sourceVariableName = "qd.source_variable";
/// Of operations that give how many trips of a conditional loop of the source came before.
inline constexpr llvm::StringLiteral sourceTripName = "qd.source_trip";

/// A location with such a name, for the loop of the source that is at `source`.
inline mlir::Location nameLocation(llvm::StringRef name, mlir::Location source) {
  return mlir::NameLoc::get(mlir::StringAttr::get(source.getContext(), name), source);
}

/// The location of a loop that a gradient makes for one of the source, which is at `source`.
inline mlir::Location gradientLoopLocation(mlir::Location source) { return nameLocation(gradientLoopName, source); }

/// Whether a loop was made with such a location.
inline bool isGradientLoop(mlir::Operation *loop) {
  auto name = llvm::dyn_cast<mlir::NameLoc>(loop->getLoc());
  return name && name.getName() == gradientLoopName;
}

/// Before `op`, in the body of a gradient's loop that holds it, the operation that says where the source's loop is;
/// null where there is none.
inline mlir::Operation *findSourceIteration(mlir::Operation *loop, mlir::Operation *op) {
  mlir::Location source = llvm::cast<mlir::NameLoc>(loop->getLoc()).getChildLoc();
  for (mlir::Operation &each : *op->getBlock()) {
    if (&each == op)
      break;
    auto name = llvm::dyn_cast<mlir::NameLoc>(each.getLoc());
    const bool isNamed = name && (name.getName() == sourceVariableName || name.getName() == sourceTripName);
    // Sources may name locations so, too.
    if (isNamed && name.getChildLoc() == source && each.getNumResults() == 1 &&
        each.getResult(0).getType().isIntOrIndex())
      return &each;
  }
  return nullptr;
}

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_GRADIENTLOOPS_H
