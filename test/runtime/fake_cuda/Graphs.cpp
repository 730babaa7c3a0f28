//===- Graphs.cpp - Graphs of the fake driver -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"

#include <algorithm>
#include <cstring>

using namespace fake_cuda;

CUresult fake_cuda::runNodes(std::vector<Node *> left) {
  std::set<Node *> done;
  while (!left.empty()) {
    auto isReady = [&](Node *node) {
      return std::all_of(node->dependencies.begin(), node->dependencies.end(),
                         [&](Node *before) { return done.contains(before); });
    };
    auto last = std::find_if(left.rbegin(), left.rend(), isReady);
    if (last == left.rend())
      return CUDA_ERROR_INVALID_VALUE;
    Node *node = *last;
    left.erase(std::next(last).base());
    done.insert(node);
    CUresult code = node->isEnabled ? node->run() : CUDA_SUCCESS;
    if (code != CUDA_SUCCESS)
      return code;
  }
  return CUDA_SUCCESS;
}

void fake_cuda::releaseObject(UserObject *object, unsigned count) {
  object->references -= count;
  if (object->references != 0)
    return;
  object->destroy(object->pointer);
  state().userObjects.erase(object);
}

static Node kernelNode(const CUDA_KERNEL_NODE_PARAMS &parameters, bool isCooperative = false) {
  Launch launch(*reinterpret_cast<Function *>(parameters.func), parameters.gridDimX, parameters.blockDimX,
                parameters.kernelParams);
  if (isCooperative)
    launch.makeCooperative();
  Node node;
  node.isCooperative = isCooperative;
  node.text = launch.text;
  node.run = std::move(launch);
  node.isKernel = true;
  return node;
}

static Node memsetNode(const CUDA_MEMSET_NODE_PARAMS &parameters) {
  Node node;
  node.text = std::to_string(parameters.width * parameters.elementSize) + " bytes";
  node.run = [=] {
    size_t bytes = parameters.width * parameters.elementSize;
    if (!isDeviceRange(parameters.dst, bytes))
      return CUDA_ERROR_ILLEGAL_ADDRESS;
    std::memset(reinterpret_cast<void *>(parameters.dst), static_cast<int>(parameters.value), bytes);
    return CUDA_SUCCESS;
  };
  return node;
}

/// A graph, or a body in it.
static Graph *findIn(Graph *graph, CUgraph handle) {
  if (graph == reinterpret_cast<Graph *>(handle))
    return graph;
  for (const std::unique_ptr<Node> &node : graph->nodes)
    if (node->body)
      if (Graph *found = findIn(node->body.get(), handle))
        return found;
  return nullptr;
}

Graph *fake_cuda::findGraph(CUgraph handle) {
  for (auto &[key, graph] : state().graphs)
    if (Graph *found = findIn(graph.get(), handle))
      return found;
  for (auto &[key, stream] : state().streams)
    if (stream->capture)
      if (Graph *found = findIn(stream->capture.get(), handle))
        return found;
  return nullptr;
}

CUresult fake_cuda::addNode(CUgraphNode *handle, CUgraph graphHandle, const CUgraphNode *dependencies,
                            size_t dependencyCount, Node node) {
  Graph *graph = findGraph(graphHandle);
  if (!graph)
    return CUDA_ERROR_INVALID_HANDLE;
  auto *first = reinterpret_cast<Node *const *>(dependencies);
  node.dependencies.assign(first, first + dependencyCount);
  // Nodes of one graph alone depend on each other.
  for (Node *before : node.dependencies)
    if (std::ranges::none_of(graph->nodes, [&](const auto &known) { return known.get() == before; }))
      return CUDA_ERROR_INVALID_VALUE;
  *handle = reinterpret_cast<CUgraphNode>(graph->nodes.emplace_back(std::make_unique<Node>(std::move(node))).get());
  return CUDA_SUCCESS;
}

/// Kernels alone have edges of other kinds than the plain one.
static bool isTaken(const CUgraphEdgeData &edge, const Node &from, const Node &to) {
  bool isPlain = edge.type == 0 && edge.from_port == 0;
  bool isProgrammatic = edge.type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC &&
                        edge.from_port == CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC && from.isKernel && to.isKernel;
  return edge.to_port == 0 && (isPlain || isProgrammatic);
}

