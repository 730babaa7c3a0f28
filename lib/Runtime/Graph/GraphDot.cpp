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
    return "clear " + std::to_string(fill->bytes) + " bytes";
  if (const auto *read = std::get_if<GraphRead>(&node.work))
    return "copy " + std::to_string(read->bytes) + " bytes to the host";
  int64_t extent = std::get<TaskLaunch>(node.work).extent;
  return scratch.variant->tasks[scratch.launched->program.steps[index].task].description->name + ": " +
         (extent == kUnknownExtent ? std::string("?") : std::to_string(extent));
}

std::string qdrt::loader::graphDot(const Scratch &scratch, std::span<const GraphNode> nodes) {
  std::string text = "digraph " + qdc::printableDot(scratch.variant->description->name) + " {\n  node [shape=box];\n";
  for (uint32_t index = 0; index < nodes.size(); ++index) {
    std::string name = "n" + std::to_string(index);
    text += "  " + name + " [label=" + qdc::printableDot(labelOf(scratch, nodes[index], index)) + "];\n";
    for (uint32_t other : nodes[index].dependencies)
      text += "  n" + std::to_string(other) + " -> " + name + ";\n";
  }
  return text + "}\n";
}
