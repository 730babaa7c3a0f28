//===- GraphDot.cpp - A built graph as a picture --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/GraphDot.h"

#include "Runtime/Package/Kernel.h"
#include "qdc/Support/PrintableText.h"

using namespace qdrt::loader;

static std::string labelOf(const Variant &variant, const GraphNode &node, uint32_t index) {
  if (const auto *fill = std::get_if<GraphFill>(&node.work))
    return "clear " + std::to_string(fill->bytes) + " bytes";
  if (const auto *read = std::get_if<GraphRead>(&node.work))
    return "copy " + std::to_string(read->bytes) + " bytes to the host";
  int64_t extent = std::get<TaskLaunch>(node.work).extent;
  return variant.description->tasks[variant.program.steps[index].task].name + ": " +
         (extent == kUnknownExtent ? std::string("?") : std::to_string(extent));
}

std::string qdrt::loader::graphDot(const Variant &variant, std::span<const GraphNode> nodes) {
  std::string text = "digraph " + qdc::printableDot(variant.description->name) + " {\n  node [shape=box];\n";
  for (uint32_t index = 0; index < nodes.size(); ++index) {
    std::string name = "n" + std::to_string(index);
    text += "  " + name + " [label=" + qdc::printableDot(labelOf(variant, nodes[index], index)) + "];\n";
    for (uint32_t other : nodes[index].dependencies)
      text += "  n" + std::to_string(other) + " -> " + name + ";\n";
  }
  return text + "}\n";
}
