//===- ManifestSizes.cpp - When regions get their sizes -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ManifestSizes.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace qdc;

namespace {

/// A region with extents that read words. Positions are those of nodes at the top level of the graph.
struct ComputedSize {
  RegionSize *size;
  size_t known = 0; // the last node that writes one of the words
  size_t last = 0;  // the last node ahead of all uses
};

} // namespace

/// For each word, the last node of the top level that writes it.
static llvm::DenseMap<uint64_t, size_t> findWriters(qd::KernelOp op, ArrayRef<qd::TaskOp> tasks) {
  llvm::DenseMap<StringAttr, qd::TaskOp> byName;
  for (qd::TaskOp task : tasks)
    byName.try_emplace(task.getSymNameAttr(), task);
  llvm::DenseMap<uint64_t, size_t> writers;
  for (auto [position, top] : llvm::enumerate(op.getBody().front().without_terminator()))
    top.walk([&, position = position](Operation *node) {
      if (auto launch = dyn_cast<qd::LaunchOp>(node))
        for (auto write : byName.lookup(launch.getTaskAttr().getAttr()).getBody().getOps<qd::WriteWordOp>())
          writers[write.getOffset()] = position;
      for (StringRef name : {"induction_word", "iteration_word"})
        if (auto word = node->getAttrOfType<IntegerAttr>(name))
          writers[static_cast<uint64_t>(word.getInt())] = position;
    });
  return writers;
}

/// Adds the regions that a node uses.
static void addRegions(const Kernel &kernel, const Node &node, std::vector<uint32_t> &regions) {
  if (node.kind == NodeKind::task)
    for (const std::vector<uint32_t> *list :
         {&kernel.tasks[node.task].readRegions, &kernel.tasks[node.task].writtenRegions})
      regions.insert(regions.end(), list->begin(), list->end());
  for (const std::vector<Node> *list : {&node.before, &node.body, &node.elseBody})
    for (const Node &held : *list)
      addRegions(kernel, held, regions);
}

/// For each region, the first node of the top level that uses it; the number of these: none does.
static std::vector<size_t> findFirstUses(const Kernel &kernel) {
  std::vector<size_t> first(kernel.workspace.regions.size(), kernel.graph.size());
  for (size_t position = kernel.graph.size(); position-- > 0;) {
    std::vector<uint32_t> used;
    addRegions(kernel, kernel.graph[position], used);
    for (uint32_t region : used)
      first[region] = position;
  }
  return first;
}

void qdc::placeSizes(qd::KernelOp op, ArrayRef<qd::TaskOp> tasks, Kernel &kernel) {
  std::vector<WorkspaceRegion> &regions = kernel.workspace.regions;
  std::vector<std::vector<uint64_t>> words(regions.size());
  for (const Temporary &temporary : kernel.temporaries)
    for (const SizeExpr &extent : temporary.extents)
      addWords(extent, words[temporary.region]);
  if (llvm::all_of(words, [](const std::vector<uint64_t> &list) { return list.empty(); }))
    return;
  const llvm::DenseMap<uint64_t, size_t> writers = findWriters(op, tasks);
  const std::vector<size_t> firstUses = findFirstUses(kernel);
  std::vector<ComputedSize> sizes;
  for (auto [index, region] : llvm::enumerate(regions)) {
    if (words[index].empty())
      continue;
    region.size.source = SizeSource::word;
    ComputedSize &size = sizes.emplace_back(ComputedSize{&region.size, 0, firstUses[index] - 1});
    for (uint64_t word : words[index])
      size.known = std::max(size.known, writers.lookup(word));
    assert(size.known <= size.last && "qd-verify-offload lets no region be used ahead of its size");
  }
  // The fewest points of which each range has one: the end of the first range to end, unless it has one already.
  llvm::sort(sizes, [](const ComputedSize &a, const ComputedSize &b) {
    return std::pair(a.last, a.known) < std::pair(b.last, b.known);
  });
  const NumberedGraph graph(kernel.graph);
  std::vector<uint32_t> numbers;
  for (uint32_t number = 0; number < graph.nodes.size(); number = graph.nodes[number].end)
    numbers.push_back(number);
  std::optional<size_t> chosen;
  for (const ComputedSize &size : sizes) {
    if (!chosen || *chosen < size.known)
      chosen = size.last;
    size.size->node = numbers[*chosen];
  }
}
