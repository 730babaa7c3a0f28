//===- Obstacle.h - Why two loops cannot be one -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_OBSTACLE_H
#define QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_OBSTACLE_H

#include "LoopEffects.h"

#include "qdc/Dialect/QD/IR/Neighbours.h"
#include "qdc/Package/FusionObstacle.h"

#include <string>
#include <utility>

namespace qdc::qd::fusion {

/// A reason, and the places that show it.
struct Obstacle {
  FusionObstacle reason = FusionObstacle::statement;
  llvm::SmallVector<std::pair<mlir::Operation *, std::string>, 2> notes = {};
  std::string numbers = {}; // what differs, or is too much; or empty
  llvm::SmallVector<mlir::Value, 2> arrays = {}; // in which iterations may meet: one, or two that may overlap

  /// As the end of a sentence.
  std::string text() const;
  /// To be kept at the second loop.
  Neighbour neighbour(ForOp first) const;
};

/// The first thing in the two loops themselves that keeps `second` from being
/// fused into `first`, which runs before it; nothing if that is right and worth
/// it. What stands between them is the caller's to check.
std::optional<Obstacle> findObstacle(ForOp first, const LoopEffects &firstEffects, ForOp second,
                                     const LoopEffects &secondEffects);

} // namespace qdc::qd::fusion

#endif // QDC_LIB_DIALECT_QD_TRANSFORMS_FUSELOOPS_OBSTACLE_H
