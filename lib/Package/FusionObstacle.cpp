//===- FusionObstacle.cpp - Why neighbouring loops stay two ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/FusionObstacle.h"

using namespace qdc;

static constexpr std::string_view kTexts[] = {
#define QDC_FUSION_OBSTACLE(NAME, TEXT) TEXT,
#include "qdc/Package/FusionObstacles.def"
};

std::string qdc::obstacleText(FusionObstacle obstacle, std::span<const std::string> arrays) {
  std::string text(kTexts[static_cast<size_t>(obstacle)]);
  const size_t place = text.find("{}");
  if (place == std::string::npos)
    return text;
  std::string names = arrays.empty() ? "an array" : arrays[0];
  if (arrays.size() > 1 && arrays[0] != arrays[1])
    names += " and " + arrays[1] + ", which may overlap";
  return text.replace(place, 2, names);
}