static CUresult changeNode(CUgraphExec handle, CUgraphNode nodeHandle, Node changed) {
  Executable *executable = find(state().executables, handle);
  if (!executable)
    return CUDA_ERROR_INVALID_HANDLE;
  auto node = executable->nodes.find(reinterpret_cast<Node *>(nodeHandle));
  if (node == executable->nodes.end())
    return CUDA_ERROR_INVALID_VALUE;
  changed.isEnabled = node->second.isEnabled;
  node->second = std::move(changed);
  return CUDA_SUCCESS;
}

namespace qdrt::loader::cuda {

CUresult cuGraphCreate(CUgraph *graph, unsigned flags) {
  FAKE_CUDA_ENTER();
  add(state().graphs, std::make_unique<Graph>(), graph);
  return CUDA_SUCCESS;
}

CUresult cuGraphDestroy(CUgraph handle) {
  FAKE_CUDA_ENTER();
  if (Graph *graph = find(state().graphs, handle))
    for (UserObject *object : graph->objects)
      releaseObject(object, 1);
  return remove(state().graphs, handle);
}

CUresult cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
                                 size_t dependencyCount, const CUDA_KERNEL_NODE_PARAMS *parameters) {
  Node made = kernelNode(*parameters);
  FAKE_CUDA_ENTER_CONTEXT(made.text);
  return addNode(node, graph, dependencies, dependencyCount, std::move(made));
}

CUresult cuGraphKernelNodeSetAttribute(CUgraphNode handle, CUlaunchAttributeID attribute,
                                       const CUlaunchAttributeValue *value) {
  FAKE_CUDA_ENTER_CONTEXT(attribute == CU_LAUNCH_ATTRIBUTE_COOPERATIVE ? "together" : "");
  auto *node = reinterpret_cast<Node *>(handle);
  Launch *launch = node->run.target<Launch>();
  if (!launch || attribute != CU_LAUNCH_ATTRIBUTE_COOPERATIVE || !value->cooperative)
    return CUDA_ERROR_INVALID_VALUE;
  launch->makeCooperative();
  node->isCooperative = true;
  return CUDA_SUCCESS;
}

CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies, size_t dependencyCount,
                              const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext context) {
  Node made = memsetNode(*parameters);
  FAKE_CUDA_ENTER_CONTEXT(made.text);
  return addNode(node, graph, dependencies, dependencyCount, std::move(made));
}

CUresult cuGraphAddDependencies_v2(CUgraph handle, const CUgraphNode *from, const CUgraphNode *to,
                                   const CUgraphEdgeData *edges, size_t count) {
  bool isProgrammatic = edges && count != 0 && edges->type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
  FAKE_CUDA_ENTER_CONTEXT(std::to_string(count) + (isProgrammatic ? " programmatic" : ""));
  Graph *graph = findGraph(handle);
  if (!graph)
    return CUDA_ERROR_INVALID_HANDLE;
  // Nobody has tried other edges in the body of a conditional node.
  if (graph->isBody && isProgrammatic)
    return CUDA_ERROR_INVALID_VALUE;
  for (size_t index = 0; index < count; ++index) {
    auto *first = reinterpret_cast<Node *>(from[index]), *second = reinterpret_cast<Node *>(to[index]);
    if (edges && !isTaken(edges[index], *first, *second))
      return CUDA_ERROR_INVALID_VALUE;
    second->dependencies.push_back(first);
    second->startsEarly |= isProgrammatic;
  }
  return CUDA_SUCCESS;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *handle, CUgraph graphHandle, unsigned long long flags) {
  FAKE_CUDA_ENTER_CONTEXT();
  Graph *graph = find(state().graphs, graphHandle);
  if (!graph)
    return CUDA_ERROR_INVALID_HANDLE;
  auto made = std::make_unique<Executable>();
  made->source = graph;
  if (CUresult code = copyNodes(*graph, *made); code != CUDA_SUCCESS)
    return code;
  for (const std::unique_ptr<Node> &node : graph->nodes)
    made->order.push_back(node.get());
  made->objects = graph->objects;
  for (UserObject *object : made->objects)
    ++object->references;
  add(state().executables, std::move(made), handle);
  return CUDA_SUCCESS;
}

CUresult cuGraphExecDestroy(CUgraphExec handle) {
  FAKE_CUDA_ENTER();
  if (Executable *executable = find(state().executables, handle))
    for (UserObject *object : executable->objects)
      releaseObject(object, 1);
  return remove(state().executables, handle);
}

