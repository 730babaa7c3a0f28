//===- ConditionalNodes.cpp - Loops and branches of the fake driver -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decide.h"
#include "Modules.h"

#include <algorithm>

using namespace fake_cuda;

CUresult fake_cuda::copyNodes(const Graph &graph, Executable &made) {
  for (const std::unique_ptr<Node> &node : graph.nodes) {
    made.nodes.emplace(node.get(), *node);
    if (!node->body)
      continue;
    // Drivers before 12.8 hang in an empty body. A graph with a conditional node has one executable at a time.
    const bool isTwice = std::ranges::any_of(state().executables,
                                             [&](const auto &other) { return other.second->source == made.source; });
    if (node->body->nodes.empty() || isTwice)
      return CUDA_ERROR_NOT_SUPPORTED;
    made.conditions.push_back(node->condition);
    if (CUresult code = copyNodes(*node->body, made); code != CUDA_SUCCESS)
      return code;
  }
  return CUDA_SUCCESS;
}

void fake_cuda::startConditions(const std::vector<CUgraphConditionalHandle> &handles) {
  for (CUgraphConditionalHandle handle : handles)
    if (Condition &condition = state().conditions.at(handle); condition.startsWithDefault)
      condition.value = condition.defaultValue;
}

/// What a conditional node does with its body.
static Operation conditional(const Node &node, Operation body) {
  return [handle = node.condition, isLoop = node.type == CU_GRAPH_COND_TYPE_WHILE, body = std::move(body)] {
    constexpr long kTooOften = 1000000; // a guard: some loop has no end
    CUresult code = CUDA_SUCCESS;
    for (long count = 0; code == CUDA_SUCCESS && state().conditions.at(handle).value != 0; ++count) {
      code = count == kTooOften ? CUDA_ERROR_LAUNCH_TIMEOUT : body();
      if (!isLoop)
        break;
    }
    return code;
  };
}

Operation fake_cuda::launchOf(const Executable &executable, const std::vector<Node *> &originals) {
  auto nodes = std::make_shared<std::vector<std::unique_ptr<Node>>>();
  std::map<Node *, Node *> copies;
  for (Node *original : originals) {
    Node &copy = *nodes->emplace_back(std::make_unique<Node>(executable.nodes.at(original)));
    copies[original] = &copy;
    copy.dependencies.clear();
    for (Node *before : original->dependencies)
      copy.dependencies.push_back(copies.at(before));
    if (!original->body)
      continue;
    std::vector<Node *> inBody;
    for (const std::unique_ptr<Node> &node : original->body->nodes)
      inBody.push_back(node.get());
    copy.run = conditional(*original, launchOf(executable, inBody));
  }
  return [nodes] {
    std::vector<Node *> order;
    for (const std::unique_ptr<Node> &node : *nodes)
      order.push_back(node.get());
    return runNodes(std::move(order));
  };
}

void fake_cuda::decide(const uint64_t *slots, uint64_t thread, uint64_t threads, int *failure) {
  for (auto [handle, value] : decideBy(slots)) {
    auto found = state().conditions.find(handle);
    if (found == state().conditions.end() || threads != 1)
      *failure = CUDA_ERROR_ILLEGAL_ADDRESS;
    else
      found->second.value = value;
  }
}

void fake_cuda::setCondition(uint64_t handle, uint32_t value) {
  if (auto found = state().conditions.find(handle); found != state().conditions.end())
    found->second.value = value;
}

namespace qdrt::loader::cuda {

CUresult cuGraphConditionalHandleCreate(CUgraphConditionalHandle *handle, CUgraph graphHandle, CUcontext context,
                                        unsigned defaultValue, unsigned flags) {
  FAKE_CUDA_ENTER_CONTEXT();
  Graph *graph = findGraph(graphHandle);
  if (!graph || context != reinterpret_cast<CUcontext>(currentContext()) || flags > CU_GRAPH_COND_ASSIGN_DEFAULT)
    return CUDA_ERROR_INVALID_VALUE;
  *handle = state().conditions.size(); // 0 is one too
  state().conditions[*handle] = {graph, 0, defaultValue, flags == CU_GRAPH_COND_ASSIGN_DEFAULT, false};
  return CUDA_SUCCESS;
}

CUresult cuGraphAddNode_v2(CUgraphNode *node, CUgraph graphHandle, const CUgraphNode *dependencies,
                           const CUgraphEdgeData *edges, size_t dependencyCount, CUgraphNodeParams *parameters) {
  const CUDA_CONDITIONAL_NODE_PARAMS asked = parameters->conditional;
  FAKE_CUDA_ENTER_CONTEXT(asked.type == CU_GRAPH_COND_TYPE_WHILE ? "while" : "if");
  auto condition = state().conditions.find(asked.handle);
  if (parameters->type != CU_GRAPH_NODE_TYPE_CONDITIONAL || edges || asked.size != 1 ||
      asked.ctx != reinterpret_cast<CUcontext>(currentContext()) || condition == state().conditions.end() ||
      condition->second.hasNode || condition->second.graph != findGraph(graphHandle))
    return CUDA_ERROR_INVALID_VALUE;
  Node made;
  made.condition = asked.handle;
  made.type = asked.type;
  made.body = std::make_shared<Graph>();
  made.body->isBody = true;
  CUresult code = addNode(node, graphHandle, dependencies, dependencyCount, std::move(made));
  if (code != CUDA_SUCCESS)
    return code;
  condition->second.hasNode = true;
  auto *added = reinterpret_cast<Node *>(*node);
  added->bodyHandle = reinterpret_cast<CUgraph>(added->body.get());
  parameters->conditional.phGraph_out = &added->bodyHandle;
  return CUDA_SUCCESS;
}

} // namespace qdrt::loader::cuda
