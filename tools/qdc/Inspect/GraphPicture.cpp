//===- GraphPicture.cpp - A kernel's graph as nested boxes ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boxes are made from the graph, then get their sizes bottom-up, then are drawn
// top-down.
//
//===----------------------------------------------------------------------===//
#include "Inspect/GraphPicture.h"

#include "Inspect/Labels.h"
#include "Inspect/Markup.h"
#include "qdc/Package/ManifestNames.h"

#include <algorithm>

using namespace qdc;

static constexpr int kMargin = 12;
static constexpr int kLineHeight = 18;
static constexpr int kGap = 18;         // between boxes, for the arrow
static constexpr int kLoopMargin = 14;  // left of a loop's boxes, for the arrow back
static constexpr size_t kLineWidth = 64; // where lines are broken

namespace {
enum class Flow : uint8_t {
  sequence,    // the children run one after the other
  loop,        // they do so again and again
  alternative, // one of them runs
};

struct Box {
  std::string_view style = "";
  std::vector<std::string> lines;
  Flow flow = Flow::sequence;
  std::vector<Box> children = {};
  std::string link = {}; // empty: none
  int width = 0;
  int height = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// From the graph to boxes
//===----------------------------------------------------------------------===//

/// Adds the text as one or more lines, broken at blanks; all but the first are
/// indented. A word that is too long sticks out.
static void addLines(std::string_view text, std::vector<std::string> &lines) {
  std::string line;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = std::min(text.find(' ', begin), text.size());
    bool isFirstWord = line.find_first_not_of(' ') == std::string::npos;
    if (!isFirstWord && line.size() + 1 + end - begin > kLineWidth) {
      lines.push_back(std::move(line));
      line = "  ";
      isFirstWord = true;
    }
    line += (isFirstWord ? "" : " ") + std::string(text.substr(begin, end - begin));
    begin = end + 1;
  }
  if (!line.empty())
    lines.push_back(std::move(line));
}

static Box taskBox(const Module &module, const Kernel &kernel, uint32_t index, const std::string &taskLink) {
  const Task &task = kernel.tasks[index];
  Box box;
  box.style = enumName(task.kind);
  box.link = taskLink.empty() ? "" : taskLink + std::to_string(index);
  for (const std::string &text : {"task " + task.name, taskLabel(kernel, task), accessLabel(module, kernel, task),
                                  locationLabel(task.location), fusedLoopsLabel(kernel, task)})
    addLines(text, box.lines);
  return box;
}

static std::vector<Box> nodeBoxes(const Module &module, const Kernel &kernel, std::span<const Node> nodes,
                                  const std::string &taskLink) {
  std::vector<Box> boxes;
  for (const Node &node : nodes) {
    if (node.kind == NodeKind::task) {
      boxes.push_back(taskBox(module, kernel, node.task, taskLink));
      continue;
    }
    Box box;
    box.style = "control";
    box.flow = node.kind == NodeKind::branch ? Flow::alternative : Flow::loop;
    addLines(controlLabel(module, kernel, node), box.lines);
    addLines(controlLocation(module, node), box.lines);
    std::vector<NodeList> lists = nodeLists(node);
    for (const NodeList &list : lists) {
      std::vector<Box> children = nodeBoxes(module, kernel, list.nodes, taskLink);
      if (lists.size() == 1 && node.kind != NodeKind::branch)
        box.children = std::move(children);
      else
        box.children.push_back({.style = "part", .lines = {list.name}, .children = std::move(children)});
    }
    boxes.push_back(std::move(box));
  }
  return boxes;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static int leftMargin(const Box &box) { return kMargin + (box.flow == Flow::loop ? kLoopMargin : 0); }
static int textHeight(const Box &box) { return static_cast<int>(box.lines.size()) * kLineHeight; }

static void measure(Box &box) {
  size_t longest = 0;
  for (const std::string &line : box.lines)
    longest = std::max(longest, line.size());
  // A character of the widest common monospace font has 0.61 of the font's size; bold ones are no wider.
  box.width = static_cast<int>(longest * 74 / 10) + 2 * kMargin;
  box.height = textHeight(box) + kMargin;
  int across = 0, along = 0, tallest = 0;
  for (Box &child : box.children) {
    measure(child);
    across += child.width + (&child == &box.children.front() ? 0 : kGap);
    along += child.height + (&child == &box.children.front() ? 0 : kGap);
    box.width = std::max(box.width, leftMargin(box) + child.width + kMargin);
    tallest = std::max(tallest, child.height);
  }
  if (box.flow == Flow::alternative)
    box.width = std::max(box.width, across + 2 * kMargin);
  if (!box.children.empty())
    box.height += (box.flow == Flow::alternative ? tallest : along) + kMargin;
}

//===----------------------------------------------------------------------===//
// Drawing
//===----------------------------------------------------------------------===//

namespace {
class Painter {
public:
  void draw(const Box &box, int x, int y, int width, int height) {
    if (!box.link.empty())
      svg += "<a href=\"#" + escapeMarkup(box.link) + "\">\n";
    svg += "<rect class=\"" + std::string(box.style) + "\"" + at("x", x) + at("y", y) + at("width", width) +
           at("height", height) + " rx=\"5\"/>\n";
    int baseline = y;
    for (const std::string &line : box.lines) {
      baseline += kLineHeight;
      // Leading blanks are an indent, which XML would drop.
      size_t indent = line.find_first_not_of(' ');
      svg += "<text" + at("x", x + kMargin + static_cast<int>(indent) * 7) + at("y", baseline) +
             (&line == &box.lines.front() ? " class=\"title\"" : "") + ">" + escapeMarkup(line.substr(indent)) +
             "</text>\n";
    }
    if (!box.link.empty())
      svg += "</a>\n";
    if (box.flow == Flow::alternative)
      drawAlternatives(box, x + kMargin, baseline + kMargin, width - 2 * kMargin);
    else
      drawSequence(box, x, baseline + kMargin, width);
  }

  std::string take() { return std::move(svg); }

private:
  static std::string at(const char *name, int value) {
    return std::string(" ") + name + "=\"" + std::to_string(value) + "\"";
  }

  void drawSequence(const Box &box, int x, int y, int width) {
    int childX = x + leftMargin(box), childWidth = width - leftMargin(box) - kMargin, childY = y;
    for (const Box &child : box.children) {
      if (&child != &box.children.front())
        drawArrow("M" + point(childX + childWidth / 2, childY - kGap) + "V" + std::to_string(childY - 5),
                  "M" + point(childX + childWidth / 2, childY - 1) + "l-4 -6h8z");
      draw(child, childX, childY, childWidth, child.height);
      childY += child.height + kGap;
    }
    if (box.flow != Flow::loop || box.children.empty())
      return;
    int first = y + kLineHeight, last = childY - kGap - kLineHeight / 2;
    drawArrow("M" + point(childX, last) + "H" + std::to_string(childX - kLoopMargin) + "V" + std::to_string(first) +
                  "H" + std::to_string(childX - 5),
              "M" + point(childX - 1, first) + "l-6 -4v8z");
  }

  /// They share the width that is left over, and all are as high as the highest.
  void drawAlternatives(const Box &box, int x, int y, int width) {
    int used = 0, tallest = 0, count = static_cast<int>(box.children.size());
    for (const Box &child : box.children) {
      used += child.width;
      tallest = std::max(tallest, child.height);
    }
    int spare = count ? (width - used - (count - 1) * kGap) / count : 0;
    for (const Box &child : box.children) {
      draw(child, x, y, child.width + spare, tallest);
      x += child.width + spare + kGap;
    }
  }

  static std::string point(int x, int y) { return std::to_string(x) + " " + std::to_string(y); }

  void drawArrow(const std::string &line, const std::string &head) {
    svg += "<path class=\"arrow\" d=\"" + line + "\"/>\n<path class=\"point\" d=\"" + head + "\"/>\n";
  }

  std::string svg;
};
} // namespace

GraphPicture qdc::drawGraph(const Module &module, const Kernel &kernel, const std::string &taskLink) {
  Box box{.style = "kernel",
          .lines = {"kernel " + kernelLabel(kernel)},
          .children = nodeBoxes(module, kernel, kernel.graph, taskLink)};
  measure(box);
  Painter painter;
  painter.draw(box, 1, 1, box.width, box.height);
  return {box.width + 2, box.height + 2, painter.take()};
}
