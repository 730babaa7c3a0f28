//===- Obstacle.h - Why two loops cannot be one -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_OBSTACLE_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_OBSTACLE_H

#include "LoopEffects.h"

#include <string>
#include <utility>

namespace qdc::qd::fusion {

/// A reason, as the end of a sentence, and the places that show it.
struct Obstacle {
  std::string reason;
  llvm::SmallVector<std::pair<mlir::Operation *, std::string>, 2> notes;
};

/// The first thing in the two loops themselves that keeps `second` from being
/// fused into `first`, which runs before it; nothing if that is right and worth
/// it. What stands between them is the caller's to check.
std::optional<Obstacle> findObstacle(ForOp first, const LoopEffects &firstEffects, ForOp second,
                                     const LoopEffects &secondEffects);

} // namespace qdc::qd::fusion

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_OBSTACLE_H
