//===- FlattenBranches.h - Branches whose loops have no iterations - C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch that holds parallel loops is in a loop of one iteration in the graph,
// so that a device can decide about it: a block or a grid takes 2 to 7
// microseconds on an H200 for a branch that is not taken, a host that waits for
// the condition 8. A task without iterations costs less than one, and none where
// arguments decide, since then the host knows that there are none. So the
// parallel loops of such a branch leave it: their first upper bound becomes that
// of an empty range where the condition does not hold. No host waits, and a
// kernel without other control is one graph. The bounds are computed before
// the branch's first loop, by one task, unless what the branch does decides
// them.
//
// A branch stays as it is
// - inside a loop, since what runs the loop decides about the branch too;
// - where it holds control that itself holds parallel loops, which stay;
// - where its loops, and the statements with effects before, between and
//   after them, would be more than kMaximumGuardedTasks tasks;
// - where it makes values that no word takes, arrays among them.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_FLATTENBRANCHES_H
#define QDC_DIALECT_QD_TRANSFORMS_FLATTENBRANCHES_H

#include "qdc/Dialect/QD/IR/QD.h"

namespace qdc::qd {

/// As many as take about as long as a branch in a loop, taken or not.
inline constexpr unsigned kMaximumGuardedTasks = 6;

/// Replaces each `scf.if` of a kernel that holds a `qd.for`, and that is none of
/// the above, inner ones first. Statements without effects in it are computed
/// whether or not the condition holds; expects that all of them are defined
/// (`qd-define-arithmetic`). Those with effects stand in an `scf.if` of their
/// own afterwards, which holds no parallel loop. Linear in the size of the
/// kernel times its nesting depth.
void flattenBranches(KernelOp kernel);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_FLATTENBRANCHES_H
