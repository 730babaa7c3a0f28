//===- GraphPicture.h - A kernel's graph as nested boxes --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's graph is a tree, so boxes in boxes show it, and no layout program
// is needed. Boxes run from top to bottom, along arrows; a loop has an arrow
// back to its first box; the two parts of a branch stand side by side. Long
// lines are broken, so that a picture stays narrow.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_INSPECT_GRAPHPICTURE_H
#define QDC_TOOLS_INSPECT_GRAPHPICTURE_H

#include "qdc/Package/Manifest.h"

#include <string>

namespace qdc {

/// SVG elements, to be put inside an <svg> of that size in pixels. The caller adds
/// the style: `text` is laid out for a monospace font of 12 pixels;
/// the first line of a box has the class `title`; a `rect` has one of the
/// classes `kernel`, `control`, `part`, `parallel`, `serial`; the lines of
/// arrows have the class `arrow`, their points `point`.
struct GraphPicture {
  int width = 0;
  int height = 0;
  std::string elements;
};

/// With `taskLink`, the box of task N links to "#" + taskLink + N.
GraphPicture drawGraph(const Module &module, const Kernel &kernel, const std::string &taskLink = "");

} // namespace qdc

#endif // QDC_TOOLS_INSPECT_GRAPHPICTURE_H
