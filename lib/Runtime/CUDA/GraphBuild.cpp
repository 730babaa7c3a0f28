//===- GraphBuild.cpp - Graphs of CUDA, node by node ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Graph.h"

#include "Runtime/CUDA/Device.h"
#include "Runtime/CUDA/Image.h"
#include "Runtime/CUDA/Launch.h"

#include <algorithm>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

/// Memory for the slots of a node's task, with the slots in it; nothing for a node that needs none.
static qdc::Result<DeviceMemory> makeSlotMemory(Device &device, const GraphNode &node) {
  std::span<const qd_slot> slots;
  if (const auto *check = std::get_if<GraphSizeCheck>(&node.work))
    slots = check->slots;
  else if (const TaskLaunch *task = taskOf(node); task && takesSlotsInMemory(*task))
    slots = {task->slots, task->slotCount};
  if (slots.empty())
    return DeviceMemory();
  qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device, slots.size_bytes());
  if (!memory)
    return memory;
  qdc::Status written = device.allocator().write(*memory, slots.data(), slots.size_bytes());
  if (!written)
    return written;
  return memory;
}

/// One of the loader's own kernels, where one of the nodes is for it; else NULL.
template <typename Work>
static qdc::Status findOwn(Device &device, std::span<const GraphNode> nodes, OwnKernel kernel, BackendEntry *&found) {
  auto isFor = [](const GraphNode &node) { return std::holds_alternative<Work>(node.work); };
  if (std::ranges::none_of(nodes, isFor))
    return {};
  qdc::Result<BackendEntry *> own = device.own(kernel);
  if (!own)
    return own.error();
  found = *own;
  return {};
}

/// What is common to the nodes of a graph: the kernels that nodes which publish or check sizes run, and the context,
/// which is current.
struct NodeMaker {
  const Context &context;
  BackendEntry *publisher, *sizeChecker;
};

static CUresult addKernel(const Driver &driver, CUgraph graph, const TaskLaunch &task, uint32_t blocks,
                          const MemoryReference &slotMemory, const LoopOfGraph *loop,
                          std::span<const CUgraphNode> dependencies, CUgraphNode &made) {
  KernelParameters parameters(task, slotMemory, loop);
  CUDA_KERNEL_NODE_PARAMS description = kernelNode(task, blocks, parameters);
  return driver.graphAddKernelNode(&made, graph, dependencies.data(), dependencies.size(), &description);
}

/// Adds a node to a graph; `blocks` are those of a task, `loop` is the one that it decides about.
static CUresult addNode(const NodeMaker &maker, CUgraph graph, const GraphNode &node, uint32_t blocks,
                        const DeviceMemory &slotMemory, const LoopOfGraph *loop,
                        std::span<const CUgraphNode> dependencies, CUgraphNode &made) {
  const Context &context = maker.context;
  const Driver &driver = context.driver();
  if (const auto *fill = std::get_if<GraphFill>(&node.work)) {
    CUDA_MEMSET_NODE_PARAMS description = memsetNode(*fill);
    return driver.graphAddMemsetNode(&made, graph, dependencies.data(), dependencies.size(), &description,
                                     context.handle());
  }
  if (const auto *outcome = std::get_if<GraphPublish>(&node.work))
    return addKernel(driver, graph, PublishLaunch(maker.publisher, *outcome).launch, 1, {}, nullptr, dependencies,
                     made);
  if (const auto *check = std::get_if<GraphSizeCheck>(&node.work))
    return addKernel(driver, graph, sizeCheckLaunch(maker.sizeChecker, *check), 1, slotMemory, nullptr, dependencies,
                     made);
  const TaskLaunch &task = *taskOf(node);
  CUresult code = addKernel(driver, graph, task, blocks, slotMemory, loop, dependencies, made);
  if (code != CUDA_SUCCESS || !isCooperative(task))
    return code;
  const CUlaunchAttributeValue together = cooperativeLaunch();
  return driver.graphKernelNodeSetAttribute(made, CU_LAUNCH_ATTRIBUTE_COOPERATIVE, &together);
}

