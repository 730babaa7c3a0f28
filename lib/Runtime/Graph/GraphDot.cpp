//===- GraphDot.cpp - A built graph as a picture --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/GraphDot.h"

#include "Runtime/Graph/VariantState.h"
#include "qdc/Package/ManifestNames.h"
#include "qdc/Support/PrintableText.h"

using namespace qdrt::loader;

static std::string labelOf(const VariantState &state, const GraphNode &node, uint32_t index) {
  if (const auto *fill = std::get_if<GraphFill>(&node.work))
    return qdc::formatText("clear {} bytes", fill->bytes);
  if (const auto *outcome = std::get_if<GraphPublish>(&node.work))
    return qdc::formatText("report {} bytes to the host", bytesOf(*outcome));
  if (const auto *decision = std::get_if<GraphDecision>(&node.work))
    return std::string(enumName(decision->kind));
  if (std::holds_alternative<GraphSizeCheck>(node.work))
    return "check sizes";
  int64_t extent = std::get<TaskLaunch>(node.work).extent;
  return qdc::formatText("{}: {}",
                         state.variant().tasks[state.programs.launched()->program.steps[index].task].description->name,
                         extent == kUnknownExtent ? "?" : std::to_string(extent));
}

std::string qdrt::loader::graphDot(const VariantState &state, std::span<const GraphNode> nodes) {
  std::string text =
      qdc::formatText("digraph {} {{\n  node [shape=box];\n", qdc::printableDot(state.variant().description->name));
  // The decisions whose frames are open, the innermost last. What is in a body follows its decision.
  std::vector<uint32_t> open;
  auto closeUntil = [&](uint32_t parent) {
    for (; !open.empty() && open.back() != parent; open.pop_back())
      text += "  }\n";
  };
  for (uint32_t index = 0; index < nodes.size(); ++index) {
    closeUntil(nodes[index].parent);
    std::string name = qdc::formatText("n{}", index);
    if (std::holds_alternative<GraphDecision>(nodes[index].work)) {
      text += qdc::formatText("  subgraph cluster_{} {{\n", name);
      open.push_back(index);
    }
    text +=
        qdc::formatText("  {} [label={}];\n", name,
                        qdc::printableDot((nodes[index].isElse ? "else " : "") + labelOf(state, nodes[index], index)));
    for (uint32_t other : nodes[index].dependencies)
      text += qdc::formatText("  n{} -> {};\n", other, name);
  }
  closeUntil(kNoParent);
  return text + "}\n";
}
