//===- Neighbours.h - Why a parallel loop stands alone ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop that was not fused with the one before it says why, so that the
// manifest can: the attribute `qd.not_fused`, an array of a reason (a string, one
// of FusionObstacles.def), the location of that loop, and the numbers of the
// arguments in which iterations may meet. The verifier of qd.for checks its shape.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_IR_NEIGHBOURS_H
#define QDC_DIALECT_QD_IR_NEIGHBOURS_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

inline constexpr llvm::StringLiteral notFusedAttr = "qd.not_fused";

struct Neighbour {
  llvm::StringRef reason;
  mlir::Location loop; // the one before
  llvm::SmallVector<uint32_t, 2> arrays; // arguments of the kernel
};

/// Nothing where there was no loop before it, or nobody looked.
std::optional<Neighbour> getNotFused(ForOp loop);
void setNotFused(ForOp loop, const Neighbour &neighbour);

/// `loop` follows what `other` followed.
void takeNeighbour(ForOp loop, ForOp other);

/// Whether an attribute of that name has the shape that getNotFused() relies on.
bool isNotFused(mlir::Attribute attribute);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_IR_NEIGHBOURS_H
