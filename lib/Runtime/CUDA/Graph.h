//===- Graph.h - Nodes that a GPU runs with one submission ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_GRAPH_H
#define QDRT_CUDA_GRAPH_H

#include "Runtime/CUDA/Decide.h"
#include "Runtime/CUDA/Launch.h"
#include "Runtime/CUDA/Stream.h"
#include "Runtime/Core/Backend.h"

#include <array>

namespace qdrt::loader::cuda {

/// An explicitly built CUDA graph. Between kernels that wait for their dependencies themselves it has programmatic
/// edges. Kernels have their slots by value, so that an update reaches later launches alone; slots that a task takes in
/// memory are copied there in the stream's order, ahead of the launch that needs them.
///
/// A decision is a node of the kernel of Decide.h and, after it, a conditional node for each body that has nodes; at
/// the end of a loop's body the kernel decides again, unless the last task there does. Either comes after all other
/// nodes of the body, of which there is one at least: with a body whose first node decides, driver 580.159 crashes
/// where two threads change and launch graphs of their own. One that would be empty begins with a memset. Bodies have
/// plain edges, and all their tasks run, also those without iterations: whether nodes there can be turned off is not
/// documented.
class Graph final : public BackendGraph {
public:
  static qdc::Result<std::unique_ptr<BackendGraph>> build(Stream &stream, std::span<const GraphNode> nodes);
  ~Graph() override;

  qdc::Status update(uint32_t index, const GraphNode &node) override;
  qdc::Status launch() override;

private:
  struct Decision {
    CUgraph bodies[2] = {}; // NULL: one that has no nodes
    CUgraphConditionalHandle handles[2] = {}; // of their conditional nodes
    CUgraphNode begin = nullptr, end = nullptr; // that decide; `end` of a loop whose last task does not
    CUdeviceptr state = 0; // a qdrt_loop_state
    std::optional<LoopOfGraph> own; // for the last task of a loop, where that decides
  };

  struct Node {
    CUgraphNode handle = nullptr; // that those after it depend on
    bool isEnabled = true;
    uint32_t blocks = 0; // of a task; 0: not known
    int64_t extent = 0, atMost = 0; // that these are for
    DeviceMemory slotMemory; // of a task that takes its slots there, or of a check of sizes
    std::vector<qd_slot> changedSlots; // not yet copied there
    bool isInBody = false;
    std::unique_ptr<Decision> decision; // of a decision
    const LoopOfGraph *loop = nullptr; // of a task that decides about it

    /// Sets blocks, extent and atMost. With the context current.
    CUresult setGrid(const Device &device, const TaskLaunch &task);
  };

  friend class CapturedNodes; // adds nodes to a graph of the caller

  explicit Graph(Stream &stream);
  /// Makes the memory that nodes need, and finds the loader's own kernels for them.
  qdc::Status prepare(std::span<const GraphNode> descriptions);
  /// Gets what decisions need; nothing where there are none.
  qdc::Status prepareDecisions(std::span<const GraphNode> descriptions);
  CUresult addNodes(std::span<const GraphNode> descriptions);
  CUresult addDecision(uint32_t index, std::span<const GraphNode> descriptions, std::vector<CUgraphNode> dependencies);
  /// Of a task that decides about the loop in whose body it is: lets it, in the place of the kernel of Decide.h.
  void letDecide(uint32_t index, const GraphNode &description);
  CUresult addFirst(const Decision &decision, CUgraphNode &made) const;
  /// At the ends of the bodies of loops.
  CUresult addEnds(std::span<const GraphNode> descriptions);
  using DecisionSlots = std::array<qd_slot, QDRT_DECIDE_SLOTS>;
  /// The parameters of the kernel where a decision begins, or at the end of a loop's body.
  static DecisionSlots slotsOf(const GraphDecision &description, const Decision &decision, bool isEnd);
  CUresult addDecider(CUgraph to, const GraphDecision &description, const Decision &decision, bool isEnd,
                      std::span<const CUgraphNode> dependencies, CUgraphNode &made) const;
  CUresult addConditional(CUgraph to, CUgraphConditionalHandle handle, CUgraphConditionalNodeType type,
                          CUgraphNode after, CUgraphNode &made, CUgraph &body) const;
  /// The graph that node `index` is added to.
  CUgraph graphOf(const GraphNode &description) const;
  qdc::Status change(DriverCall call) const;
  qdc::Status updateTask(uint32_t index, const TaskLaunch &task);
  qdc::Status updateDecision(const Decision &decision, const GraphDecision &description);
  qdc::Status setEnabled(Node &node, bool enabled);
  /// The slots of node `index` that lie in memory are others from the next launch on.
  void changeSlots(uint32_t index, std::span<const qd_slot> slots);
  qdc::Status copySlots();

  Stream &stream;
  const std::shared_ptr<Context> context;
  CUgraph graph = nullptr; // its nodes name those of `executable`
  CUgraphExec executable = nullptr;
  std::vector<Node> nodes;
  BackendEntry *decider = nullptr; // NULL: there are no decisions
  BackendEntry *publisher = nullptr; // NULL: no node publishes
  BackendEntry *sizeChecker = nullptr; // NULL: no node checks sizes
  DeviceMemory loopStates;
  std::vector<uint32_t> waiting; // nodes with changedSlots
  uint64_t tasks = 0;
  const std::string *lastTask = nullptr;
};

/// BackendStream::capture.
qdc::Status captureNodes(Stream &stream, std::span<const GraphNode> nodes, std::shared_ptr<void> kept);

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_GRAPH_H
