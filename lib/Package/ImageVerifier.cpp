//===- ImageVerifier.cpp - What holds in every image ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VerifierChecks.h"

#include "qdc/Package/ManifestNames.h"
#include "qdc/Support/Sha256.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace qdc;

KernelView::KernelView(const Kernel &kernel) : kernel(kernel), graph(kernel.graph) {
  for (const WorkspaceRegion &region : kernel.workspace.regions)
    regions.push_back(&region);
}

static bool verifyRegions(VerifierChecks &checks, std::vector<KernelView> &kernels, const Image &image,
                          const ManifestPath &path) {
  for (KernelView &view : kernels)
    view.regions.resize(view.kernel.workspace.regions.size());
  return forEach(image.regions, path, [&](const ImageRegion &added, const ManifestPath &here) {
    if (!checks.index(here.key("kernel"), added.kernel, kernels.size(), "kernels"))
      return false;
    KernelView &view = kernels[added.kernel];
    bool holds = verifyRegion(checks, view.kernel, view.graph, added.region, view.regions, here);
    view.regions.push_back(&added.region);
    return holds;
  });
}

static bool verifyLoop(VerifierChecks &checks, const std::vector<KernelView> &kernels, const Image &image,
                       const LoopCode &loop, const ManifestPath &path) {
  if (!checks.index(path.key("kernel"), loop.kernel, kernels.size(), "kernels"))
    return false;
  const std::vector<NumberedGraph::Entry> &nodes = kernels[loop.kernel].graph.nodes;
  ManifestPath where = path.key("entryPoint");
  if (!checks.index(path.key("node"), loop.node, nodes.size(), "nodes") ||
      !checks.require(isLoop(nodes[loop.node].node->kind), path.key("node"), "is not a loop"))
    return false;
  const bool isNeeded = needsEntryPoint(loop.strategy);
  if (!loop.entryPoint)
    return checks.require(!isNeeded, where, "is missing, which the strategy '{}' needs", enumName(loop.strategy));
  if (!checks.require(isNeeded, where, "is there, but the strategy '{}' needs none", enumName(loop.strategy)))
    return false;
  if (!checks.index(where, *loop.entryPoint, image.entryPoints.size(), "entry points"))
    return false;
  const EntryPoint &entryPoint = image.entryPoints[*loop.entryPoint];
  return checks.require(entryPoint.kernel == loop.kernel && entryPoint.covers.kind == CoverageKind::node &&
                            entryPoint.covers.node == loop.node,
                        where, "is '{}', which does not cover that node of that kernel", entryPoint.symbol);
}

static bool verifyLoops(VerifierChecks &checks, const std::vector<KernelView> &kernels, const Image &image,
                        const ManifestPath &path) {
  std::set<std::tuple<uint32_t, uint32_t, LoopStrategy>> known;
  return forEach(image.loops, path, [&](const LoopCode &loop, const ManifestPath &here) {
    return verifyLoop(checks, kernels, image, loop, here) &&
           checks.require(known.insert({loop.kernel, loop.node, loop.strategy}).second, here.key("strategy"),
                          "is that of an earlier entry for the same loop too");
  });
}

/// Every task is run by some entry point, on its own or with a node that holds it.
static bool verifyCompleteness(VerifierChecks &checks, const std::vector<KernelView> &kernels, const Image &image,
                               const ManifestPath &path) {
  std::vector<std::vector<bool>> isRun;
  // By how much more nodes are covered than the one before.
  std::vector<std::vector<int32_t>> coverage;
  for (const KernelView &view : kernels) {
    isRun.emplace_back(view.kernel.tasks.size());
    coverage.emplace_back(view.graph.nodes.size() + 1);
  }
  for (const EntryPoint &entryPoint : image.entryPoints) {
    const Coverage &covers = entryPoint.covers;
    for (uint32_t task : covers.tasks)
      isRun[entryPoint.kernel][task] = true;
    if (covers.kind == CoverageKind::node) {
      ++coverage[entryPoint.kernel][covers.node];
      --coverage[entryPoint.kernel][kernels[entryPoint.kernel].graph.nodes[covers.node].end];
    }
  }
  for (size_t k = 0; k < kernels.size(); ++k) {
    if (variantOf(kernels[k].kernel) != image.variant)
      continue;
    int32_t covered = 0;
    for (size_t n = 0; n < kernels[k].graph.nodes.size(); ++n) {
      const Node &node = *kernels[k].graph.nodes[n].node;
      covered += coverage[k][n];
      if (covered > 0 && node.kind == NodeKind::task)
        isRun[k][node.task] = true;
    }
    const Kernel &kernel = kernels[k].kernel;
    for (size_t t = 0; t < isRun[k].size(); ++t)
      if (!isRun[k][t])
        return checks.fail(path, "holds none for task '{}' of kernel '{}'", kernel.tasks[t].name, kernel.name);
  }
  return true;
}

static bool verifyVariant(VerifierChecks &checks, const std::vector<KernelView> &kernels, const Image &image,
                          const ManifestPath &path) {
  auto isOfImage = [&](const KernelView &view) { return variantOf(view.kernel) == image.variant; };
  return checks.text(path, image.variant) &&
         checks.require(kernels.empty() || image.variant.empty() || std::ranges::any_of(kernels, isOfImage), path,
                        "is '{}', which no kernel has", image.variant);
}

bool qdc::verifyImage(VerifierChecks &checks, const Module &module, std::vector<KernelView> &kernels,
                      const Image &image, const ManifestPath &path) {
  size_t colon = image.target.find(':');
  if (!checks.text(path.key("target"), image.target) ||
      !checks.require(colon != std::string::npos && colon > 0 && colon + 1 < image.target.size(), path.key("target"),
                      "is not of the form 'backend:architecture'") ||
      !verifyVariant(checks, kernels, image, path.key("variant")) ||
      !checks.text(path.key("mathLibrary"), image.mathLibrary) ||
      (image.assembler && !checks.name(path.key("assembler"), *image.assembler)) ||
      !checks.require(isSha256Hex(image.digest), path.key("digest"),
                      "is not a SHA-256 in 64 lower-case hexadecimal digits"))
    return false;
  for (size_t i = 0; i < image.features.size(); ++i)
    if (!checks.name(path.key("features").at(i), image.features[i]) ||
        !checks.require(i == 0 || image.features[i - 1] < image.features[i], path.key("features"),
                        "is not in ascending order without repetition"))
      return false;
  ManifestPath entryPoints = path.key("entryPoints");
  return verifyRegions(checks, kernels, image, path.key("regions")) &&
         forEach(image.entryPoints, entryPoints,
                 [&](const EntryPoint &entryPoint, const ManifestPath &here) {
                   return checks.index(here.key("kernel"), entryPoint.kernel, kernels.size(), "kernels") &&
                          checks.require(variantOf(kernels[entryPoint.kernel].kernel) == image.variant,
                                         here.key("kernel"), "has the variant '{}', but the image '{}'",
                                         variantOf(kernels[entryPoint.kernel].kernel), image.variant) &&
                          verifyEntryPoint(checks, module, kernels[entryPoint.kernel], entryPoint, here);
                 }) &&
         verifyCompleteness(checks, kernels, image, entryPoints) &&
         verifyLoops(checks, kernels, image, path.key("loops"));
}
