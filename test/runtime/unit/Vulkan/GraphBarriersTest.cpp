//===- GraphBarriersTest.cpp - Tests of GraphBarriers.h -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/GraphBarriers.h"

#include <catch2/catch.hpp>

#include <random>

using namespace qdrt::loader;

/// Nodes that fill memory, with these dependencies.
static std::vector<GraphNode> nodesWith(const std::vector<std::vector<uint32_t>> &dependencies) {
  std::vector<GraphNode> nodes;
  for (const std::vector<uint32_t> &each : dependencies)
    nodes.push_back({GraphFill{}, each});
  return nodes;
}

static std::vector<bool> barriersOf(const std::vector<std::vector<uint32_t>> &dependencies) {
  return vulkan::barriersOf(nodesWith(dependencies), 0, static_cast<uint32_t>(dependencies.size()));
}

/// Whether each node comes after all that it depends on, with barriers at these places.
static bool areEnough(const std::vector<bool> &barriers, const std::vector<GraphNode> &nodes) {
  for (size_t index = 0; index < nodes.size(); ++index)
    for (uint32_t earlier : nodes[index].dependencies) {
      bool isOrdered = false;
      for (size_t between = earlier + 1; between <= index; ++between)
        isOrdered |= barriers[between];
      if (!isOrdered)
        return false;
    }
  return true;
}

TEST_CASE("a barrier stands between tasks that depend on each other, and nowhere else") {
  CHECK(barriersOf({}).empty());
  CHECK(barriersOf({{}, {}, {}}) == std::vector<bool>{false, false, false});
  CHECK(barriersOf({{}, {0}, {1}}) == std::vector<bool>{false, true, true});
  // Two roots, and two that wait for one of them each: one barrier does for both.
  CHECK(barriersOf({{}, {}, {0}, {1}}) == std::vector<bool>{false, false, true, false});
  // The last waits for the first, which the barrier ahead of the third has ended.
  CHECK(barriersOf({{}, {}, {1}, {0}}) == std::vector<bool>{false, false, true, false});
}

TEST_CASE("what a node depends on ahead of the part that is recorded, a barrier there has ended") {
  const std::vector<GraphNode> nodes = nodesWith({{}, {0}, {0, 1}, {2}, {3}});
  CHECK(vulkan::barriersOf(nodes, 2, 4) == std::vector<bool>{false, true});
}

TEST_CASE("the barriers of any graph are enough, and none can be left out") {
  std::mt19937 random(43);
  for (int graph = 0; graph < 500; ++graph) {
    std::vector<std::vector<uint32_t>> dependencies(1 + random() % 12);
    for (uint32_t index = 1; index < dependencies.size(); ++index)
      for (uint32_t earlier = 0; earlier < index; ++earlier)
        if (random() % 5 == 0)
          dependencies[index].push_back(earlier);
    const std::vector<GraphNode> nodes = nodesWith(dependencies);
    std::vector<bool> barriers = vulkan::barriersOf(nodes, 0, static_cast<uint32_t>(nodes.size()));
    REQUIRE(areEnough(barriers, nodes));
    for (size_t index = 0; index < barriers.size(); ++index)
      if (barriers[index]) {
        barriers[index] = false;
        REQUIRE_FALSE(areEnough(barriers, nodes));
        barriers[index] = true;
      }
  }
}
