//===- WorkspaceVerifier.cpp - What holds in every workspace --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Support/CheckedArithmetic.h"

#include <algorithm>

using namespace qdc;

bool qdc::isAmongWords(const Kernel &kernel, uint64_t offset, uint64_t bytes) {
  std::optional<uint64_t> end = checkedAdd(offset, bytes);
  const SizeExpr &size = kernel.workspace.wordsBytes();
  return end && *end <= (size.isConstant() ? static_cast<uint64_t>(size.value()) : uint64_t{INT64_MAX});
}

bool qdc::verifyWord(VerifierChecks &checks, const Kernel &kernel, uint64_t offset, const ManifestPath &where) {
  return checks.require(offset % QDC_WORD_BYTES == 0, where, "is at byte {}; a word is at a multiple of 8", offset) &&
         (isAmongWords(kernel, offset, QDC_WORD_BYTES) ||
          checks.fail(where, "is at byte {}, but the region 'words' ends at {}", offset,
                      kernel.workspace.wordsBytes().str()));
}

static bool isAtTopLevel(const NumberedGraph &graph, uint32_t node) {
  uint32_t at = 0;
  while (at < node)
    at = graph.nodes[at].end;
  return at == node;
}

static bool verifySize(VerifierChecks &checks, const Kernel &kernel, const NumberedGraph &graph, const RegionSize &size,
                       const ManifestPath &path) {
  const bool readsWords = size.source == SizeSource::word;
  ManifestPath bytes = path.key("bytes"), node = path.key("node");
  if (!verifyExpression(checks, kernel, size.bytes, readsWords, bytes) ||
      !checks.require(!size.bytes.isConstant() || size.bytes.value() >= 0, bytes, "is negative"))
    return false;
  return !readsWords || (checks.index(node, size.node, graph.nodes.size(), "nodes") &&
                         checks.require(isAtTopLevel(graph, size.node), node,
                                        "is {}, which is not at the top level of the graph", size.node));
}

/// For each region that holds no flag, the first node that uses it; UINT32_MAX: none does.
static std::vector<uint32_t> findFirstUses(const Kernel &kernel, const NumberedGraph &graph) {
  std::vector<uint32_t> first(kernel.workspace.regions.size(), UINT32_MAX);
  for (uint32_t number = 0; number < graph.nodes.size(); ++number) {
    const Node &node = *graph.nodes[number].node;
    if (node.kind == NodeKind::task)
      for (const std::vector<uint32_t> *list :
           {&kernel.tasks[node.task].readRegions, &kernel.tasks[node.task].writtenRegions})
        for (uint32_t region : *list)
          first[region] = std::min(first[region], number);
  }
  return first;
}

bool qdc::verifyFirstUses(VerifierChecks &checks, const Kernel &kernel, const ManifestPath &path) {
  const std::vector<WorkspaceRegion> &regions = kernel.workspace.regions;
  if (std::ranges::all_of(regions, [](const WorkspaceRegion &each) { return each.size.source == SizeSource::host; }))
    return true;
  const NumberedGraph graph(kernel.graph);
  const std::vector<uint32_t> first = findFirstUses(kernel, graph);
  for (size_t region = 0; region < regions.size(); ++region) {
    const RegionSize &size = regions[region].size;
    if (size.source == SizeSource::word && first[region] < graph.nodes[size.node].end)
      return checks.fail(path.key("workspace").key("regions").at(region).key("size").key("node"),
                         "is {}, but node {} uses the region, which has no size until then", size.node, first[region]);
  }
  return true;
}

bool qdc::verifyRegion(VerifierChecks &checks, const Kernel &kernel, const NumberedGraph &graph,
                       const WorkspaceRegion &region, std::span<const WorkspaceRegion *const> before,
                       const ManifestPath &path) {
  auto isNamesake = [&](const WorkspaceRegion *other) { return other->name == region.name; };
  const uint64_t alignment = region.alignment;
  return checks.name(path.key("name"), region.name) &&
         checks.require(std::ranges::none_of(before, isNamesake), path.key("name"),
                        "is the name of an earlier region too") &&
         checks.require(alignment != 0 && (alignment & (alignment - 1)) == 0 && alignment <= QDC_ALLOCATION_ALIGNMENT,
                        path.key("alignment"), "is {}, which is not a power of two up to {}", alignment,
                        QDC_ALLOCATION_ALIGNMENT) &&
         verifySize(checks, kernel, graph, region.size, path.key("size"));
}

bool qdc::verifyWorkspace(VerifierChecks &checks, const Kernel &kernel, const ManifestPath &path) {
  const Workspace &workspace = kernel.workspace;
  ManifestPath regions = path.key("regions");
  if (!checks.require(!workspace.regions.empty(), regions, "is empty; region 0 is 'words'"))
    return false;
  const WorkspaceRegion &words = workspace.regions.front();
  if (!checks.require(words.name == kWordsRegion && words.lifetime == RegionLifetime::instance &&
                          words.size.source == SizeSource::host,
                      regions.at(0), "is not 'words' of lifetime 'instance' with a size from the source 'host'"))
    return false;
  NumberedGraph graph(kernel.graph);
  std::vector<const WorkspaceRegion *> before;
  return forEach(workspace.regions, regions,
                 [&](const WorkspaceRegion &region, const ManifestPath &here) {
                   bool holds = verifyRegion(checks, kernel, graph, region, before, here);
                   before.push_back(&region);
                   return holds;
                 }) &&
         checks.require(workspace.readbackOffset % QDC_WORD_BYTES == 0, path.key("readbackOffset"),
                        "is not a multiple of 8") &&
         checks.require(isAmongWords(kernel, workspace.readbackOffset, workspace.readbackBytes),
                        path.key("readbackBytes"), "reaches past the end of the region 'words'");
}