CUresult cuGraphExecKernelNodeSetParams_v2(CUgraphExec executable, CUgraphNode node,
                                           const CUDA_KERNEL_NODE_PARAMS *parameters) {
  // An attribute stays.
  Executable *known = find(state().executables, executable);
  const auto old = known ? known->nodes.find(reinterpret_cast<Node *>(node)) : decltype(known->nodes.end())();
  Node changed = kernelNode(*parameters, known && old != known->nodes.end() && old->second.isCooperative);
  FAKE_CUDA_ENTER_CONTEXT(changed.text);
  return changeNode(executable, node, std::move(changed));
}

CUresult cuGraphExecMemsetNodeSetParams(CUgraphExec executable, CUgraphNode node,
                                        const CUDA_MEMSET_NODE_PARAMS *parameters, CUcontext context) {
  Node changed = memsetNode(*parameters);
  FAKE_CUDA_ENTER_CONTEXT(changed.text);
  return changeNode(executable, node, std::move(changed));
}

CUresult cuGraphNodeSetEnabled(CUgraphExec handle, CUgraphNode nodeHandle, unsigned enabled) {
  FAKE_CUDA_ENTER(std::to_string(enabled));
  Executable *executable = find(state().executables, handle);
  if (!executable)
    return CUDA_ERROR_INVALID_HANDLE;
  auto node = executable->nodes.find(reinterpret_cast<Node *>(nodeHandle));
  // What a node that is off does to the order of programmatic edges is not documented, so the loader must not rely on
  // it.
  // Neither is it for one in the body of a conditional node.
  if (node == executable->nodes.end() || node->first->startsEarly ||
      std::ranges::find(executable->order, node->first) == executable->order.end())
    return CUDA_ERROR_INVALID_VALUE;
  node->second.isEnabled = enabled != 0;
  return CUDA_SUCCESS;
}

CUresult cuGraphUpload(CUgraphExec executable, CUstream stream) {
  FAKE_CUDA_ENTER_CONTEXT();
  return find(state().executables, executable) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuGraphLaunch(CUgraphExec handle, CUstream streamHandle) {
  FAKE_CUDA_ENTER_CONTEXT();
  Executable *executable = find(state().executables, handle);
  Stream *stream = find(state().streams, streamHandle);
  if (!executable || !stream)
    return CUDA_ERROR_INVALID_HANDLE;
  // A launch keeps the parameters and the order that it began with, also beyond the graph's end.
  return submit(*stream, [run = launchOf(*executable, executable->order), conditions = executable->conditions] {
    startConditions(conditions);
    return run();
  });
}

CUresult cuUserObjectCreate(CUuserObject *object, void *pointer, CUhostFn destroy, unsigned references,
                            unsigned flags) {
  FAKE_CUDA_ENTER();
  add(state().userObjects, std::make_unique<UserObject>(UserObject{pointer, destroy, references}), object);
  return CUDA_SUCCESS;
}

CUresult cuUserObjectRelease(CUuserObject handle, unsigned count) {
  FAKE_CUDA_ENTER();
  UserObject *object = find(state().userObjects, handle);
  if (!object)
    return CUDA_ERROR_INVALID_HANDLE;
  releaseObject(object, count);
  return CUDA_SUCCESS;
}

CUresult cuGraphRetainUserObject(CUgraph graphHandle, CUuserObject handle, unsigned count, unsigned flags) {
  FAKE_CUDA_ENTER();
  UserObject *object = find(state().userObjects, handle);
  Graph *graph = findGraph(graphHandle);
  if (!object || !graph || count != 1 || flags != CU_GRAPH_USER_OBJECT_MOVE)
    return CUDA_ERROR_INVALID_VALUE;
  graph->objects.push_back(object);
  return CUDA_SUCCESS;
}

} // namespace qdrt::loader::cuda

CUresult fake_cuda::runGraph(CUgraph graph, CUstream stream) {
  CUgraphExec executable = nullptr;
  CUresult code = cuGraphInstantiateWithFlags(&executable, graph, 0);
  if (code == CUDA_SUCCESS)
    code = cuGraphLaunch(executable, stream);
  if (code == CUDA_SUCCESS)
    code = cuStreamSynchronize(stream);
  (void)cuGraphExecDestroy(executable);
  return code;
}

void fake_cuda::destroyGraph(CUgraph graph) { (void)cuGraphDestroy(graph); }
