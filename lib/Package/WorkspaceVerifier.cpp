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

static bool verifySize(VerifierChecks &checks, const Kernel &kernel, const NumberedGraph &graph, const RegionSize &size,
                       const ManifestPath &path) {
  if (size.source == SizeSource::host)
    return verifyExpression(checks, kernel, size.bytes, /*allowWords=*/false, path.key("bytes")) &&
           checks.require(!size.bytes.isConstant() || size.bytes.value() >= 0, path.key("bytes"), "is negative");
  return verifyWord(checks, kernel, size.word, path.key("word")) &&
         checks.index(path.key("node"), size.node, graph.nodes.size(), "nodes") &&
         checks.require(size.rerunFrom <= size.node, path.key("rerunFrom"),
                        "is {}, which comes after node {}, which writes the word", size.rerunFrom, size.node);
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