/// Adds dependencies of a node that waits for them itself.
static CUresult addEarlyStarts(const Driver &driver, CUgraph graph, std::span<const CUgraphNode> from, CUgraphNode to) {
  CUgraphEdgeData edge = {};
  edge.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
  edge.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
  const std::vector<CUgraphNode> ends(from.size(), to);
  const std::vector<CUgraphEdgeData> edges(from.size(), edge);
  return driver.graphAddDependencies(graph, from.data(), ends.data(), edges.data(), from.size());
}

Graph::Graph(Stream &stream) : stream(stream), context(stream.device().context()) {}

qdc::Status Graph::prepare(std::span<const GraphNode> descriptions) {
  for (const GraphNode &description : descriptions) {
    qdc::Result<DeviceMemory> memory = makeSlotMemory(stream.device(), description);
    if (!memory)
      return memory.error();
    Node &node = nodes.emplace_back();
    node.slotMemory = std::move(*memory);
    node.isInBody = description.parent != kNoParent;
  }
  if (qdc::Status prepared = prepareDecisions(descriptions); !prepared)
    return prepared;
  qdc::Status found = findOwn<GraphPublish>(stream.device(), descriptions, OwnKernel::publish, publisher);
  return found ? findOwn<GraphSizeCheck>(stream.device(), descriptions, OwnKernel::sizes, sizeChecker) : found;
}

qdc::Result<std::unique_ptr<BackendGraph>> Graph::build(Stream &stream, std::span<const GraphNode> descriptions) {
  std::unique_ptr<Graph> graph(new Graph(stream));
  if (qdc::Status prepared = graph->prepare(descriptions); !prepared)
    return prepared;
  qdc::Status built = (*graph->context)("build a graph", [&](const Driver &driver) {
    OutsideCapture outside(driver);
    return graph->addNodes(descriptions);
  });
  for (size_t index = 0; built && index < descriptions.size(); ++index)
    if (const TaskLaunch *task = taskOf(descriptions[index])) {
      ++graph->tasks;
      graph->lastTask = entryOf(*task).name;
      if (!graph->nodes[index].isInBody)
        built = graph->setEnabled(graph->nodes[index], runsInGraph(*task));
    }
  if (!built)
    return built;
  return std::unique_ptr<BackendGraph>(std::move(graph));
}

/// With the context current.
CUresult Graph::addNodes(std::span<const GraphNode> descriptions) {
  const Driver &driver = context->driver();
  CUresult code = driver.graphCreate(&graph, 0);
  std::vector<CUgraphNode> dependencies, waitedFor;
  for (size_t index = 0; code == CUDA_SUCCESS && index < descriptions.size(); ++index) {
    dependencies.clear();
    waitedFor.clear();
    Node &node = nodes[index];
    for (uint32_t earlier : descriptions[index].dependencies)
      (!node.isInBody && mayStartBefore(descriptions[index], descriptions[earlier]) ? waitedFor : dependencies)
          .push_back(nodes[earlier].handle);
    if (std::holds_alternative<GraphDecision>(descriptions[index].work)) {
      code = addDecision(static_cast<uint32_t>(index), descriptions, dependencies);
      continue;
    }
    if (const TaskLaunch *task = taskOf(descriptions[index]))
      code = node.setGrid(stream.device(), *task);
    if (descriptions[index].decides)
      letDecide(static_cast<uint32_t>(index), descriptions[index]);
    if (code == CUDA_SUCCESS)
      code = addNode({*context, publisher, sizeChecker}, graphOf(descriptions[index]), descriptions[index], node.blocks,
                     node.slotMemory, node.loop, dependencies, node.handle);
    if (code == CUDA_SUCCESS && !waitedFor.empty())
      code = addEarlyStarts(driver, graph, waitedFor, node.handle);
  }
  if (code == CUDA_SUCCESS)
    code = addEnds(descriptions);
  if (code == CUDA_SUCCESS)
    code = driver.graphInstantiate(&executable, graph, 0);
  // The first launch is as fast as the others.
  return code == CUDA_SUCCESS ? driver.graphUpload(executable, stream.native()) : code;
}

