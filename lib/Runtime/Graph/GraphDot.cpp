//===- GraphDot.cpp - A built graph as a picture --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/GraphDot.h"

#include "Runtime/Graph/Scratch.h"
#include "qdc/Support/PrintableText.h"

using namespace qdrt::loader;

static std::string labelOf(const Scratch &scratch, const GraphNode &node, uint32_t index) {
  if (const auto *fill = std::get_if<GraphFill>(&node.work))
    return qdc::formatText("clear {} bytes", fill->bytes);
  if (const auto *read = std::get_if<GraphRead>(&node.work))
    return qdc::formatText("copy {} bytes to the host", read->bytes);
  int64_t extent = std::get<TaskLaunch>(node.work).extent;
  return qdc::formatText("{}: {}",
                         scratch.variant->tasks[scratch.launched->program.steps[index].task].description->name,
                         extent == kUnknownExtent ? "?" : std::to_string(extent));
}

std::string qdrt::loader::graphDot(const Scratch &scratch, std::span<const GraphNode> nodes) {
  std::string text =
      qdc::formatText("digraph {} {{\n  node [shape=box];\n", qdc::printableDot(scratch.variant->description->name));
  for (uint32_t index = 0; index < nodes.size(); ++index) {
    std::string name = qdc::formatText("n{}", index);
    text += qdc::formatText("  {} [label={}];\n", name, qdc::printableDot(labelOf(scratch, nodes[index], index)));
    for (uint32_t other : nodes[index].dependencies)
      text += qdc::formatText("  n{} -> {};\n", other, name);
  }
  return text + "}\n";
}
