//===- ParallelLoops.cpp - Control around parallel loops ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParallelLoops.h"

using namespace mlir;
using namespace qdc::qd;

bool qdc::qd::holdsParallelLoop(Operation *op) {
  return op->walk([](ForOp) { return WalkResult::interrupt(); }).wasInterrupted();
}