Graph::~Graph() {
  (void)context->tryTo([&](const Driver &driver) {
    OutsideCapture outside(driver);
    if (executable)
      (void)driver.graphExecDestroy(executable);
    return graph ? driver.graphDestroy(graph) : CUDA_SUCCESS;
  });
}

namespace {
/// What a captured graph owns.
struct Captured {
  std::shared_ptr<void> object;
  std::vector<DeviceMemory> memory; // slots of nodes, and the states of loops
};

/// What the driver keeps for a captured graph and hands to endOfGraph().
struct Owner {
  std::shared_ptr<GraphObjects> graphObjects;
  uint64_t number = 0;
};

using Handles = std::vector<CUgraphNode>;

/// The graph that is being captured, and the nodes on which the stream's next work depends.
struct Capture {
  CUgraph graph = nullptr;
  Handles dependencies;
};
} // namespace

static void endOfGraph(void *pointer) {
  std::unique_ptr<Owner> owner(static_cast<Owner *>(pointer));
  owner->graphObjects->end(owner->number);
}

static CUresult currentCapture(const Driver &driver, CUstream stream, Capture &capture) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  const CUgraphNode *dependencies = nullptr;
  size_t count = 0;
  uint64_t id = 0;
  CUresult code = driver.streamGetCaptureInfo(stream, &status, &id, &capture.graph, &dependencies, &count);
  if (code == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
    code = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
  if (code == CUDA_SUCCESS)
    capture.dependencies.assign(dependencies, dependencies + count);
  return code;
}

/// Gives the graph an object that lives as long as it does.
static CUresult giveToGraph(const Driver &driver, CUgraph graph, Device &device, std::shared_ptr<void> object) {
  auto owner = std::make_unique<Owner>();
  owner->graphObjects = device.graphObjects();
  owner->number = device.graphObjects()->add(std::move(object));
  CUuserObject handle = nullptr;
  CUresult code = driver.userObjectCreate(&handle, owner.get(), endOfGraph, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC);
  if (code != CUDA_SUCCESS) {
    device.graphObjects()->end(owner->number);
    return code;
  }
  (void)owner.release();
  code = driver.graphRetainUserObject(graph, handle, 1, CU_GRAPH_USER_OBJECT_MOVE);
  if (code != CUDA_SUCCESS)
    (void)driver.userObjectRelease(handle, 1);
  return code;
}

/// What work after several nodes depends on, each handle once; `ends` has that for each node.
static Handles joinEnds(const std::vector<Handles> &ends, std::span<const uint32_t> nodes) {
  Handles joined;
  for (uint32_t node : nodes)
    joined.insert(joined.end(), ends[node].begin(), ends[node].end());
  std::sort(joined.begin(), joined.end());
  joined.erase(std::unique(joined.begin(), joined.end()), joined.end());
  return joined;
}

namespace qdrt::loader::cuda {

/// Nodes on their way into the graph of a caller, which owns what they use from then on.
class CapturedNodes {
public:
  explicit CapturedNodes(Stream &stream) : own(stream) {}
  ~CapturedNodes() { own.graph = nullptr; }
  CapturedNodes(const CapturedNodes &) = delete;
  CapturedNodes &operator=(const CapturedNodes &) = delete;

