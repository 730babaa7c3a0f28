//===- GraphPlan.cpp - A kernel's tasks as the nodes of a graph -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/GraphPlan.h"

#include "Runtime/Graph/Scratch.h"

#include <algorithm>
#include <map>

using namespace qdrt::loader;

namespace {
/// The tasks that may still have to be waited for before a place in memory is used.
struct LastAccesses {
  std::optional<uint32_t> writer;
  std::vector<uint32_t> readers; // since then
};

class DependencyPlanner {
public:
  explicit DependencyPlanner(const Variant &variant) : variant(variant), kernel(*variant.description) {}

  std::vector<std::vector<uint32_t>> run() {
    std::vector<std::vector<uint32_t>> all;
    for (position = 0; position < variant.graph.size(); ++position) {
      before.clear();
      visit(variant.graph[position].node->task);
      std::ranges::sort(before);
      before.erase(std::unique(before.begin(), before.end()), before.end());
      all.push_back(before);
    }
    return all;
  }

private:
  enum class Kind : uint8_t { array, aliased, global, workspace, errorRecord, printBuffer };

  void visit(uint32_t index) {
    const qdc::Task &task = kernel.tasks[index];
    auto placeOf = [&](uint32_t array) {
      // Arrays with the mark may be the same memory.
      return kernel.arguments[array].mayAlias ? std::pair(Kind::aliased, 0u) : std::pair(Kind::array, array);
    };
    for (uint32_t array : task.readArrays)
      use(placeOf(array), std::ranges::binary_search(task.writtenArrays, array));
    for (uint32_t array : task.writtenArrays)
      use(placeOf(array), true);
    for (uint32_t global : task.readGlobals)
      use({Kind::global, global}, std::ranges::binary_search(task.writtenGlobals, global));
    for (uint32_t global : task.writtenGlobals)
      use({Kind::global, global}, true);
    const TaskCode &code = variant.tasks[index];
    for (uint32_t slot = code.firstSlot; slot < code.firstSlot + code.slotCount; ++slot)
      useSlot(variant.slots[slot]);
  }

  /// A slot does not say how much is used from its address on, nor whether it is written.
  void useSlot(const qdc::SlotSource &slot) {
    if (slot.kind == qdc::SlotKind::workspace)
      use({Kind::workspace, 0}, true);
    else if (slot.kind == qdc::SlotKind::errorRecord)
      use({Kind::errorRecord, 0}, true);
    else if (slot.kind == qdc::SlotKind::printBuffer)
      use({Kind::printBuffer, 0}, true);
  }

  void use(std::pair<Kind, uint32_t> name, bool isWrite) {
    LastAccesses &place = places[name];
    if (place.writer && *place.writer != position)
      before.push_back(*place.writer);
    if (!isWrite) {
      if (place.writer != position)
        place.readers.push_back(position);
      return;
    }
    for (uint32_t reader : place.readers)
      if (reader != position)
        before.push_back(reader);
    place = {position, {}};
  }

  const Variant &variant;
  const qdc::Kernel &kernel;
  std::map<std::pair<Kind, uint32_t>, LastAccesses> places;
  std::vector<uint32_t> before;
  uint32_t position = 0;
};
} // namespace

std::vector<std::vector<uint32_t>> qdrt::loader::planDependencies(const Variant &variant) {
  return DependencyPlanner(variant).run();
}

/// Adds a node after the one before.
static void chain(std::vector<GraphNode> &nodes, decltype(GraphNode::work) work) {
  std::vector<uint32_t> dependencies;
  if (!nodes.empty())
    dependencies.push_back(static_cast<uint32_t>(nodes.size() - 1));
  nodes.push_back({std::move(work), std::move(dependencies)});
}

static TaskLaunch launchOf(const Scratch &scratch, uint32_t task) {
  const TaskCode &code = scratch.variant->tasks[task];
  return {code.entry.get(),
          scratch.slots.data() + code.firstSlot,
          code.slotCount,
          scratch.variant->description->tasks[task].operations,
          scratch.extents[task],
          scratch.kept.get(),
          task};
}

static bool clearsErrorRecord(const Variant &variant) { return !variant.errorSlots.empty(); }

static void addTasks(const Scratch &scratch, std::vector<GraphNode> &nodes) {
  const Variant &variant = *scratch.variant;
  const auto first = static_cast<uint32_t>(nodes.size());
  std::vector<std::vector<uint32_t>> dependencies = planDependencies(variant);
  for (size_t position = 0; position < variant.graph.size(); ++position) {
    std::vector<uint32_t> &before = dependencies[position];
    for (uint32_t &other : before)
      other += first;
    // The graph has one root.
    if (before.empty() && !nodes.empty())
      before.push_back(0);
    nodes.push_back({launchOf(scratch, variant.graph[position].node->task), std::move(before)});
  }
}

GraphRead qdrt::loader::readOfResults(const Scratch &scratch) {
  const qdc::Workspace &workspace = scratch.variant->description->workspace;
  return {scratch.resultsPlace(), scratch.workspace.at(workspace.readbackOffset), workspace.readbackBytes};
}

std::vector<GraphNode> qdrt::loader::planNodes(const Scratch &scratch, const MemoryReference &record) {
  const Variant &variant = *scratch.variant;
  std::vector<GraphNode> nodes;
  if (clearsErrorRecord(variant))
    chain(nodes, GraphFill{scratch.errorRecord, sizeof(qd_error_record)});
  addTasks(scratch, nodes);
  // The first copy comes after every task that nothing else comes after.
  std::vector<bool> isFollowed(nodes.size());
  for (const GraphNode &node : nodes)
    for (uint32_t other : node.dependencies)
      isFollowed[other] = true;
  std::vector<uint32_t> last;
  for (uint32_t index = 0; index < nodes.size(); ++index)
    if (!isFollowed[index])
      last.push_back(index);
  const size_t copies = nodes.size();
  if (record)
    chain(nodes, GraphRead{record, scratch.errorRecord, sizeof(qd_error_record)});
  if (scratch.printBuffer.address())
    chain(nodes, GraphRead{scratch.printedPlace(), scratch.printBuffer, sizeof(qd_print_buffer)});
  if (!variant.description->results.empty())
    chain(nodes, readOfResults(scratch));
  if (copies < nodes.size())
    nodes[copies].dependencies = last;
  return nodes;
}

uint32_t qdrt::loader::countNodes(const Variant &variant) {
  // Each record is cleared and copied.
  return static_cast<uint32_t>(variant.graph.size()) + (clearsErrorRecord(variant) ? 2 : 0) +
         !variant.printSlots.empty() + !variant.description->results.empty();
}

uint32_t qdrt::loader::taskOfNode(const Variant &variant, uint32_t index) {
  uint32_t position = index - clearsErrorRecord(variant);
  return position < variant.graph.size() ? variant.graph[position].node->task : kNoTask;
}
