//===- GraphBarriers.cpp - Where nodes of a graph wait --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/GraphBarriers.h"

#include <algorithm>

using namespace qdrt::loader;

std::vector<bool> vulkan::barriersOf(std::span<const GraphNode> nodes, uint32_t begin, uint32_t end) {
  std::vector<bool> barriers(end - begin);
  uint32_t first = begin; // after the last barrier
  for (uint32_t index = begin; index < end; ++index)
    if (std::ranges::any_of(nodes[index].dependencies, [&](uint32_t earlier) { return earlier >= first; })) {
      barriers[index - begin] = true;
      first = index;
    }
  return barriers;
}