  qdc::Status prepare(std::span<const GraphNode> nodes) { return own.prepare(nodes); }
  /// Adds them after those on which the stream's next work depends; the last of them are what it depends on then.
  /// Nothing runs for a task without iterations in no body, and what follows it waits for what it waits for. With the
  /// context current.
  CUresult addTo(Capture &capture, std::span<const GraphNode> nodes);
  void giveMemory(std::vector<DeviceMemory> &memory) {
    for (Graph::Node &node : own.nodes)
      memory.push_back(std::move(node.slotMemory));
    memory.push_back(std::move(own.loopStates));
  }

private:
  /// Adds a node that runs, and gives its handle.
  CUresult add(uint32_t index, std::span<const GraphNode> nodes, const Handles &before, CUgraphNode &made);

  Graph own; // of the caller's graph what is added here
};

CUresult CapturedNodes::add(uint32_t index, std::span<const GraphNode> nodes, const Handles &before,
                            CUgraphNode &made) {
  const GraphNode &description = nodes[index];
  Graph::Node &node = own.nodes[index];
  CUresult code = CUDA_SUCCESS;
  if (std::holds_alternative<GraphDecision>(description.work)) {
    code = own.addDecision(index, nodes, before);
  } else {
    if (const TaskLaunch *task = taskOf(description))
      code = node.setGrid(own.stream.device(), *task);
    if (description.decides)
      own.letDecide(index, description);
    if (code == CUDA_SUCCESS)
      code = addNode({*own.context, own.publisher, own.sizeChecker}, own.graphOf(description), description, node.blocks,
                     node.slotMemory, node.loop, before, node.handle);
  }
  made = node.handle;
  return code;
}

CUresult CapturedNodes::addTo(Capture &capture, std::span<const GraphNode> nodes) {
  own.graph = capture.graph;
  // What the next work after each node depends on: the node, or for one that does nothing, what it depends on.
  std::vector<Handles> ends;
  std::vector<bool> isFollowed(nodes.size());
  for (uint32_t index = 0; index < nodes.size(); ++index) {
    const GraphNode &node = nodes[index];
    const bool isHeld = node.parent != kNoParent;
    for (uint32_t earlier : node.dependencies)
      isFollowed[earlier] = true;
    Handles before = node.dependencies.empty() && !isHeld ? capture.dependencies : joinEnds(ends, node.dependencies);
    const TaskLaunch *task = taskOf(node);
    if (task && task->extent == 0 && !isHeld) {
      ends.push_back(std::move(before));
      continue;
    }
    CUgraphNode made = nullptr;
    if (CUresult code = add(index, nodes, before, made); code != CUDA_SUCCESS)
      return code;
    ends.push_back({made});
  }
  if (CUresult code = own.addEnds(nodes); code != CUDA_SUCCESS)
    return code;
  std::vector<uint32_t> last;
  for (uint32_t index = 0; index < nodes.size(); ++index)
    if (!isFollowed[index] && nodes[index].parent == kNoParent)
      last.push_back(index);
  capture.dependencies = joinEnds(ends, last);
  return CUDA_SUCCESS;
}

} // namespace qdrt::loader::cuda

qdc::Status qdrt::loader::cuda::captureNodes(Stream &stream, std::span<const GraphNode> nodes,
                                             std::shared_ptr<void> object) {
  Device &device = stream.device();
  auto captured = std::make_shared<Captured>();
  captured->object = std::move(object);
  CapturedNodes added(stream);
  if (qdc::Status prepared = added.prepare(nodes); !prepared)
    return prepared;
  return stream.context()("add nodes to the graph that is being captured", [&](const Driver &driver) {
    Capture capture;
    CUresult code = currentCapture(driver, stream.native(), capture);
    if (code == CUDA_SUCCESS)
      code = giveToGraph(driver, capture.graph, device, captured);
    if (code == CUDA_SUCCESS)
      code = added.addTo(capture, nodes);
    added.giveMemory(captured->memory);
    if (code != CUDA_SUCCESS || capture.dependencies.empty())
      return code;
    return driver.streamUpdateCaptureDependencies(stream.native(), capture.dependencies.data(),
                                                  capture.dependencies.size(), CU_STREAM_SET_CAPTURE_DEPENDENCIES);
  });
}
