//===- FuseLoops.h - Make one parallel loop of neighbours -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simulators are written as many small loops over the same particles or cells,
// often by several helpers. Each becomes a launch, and carries its values to the
// next through memory. Two neighbours become one loop where each iteration of
// the second reads nothing that another iteration of the first writes: one
// launch is left, and what an iteration wrote it reads back from a register.
//
//   qd.for (%i) in (%n) {               qd.for (%i) in (%n) {
//     store %a, %x[%i]                    store %a, %x[%i]
//   }                              =>     %v = load %x[%i]
//   qd.for (%i) in (%n) {                 ...
//     %v = load %x[%i]                  }
//     ...
//   }
//
// A fused loop runs the first body and then the second one, iteration by
// iteration. That changes nothing if
//  - both have the same range, as SSA values or constants;
//  - what stands between them can go ahead: it has no effect, or is a load of
//    what the first does not write;
//  - the second does not use what the first reduces;
//  - wherever one writes an array that the other one touches, no two different
//    iterations meet in an element (LinearIndex.h);
//  - an array that one updates atomically the other one leaves alone, or updates
//    by the same operation, and no old value is used;
//  - neither asserts (later tasks do not run in a launch that fails) nor polls
//    by qd.volatile_load, and not both print, as lines of tasks have an order.
//
// Reductions keep their bits, which the range alone decides. They fuse with each
// other, and with a short plain loop that touches an array of theirs: a task that
// reduces has fewer threads, which must be paid for by saved memory traffic.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_DIALECT_QD_TRANSFORMS_FUSELOOPS_H
#define QDC_DIALECT_QD_TRANSFORMS_FUSELOOPS_H

#include "qdc/Dialect/QD/IR/QD.h"
#include "qdc/Package/FusionObstacle.h"

namespace qdc::qd {

/// What to tell, as remarks at the second loop of a pair.
struct FusionRemarks {
  bool fused = false;  // that it was fused
  bool missed = false; // why it was not
};

/// Fuses neighbours at the top level of a kernel and of the control in it, each block from its start to its end. A
/// fused loop stands where the first stood, has its location and the first name there is, and lists its sources
/// (SourceLoops.h); of another pair the second loop says why (Neighbours.h). Equal loads and index arithmetic of the
/// bodies are left to the passes that follow. Linear in the size of the kernel.
void fuseLoops(KernelOp kernel, const FusionRemarks &remarks = {});

/// Fuses nothing, and says at each loop after another one of its block that this is the reason.
void keepLoopsApart(KernelOp kernel, FusionObstacle reason);

} // namespace qdc::qd

#endif // QDC_DIALECT_QD_TRANSFORMS_FUSELOOPS_H
