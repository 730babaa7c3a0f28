//===- Graph.h - Nodes that a GPU runs with one submission ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_GRAPH_H
#define QDRT_CUDA_GRAPH_H

#include "Runtime/CUDA/Stream.h"
#include "Runtime/Core/Backend.h"

namespace qdrt::loader::cuda {

/// An explicitly built CUDA graph. Between kernels that wait for their dependencies themselves it has programmatic
/// edges. Kernels have their slots by value, so that an update reaches later launches alone; slots that a task takes in
/// memory are copied there in the stream's order, ahead of the launch that needs them.
class Graph final : public BackendGraph {
public:
  static qdc::Result<std::unique_ptr<BackendGraph>> build(Stream &stream, std::span<const GraphNode> nodes);
  ~Graph() override;

  qdc::Status update(uint32_t index, const GraphNode &node) override;
  qdc::Status launch() override;

private:
  struct Node {
    CUgraphNode handle = nullptr;
    bool isEnabled = true;
    uint32_t blocks = 0; // of a task, for `extent` iterations; 0: not known
    int64_t extent = 0;
    DeviceMemory slotMemory; // of a task that takes its slots there
    std::vector<qd_slot> changedSlots; // not yet copied there

    /// Sets blocks and extent. With the context current.
    CUresult setGrid(const Device &device, const TaskLaunch &task);
  };

  explicit Graph(Stream &stream);
  CUresult addNodes(std::span<const GraphNode> descriptions);
  qdc::Status change(DriverCall call) const;
  qdc::Status updateTask(uint32_t index, const TaskLaunch &task);
  qdc::Status setEnabled(Node &node, bool enabled);
  qdc::Status copySlots();

  Stream &stream;
  const std::shared_ptr<Context> context;
  CUgraph graph = nullptr; // its nodes name those of `executable`
  CUgraphExec executable = nullptr;
  std::vector<Node> nodes;
  std::vector<uint32_t> waiting; // nodes with changedSlots
  uint64_t tasks = 0;
  const std::string *lastTask = nullptr;
};

/// BackendStream::capture.
qdc::Status captureNodes(Stream &stream, std::span<const GraphNode> nodes, std::shared_ptr<void> kept);

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_GRAPH_H
