//===- GraphBarriers.cpp - Where nodes of a graph wait --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/GraphBarriers.h"

#include <algorithm>

using namespace qdrt::loader;

std::vector<bool> vulkan::barriersOf(std::span<const GraphNode> nodes) {
  std::vector<bool> barriers(nodes.size());
  uint32_t first = 0; // after the last barrier
  for (uint32_t index = 0; index < nodes.size(); ++index)
    if (std::ranges::any_of(nodes[index].dependencies, [&](uint32_t earlier) { return earlier >= first; })) {
      barriers[index] = true;
      first = index;
    }
  return barriers;
}
