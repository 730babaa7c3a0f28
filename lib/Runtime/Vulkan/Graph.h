//===- Graph.h - Nodes that are submitted together --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_GRAPH_H
#define QDRT_VULKAN_GRAPH_H

#include "Runtime/Vulkan/Device.h"
#include "Runtime/Vulkan/GraphMemory.h"
#include "Runtime/Vulkan/ReplayedLoop.h"
#include "Runtime/Vulkan/Stream.h"

namespace qdrt::loader::vulkan {

/// Command buffers that are recorded once and submitted for each launch, also while earlier ones are under way: one, or
/// with loops that are run in batches several, each of which ends with the launch that begins a loop. Slots of all
/// nodes lie in one block of the device's memory. Those that changed are copied there by commands of the same
/// submission, ahead of it and after the launches before it; only where a node outside of loops gets another number of
/// workgroups, or fills other memory, is its command buffer recorded again.
class Graph final : public BackendGraph {
public:
  static qdc::Result<std::unique_ptr<BackendGraph>> build(Stream &stream, std::span<const GraphNode> nodes);
  ~Graph() override;

  qdc::Status update(uint32_t index, const GraphNode &node) override;
  qdc::Status launch() override;

private:
  struct Node {
    const Entry *entry = nullptr; // NULL: it fills memory
    uint32_t groups = 0; // 0: nothing runs
    GraphFill fill;
    bool hasBarrier = false; // ahead of it
    uint32_t part = 0;
  };
  /// Nodes in no loop, and the loop after them, if there is one.
  struct Part {
    uint32_t begin = 0, end = 0; // the last one begins the loop
    RecordedCommands current;
    std::unique_ptr<ReplayedLoop> loop;
  };

  explicit Graph(Stream &stream) : stream(stream), work(stream.work()) {}
  /// Finds parts, and room for what all nodes read.
  qdc::Status arrange(std::span<const GraphNode> descriptions);
  qdc::Status prepare(uint32_t index, const GraphNode &description);
  /// Sets what the launch of a node reads.
  void setSlots(uint32_t index, const GraphNode &description);
  qdc::Status useOwn(Node &node, OwnKernel kernel);
  qdc::Status record(Part &part);
  void addNode(VkCommandBuffer to, uint32_t index) const;
  qdc::Status submit(Part &part);
  qdc::Status copyChanges();
  void freeRetired();

  Stream &stream;
  Commands &work;
  GraphMemory memory;
  std::vector<uint32_t> firstSlots; // of each node, in `memory`
  std::vector<Node> nodes;
  std::vector<Part> parts;
  std::vector<RecordedCommands> retired; // that may be under way
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_GRAPH_H
