//===- Manifest.cpp - What a package says about its kernels ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Package/Manifest.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/SizeExpr/SizeExprArguments.h"

#include <algorithm>

using namespace qdc;

uint64_t qdc::elementSize(ElementType type) {
  constexpr uint8_t sizes[] = {
#define QDC_ELEMENT_TYPE(NAME, BYTES, IS_INTEGER) BYTES,
#include "qdc/Package/ElementTypes.def"
  };
  return sizes[static_cast<size_t>(type)];
}

bool qdc::isIntegerType(ElementType type) {
  constexpr bool areIntegers[] = {
#define QDC_ELEMENT_TYPE(NAME, BYTES, IS_INTEGER) IS_INTEGER,
#include "qdc/Package/ElementTypes.def"
  };
  return areIntegers[static_cast<size_t>(type)];
}

WorkspaceRegion qdc::makeWordsRegion(SizeExpr bytes) {
  WorkspaceRegion region{std::string(kWordsRegion), QDC_ALLOCATION_ALIGNMENT, {}, {}};
  region.size.bytes = std::move(bytes);
  return region;
}

std::vector<uint64_t> qdc::wordsThatDecide(const Node &node) {
  std::vector<uint64_t> words;
  if (hasOperand(node.kind, NodeOperand::conditionWord))
    words.push_back(node.conditionWord);
  for (const std::optional<SizeExpr> *size : {&node.maximum, &node.lower, &node.upper, &node.step})
    if (*size)
      addWords(**size, words);
  return words;
}

static void numberNodes(const std::vector<Node> &nodes, NumberedGraph &graph) {
  for (const Node &node : nodes) {
    size_t number = graph.nodes.size();
    graph.nodes.push_back({&node, 0});
    for (const std::vector<Node> *list : {&node.before, &node.body, &node.elseBody})
      numberNodes(*list, graph);
    graph.nodes[number].end = static_cast<uint32_t>(graph.nodes.size());
  }
}

std::vector<uint32_t> qdc::lastTasks(const Node &loop, uint32_t count) {
  const std::vector<Node> &nodes = loop.kind == NodeKind::whileDo ? loop.before : loop.body;
  std::vector<uint32_t> tasks;
  if (!isLoop(loop.kind))
    return tasks;
  for (size_t at = nodes.size() - std::min<size_t>(count, nodes.size()); at < nodes.size(); ++at)
    if (nodes[at].kind == NodeKind::task)
      tasks.push_back(nodes[at].task);
  if (tasks.size() != count)
    tasks.clear();
  return tasks;
}

NumberedGraph::NumberedGraph(const std::vector<Node> &graph) { numberNodes(graph, *this); }
