//===- Svg.cpp - Graphs as nested boxes -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's graph is a tree, so boxes in boxes show it, and no layout program
// is needed. Sizes are computed bottom-up, then everything is drawn top-down.
//
//===----------------------------------------------------------------------===//
#include "Inspect/Labels.h"
#include "Inspect/PackageSummary.h"

#include <algorithm>

using namespace qdc;

static constexpr int kMargin = 12;
static constexpr int kLineHeight = 18;
static constexpr int kCharacterWidth = 7; // of 12-pixel monospace, rounded down; boxes have a margin for the rest

namespace {
struct Box {
  const char *style = "task";
  std::vector<std::string> lines;
  std::vector<Box> children;
  int width = 0;
  int height = 0;
};
} // namespace

static Box layout(Box box) {
  size_t longest = 0;
  for (const std::string &line : box.lines)
    longest = std::max(longest, line.size());
  box.width = static_cast<int>(longest) * kCharacterWidth + 2 * kMargin + kMargin;
  box.height = static_cast<int>(box.lines.size()) * kLineHeight + kMargin;
  for (Box &child : box.children) {
    child = layout(std::move(child));
    box.width = std::max(box.width, child.width + 2 * kMargin);
    box.height += child.height + kMargin;
  }
  return box;
}

static std::string escape(const std::string &text) {
  std::string result;
  for (char c : text)
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return result;
}

static void draw(const Box &box, int x, int y, int width, std::string &svg) {
  svg += "<rect class=\"" + std::string(box.style) + "\" x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) +
         "\" width=\"" + std::to_string(width) + "\" height=\"" + std::to_string(box.height) + "\" rx=\"4\"/>\n";
  int textY = y;
  for (const std::string &line : box.lines) {
    textY += kLineHeight;
    svg += "<text x=\"" + std::to_string(x + kMargin) + "\" y=\"" + std::to_string(textY) + "\"" +
           (&line == &box.lines.front() ? " class=\"title\"" : "") + ">" + escape(line) + "</text>\n";
  }
  int childY = textY + kMargin;
  for (const Box &child : box.children) {
    draw(child, x + kMargin, childY, width - 2 * kMargin, svg);
    childY += child.height + kMargin;
  }
}

static std::vector<Box> nodeBoxes(const Manifest &manifest, const Kernel &kernel, std::span<const Node> nodes) {
  std::vector<Box> boxes;
  for (const Node &node : nodes) {
    Box box;
    if (node.kind == NodeKind::task) {
      const Task &task = kernel.tasks[node.task];
      box.style = task.kind == TaskKind::parallel ? "parallel" : "serial";
      box.lines = {task.name, taskLabel(kernel, task)};
      for (std::string line : {accessLabel(manifest, kernel, task), locationLabel(task.location)})
        if (!line.empty())
          box.lines.push_back(std::move(line));
      boxes.push_back(std::move(box));
      continue;
    }
    box.style = "control";
    box.lines = {controlLabel(manifest, kernel, node)};
    if (std::string location = controlLocation(manifest, node); !location.empty())
      box.lines.push_back(std::move(location));
    std::vector<NodeList> lists = nodeLists(node);
    for (const NodeList &list : lists) {
      std::vector<Box> children = nodeBoxes(manifest, kernel, list.nodes);
      if (lists.size() == 1)
        box.children = std::move(children);
      else
        box.children.push_back({"part", {list.name}, std::move(children)});
    }
    boxes.push_back(std::move(box));
  }
  return boxes;
}

std::string qdc::inspectSvg(const PackageSummary &package) {
  const Manifest &manifest = package.manifest;
  std::string body;
  int y = kMargin, width = 0;
  for (const Kernel &kernel : manifest.kernels) {
    Box box = layout({"kernel", {"kernel " + kernelLabel(kernel)}, nodeBoxes(manifest, kernel, kernel.graph)});
    draw(box, kMargin, y, box.width, body);
    y += box.height + kMargin;
    width = std::max(width, box.width + 2 * kMargin);
  }
  std::string size = std::to_string(width) + "\" height=\"" + std::to_string(y);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size +
         "\">\n"
         "<style>\n"
         "text { font: 12px monospace; fill: #222 } .title { font-weight: bold }\n"
         "rect { stroke: #555; fill: #fff } .kernel { fill: #f7f7f7 } .control { fill: #fff4d6 }\n"
         ".part { fill: #fffaf0; stroke-dasharray: 4 } .parallel { fill: #dcebff } .serial { fill: #e9f5e1 }\n"
         "</style>\n" +
         body + "</svg>\n";
}
