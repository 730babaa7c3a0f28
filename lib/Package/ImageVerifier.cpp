//===- ImageVerifier.cpp - What holds in an image's code for a kernel -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/Package/ManifestNames.h"

#include <algorithm>
#include <set>

using namespace qdc;

static bool verifyRegions(VerifierChecks &checks, KernelView &kernel, const KernelCodeView &code,
                          const ManifestPath &path) {
  return std::ranges::all_of(code.regions, [&](const Placed<ImageRegion> &added) {
    const WorkspaceRegion &region = added.value->region;
    ManifestPath here = path.at(added.place);
    bool holds = verifyRegion(checks, kernel.kernel, kernel.graph, region, kernel.regions, here) &&
                 checks.require(region.size.source == SizeSource::host, here.key("size").key("source"),
                                "is 'word', but the regions that an image adds take 'host'");
    kernel.regions.push_back(&region);
    return holds;
  });
}

static bool verifyLoop(VerifierChecks &checks, const KernelView &kernel, const KernelCodeView &code,
                       const LoopCode &loop, const ManifestPath &path) {
  const std::vector<NumberedGraph::Entry> &nodes = kernel.graph.nodes;
  ManifestPath where = path.key("entryPoint");
  if (!checks.index(path.key("node"), loop.node, nodes.size(), "nodes") ||
      !checks.require(isLoop(nodes[loop.node].node->kind), path.key("node"), "is not a loop"))
    return false;
  if (!loop.entryPoint)
    return checks.require(!needsEntryPoint(loop.strategy), where, "is missing, which the strategy '{}' needs",
                          enumName(loop.strategy));
  if (!checks.require(mayHaveEntryPoint(loop.strategy), where, "is there, but the strategy '{}' needs none",
                      enumName(loop.strategy)))
    return false;
  if (!checks.index(where, *loop.entryPoint, code.entryPointsOfImage, "entry points"))
    return false;
  const auto found = std::ranges::find(code.entryPoints, *loop.entryPoint, &Placed<EntryPoint>::place);
  const CoverageKind wanted = needsEntryPoint(loop.strategy) ? CoverageKind::node : CoverageKind::end;
  return checks.require(found != code.entryPoints.end() && found->value->covers.kind == wanted &&
                            found->value->covers.node == loop.node,
                        where, "is {}, which is not for that node of that kernel and that strategy", *loop.entryPoint);
}

static bool verifyLoops(VerifierChecks &checks, const KernelView &kernel, const KernelCodeView &code,
                        const ManifestPath &path) {
  std::set<std::pair<uint32_t, LoopStrategy>> known;
  return std::ranges::all_of(code.loops, [&](const Placed<LoopCode> &loop) {
    ManifestPath here = path.at(loop.place);
    return verifyLoop(checks, kernel, code, *loop.value, here) &&
           checks.require(known.insert({loop.value->node, loop.value->strategy}).second, here.key("strategy"),
                          "is that of an earlier entry for the same loop too");
  });
}

/// Every task is run by some entry point, on its own or with a node that holds it.
static bool verifyCompleteness(VerifierChecks &checks, const KernelView &view, const KernelCodeView &code,
                               const ManifestPath &path) {
  const Kernel &kernel = view.kernel;
  std::vector<bool> isRun(kernel.tasks.size());
  // By how much more nodes are covered than the one before.
  std::vector<int32_t> coverage(view.graph.nodes.size() + 1);
  for (const Placed<EntryPoint> &entryPoint : code.entryPoints) {
    const Coverage &covers = entryPoint.value->covers;
    for (uint32_t task : covers.tasks)
      isRun[task] = true;
    if (covers.kind == CoverageKind::node) {
      ++coverage[covers.node];
      --coverage[view.graph.nodes[covers.node].end];
    }
  }
  int32_t covered = 0;
  for (size_t n = 0; n < view.graph.nodes.size(); ++n) {
    const Node &node = *view.graph.nodes[n].node;
    covered += coverage[n];
    if (covered > 0 && node.kind == NodeKind::task)
      isRun[node.task] = true;
  }
  for (size_t t = 0; t < isRun.size(); ++t)
    if (!isRun[t])
      return checks.fail(path, "holds none for task '{}' of kernel '{}'", kernel.tasks[t].name, kernel.name);
  return true;
}

bool qdc::verifyKernelCode(VerifierChecks &checks, const Module &module, const Kernel &kernel, const Image &image,
                           const KernelCodeView &code, const ManifestPath &path) {
  KernelView view = {kernel, NumberedGraph(kernel.graph), {}};
  for (const WorkspaceRegion &region : kernel.workspace.regions)
    view.regions.push_back(&region);
  ManifestPath entryPoints = path.key("entryPoints");
  return verifyRegions(checks, view, code, path.key("regions")) &&
         std::ranges::all_of(code.entryPoints,
                             [&](const Placed<EntryPoint> &entryPoint) {
                               return verifyEntryPoint(checks, module, view, *entryPoint.value,
                                                       entryPoints.at(entryPoint.place));
                             }) &&
         (variantOf(kernel) != image.variant || verifyCompleteness(checks, view, code, entryPoints)) &&
         verifyLoops(checks, view, code, path.key("loops"));
}
