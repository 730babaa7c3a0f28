//===- FusionObstacle.h - Why neighbouring loops stay two -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_PACKAGE_FUSIONOBSTACLE_H
#define QDC_PACKAGE_FUSIONOBSTACLE_H

#include "qdc/Package/Manifest.h"

#include <span>
#include <string>

namespace qdc {

/// In words, to follow "not fused with the loop before it: ": FusionObstacles.def has them. `arrays` are what messages
/// call the one or two arrays in which iterations may meet ("'x'"), for the reasons that have some; none: "an array".
std::string obstacleText(FusionObstacle obstacle, std::span<const std::string> arrays = {});

} // namespace qdc

#endif // QDC_PACKAGE_FUSIONOBSTACLE_H
