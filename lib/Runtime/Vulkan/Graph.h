//===- Graph.h - Nodes that are submitted together --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_VULKAN_GRAPH_H
#define QDRT_VULKAN_GRAPH_H

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Vulkan/Launch.h"
#include "Runtime/Vulkan/Stream.h"

namespace qdrt::loader::vulkan {

/// A command buffer that is recorded once and submitted for each launch, also while earlier ones are under way. Slots
/// of all nodes lie in one block of the device's memory. Those that changed are copied there by commands of the same
/// submission, ahead of it and after the launches before it; only where a node gets another number of workgroups, or
/// fills other memory, is the command buffer recorded again.
class Graph final : public BackendGraph {
public:
  static qdc::Result<std::unique_ptr<BackendGraph>> build(Stream &stream, std::span<const GraphNode> nodes);
  ~Graph() override;

  qdc::Status update(uint32_t index, const GraphNode &node) override;
  qdc::Status launch() override;

private:
  struct Node {
    const Entry *entry = nullptr; // NULL: it fills memory
    uint32_t firstSlot = 0; // in `slots`
    uint32_t groups = 0; // 0: nothing runs
    GraphFill fill;
    bool hasBarrier = false; // ahead of it
  };
  struct Recorded {
    VkCommandBuffer buffer = VK_NULL_HANDLE;
    uint64_t submission = 0; // the last that it was part of
  };

  explicit Graph(Stream &stream) : stream(stream), work(stream.work()) {}
  qdc::Status add(const GraphNode &description, bool hasBarrier);
  void setSlots(const Node &node, std::span<const qd_slot> values);
  qdc::Status record();
  void addNode(VkCommandBuffer to, const Node &node) const;
  qdc::Status copySlots();
  void freeRetired();

  Stream &stream;
  Commands &work;
  std::vector<Node> nodes;
  std::vector<qd_slot> slots; // as the next launch has them
  size_t changedBegin = 0, changedEnd = 0; // of `slots`: those that are not in memory yet; none if these are equal
  DeviceMemory slotMemory;
  Recorded current; // without a buffer: it is to be recorded
  std::vector<Recorded> retired; // that may be under way
};

} // namespace qdrt::loader::vulkan

#endif // QDRT_VULKAN_GRAPH_H
