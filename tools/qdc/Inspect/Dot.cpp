//===- Dot.cpp - Graphs in Graphviz's language ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/Labels.h"
#include "Inspect/PackageSummary.h"
#include "qdc/Support/PrintableText.h"

using namespace qdc;

namespace {
/// Prints one digraph. A node's number is the order in which it is printed.
class DotPrinter {
public:
  explicit DotPrinter(const Manifest &manifest) : manifest(manifest) {}

  std::string print() {
    text = "digraph package {\n  node [shape=box, fontname=\"sans-serif\"];\n  fontname=\"sans-serif\";\n";
    for (const Module &each : manifest.modules) {
      module = &each;
      for (const Kernel &kernel : each.kernels) {
        open("  ", "kernel " + kernelLabel(kernel));
        previous.clear();
        nodes(kernel, kernel.graph, "    ");
        text += "  }\n";
      }
    }
    return text + "}\n";
  }

private:
  void open(const std::string &indent, const std::string &label) {
    text += indent + "subgraph cluster_" + std::to_string(clusters++) + " {\n" + indent +
            "  label=" + printableDot(label) + ";\n";
  }

  void box(const std::string &indent, const std::string &label, const char *attributes) {
    std::string name = "n" + std::to_string(boxes++);
    text += indent + name + " [label=" + printableDot(label) + attributes + "];\n";
    if (!previous.empty())
      text += indent + previous + " -> " + name + ";\n";
    previous = name;
  }

  void nodes(const Kernel &kernel, std::span<const Node> list, const std::string &indent) {
    for (const Node &node : list) {
      if (node.kind != NodeKind::task) {
        control(kernel, node, indent);
        continue;
      }
      const Task &task = kernel.tasks[node.task];
      std::string label = task.name + "\n" + taskLabel(kernel, task);
      for (const std::string &line :
           {accessLabel(*module, kernel, task), locationLabel(task.location), fusedLoopsLabel(kernel, task)})
        label += line.empty() ? "" : "\n" + line;
      box(indent, label, task.kind == TaskKind::serial ? ", style=rounded" : "");
    }
  }

  void control(const Kernel &kernel, const Node &node, const std::string &indent) {
    std::string location = controlLocation(*module, node);
    open(indent, controlLabel(*module, kernel, node) + (location.empty() ? "" : "\n" + location));
    box(indent + "  ", node.kind == NodeKind::branch ? "if" : "loop", ", shape=diamond");
    std::string head = previous;
    for (const NodeList &list : nodeLists(node)) {
      if (node.kind == NodeKind::branch)
        previous = head;
      nodes(kernel, list.nodes, indent + "  ");
    }
    if (node.kind != NodeKind::branch)
      text += indent + "  " + previous + " -> " + head + " [style=dashed, constraint=false];\n";
    previous = head;
    text += indent + "}\n";
  }

  const Manifest &manifest;
  const Module *module = nullptr; // whose kernels are printed
  std::string text;
  std::string previous; // the node that runs before the next one
  unsigned boxes = 0;
  unsigned clusters = 0;
};
} // namespace

std::string qdc::inspectDot(const PackageSummary &package) { return DotPrinter(package.manifest).print(); }
