//===- GraphBarriers.h - Where nodes of a graph wait ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_GRAPHBARRIERS_H
#define QDRT_VULKAN_GRAPHBARRIERS_H

#include "Runtime/Core/Backend.h"

namespace qdrt::loader::vulkan {

/// Of the nodes [begin, end) of a graph, which are recorded in their order after one barrier: whether another one comes
/// ahead of each. One orders all before it with all after it, so a node has one only if no other stands between it and
/// a node that it depends on.
std::vector<bool> barriersOf(std::span<const GraphNode> nodes, uint32_t begin, uint32_t end);

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_GRAPHBARRIERS_H
