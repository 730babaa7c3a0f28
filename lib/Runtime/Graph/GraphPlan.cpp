//===- GraphPlan.cpp - A kernel's tasks as the nodes of a graph -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/GraphPlan.h"

#include "Runtime/Graph/Scratch.h"

#include <algorithm>
#include <map>
#include <tuple>

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
  enum class Sort : uint8_t { array, aliased, global, slot };
  /// Of a slot, its kind and which of that.
  using Place = std::tuple<Sort, uint32_t, uint32_t>;

  void visit(uint32_t index) {
    const qdc::Task &task = kernel.tasks[index];
    auto placeOf = [&](uint32_t array) {
      // Arrays with the mark may be the same memory.
      return kernel.arguments[array].mayAlias ? Place(Sort::aliased, 0, 0) : Place(Sort::array, array, 0);
    };
    for (uint32_t array : task.readArrays)
      use(placeOf(array), std::ranges::binary_search(task.writtenArrays, array));
    for (uint32_t array : task.writtenArrays)
      use(placeOf(array), true);
    for (uint32_t global : task.readGlobals)
      use({Sort::global, global, 0}, std::ranges::binary_search(task.writtenGlobals, global));
    for (uint32_t global : task.writtenGlobals)
      use({Sort::global, global, 0}, true);
    const TaskCode &code = variant.tasks[index];
    for (uint32_t slot = code.firstSlot; slot < code.firstSlot + code.slotCount; ++slot)
      useSlot(variant.slots[slot]);
  }

  /// A slot does not say how much is used from its address on, nor whether it is written.
  void useSlot(const qdc::SlotSource &slot) {
    const qdc::SlotKindRow &row = rowOf(slot.kind);
    // Tasks say which arrays and globals they use.
    bool isListed = row.operands[0] == qdc::SlotOperand::array || row.operands[0] == qdc::SlotOperand::global;
    if (row.held == qdc::SlotValue::address && !isListed)
      use({Sort::slot, static_cast<uint32_t>(slot.kind), slot.index}, true);
  }

  void use(const Place &name, bool isWrite) {
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
  std::map<Place, LastAccesses> places;
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
  return {code.entry,
          scratch.slots.data() + code.firstSlot,
          code.slotCount,
          scratch.extents[task],
          scratch.variant->description->tasks[task].operations,
          code.shape};
}

static bool clearsErrorRecord(const Variant &variant) { return !variant.slotsOf(qdc::SlotKind::errorRecord).empty(); }

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
  return {scratch.hostResults(), static_cast<const std::byte *>(scratch.words().address()) + workspace.readbackOffset,
          workspace.readbackBytes};
}

std::vector<GraphNode> qdrt::loader::planNodes(const Scratch &scratch, qd_error_record *record) {
  const Variant &variant = *scratch.variant;
  std::vector<GraphNode> nodes;
  if (clearsErrorRecord(variant))
    chain(nodes, GraphFill{scratch.errorRecord.address(), sizeof(qd_error_record)});
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
    chain(nodes, GraphRead{record, scratch.errorRecord.address(), sizeof(qd_error_record)});
  if (scratch.printBuffer.address())
    chain(nodes, GraphRead{&scratch.hostReport()->printed, scratch.printBuffer.address(), sizeof(qd_print_buffer)});
  if (!variant.description->results.empty())
    chain(nodes, readOfResults(scratch));
  if (copies < nodes.size())
    nodes[copies].dependencies = last;
  return nodes;
}

uint32_t qdrt::loader::countNodes(const Variant &variant) {
  // Each record is cleared and copied.
  return static_cast<uint32_t>(variant.graph.size()) + (clearsErrorRecord(variant) ? 2 : 0) +
         !variant.slotsOf(qdc::SlotKind::printBuffer).empty() + !variant.description->results.empty();
}

uint32_t qdrt::loader::taskOfNode(const Variant &variant, uint32_t index) {
  uint32_t position = index - clearsErrorRecord(variant);
  return position < variant.graph.size() ? variant.graph[position].node->task : kNoTask;
}
