//===- Svg.cpp - The graphs of a package as a picture ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Inspect/GraphPicture.h"
#include "Inspect/PackageSummary.h"

#include <algorithm>

using namespace qdc;

static constexpr int kMargin = 12;

std::string qdc::inspectSvg(const PackageSummary &package) {
  std::string body;
  int y = kMargin, width = 0;
  for (const Module &module : package.manifest.modules)
    for (const Kernel &kernel : module.kernels) {
      GraphPicture picture = drawGraph(module, kernel);
      body += "<g transform=\"translate(" + std::to_string(kMargin) + " " + std::to_string(y) + ")\">\n" +
              picture.elements + "</g>\n";
      y += picture.height + kMargin;
      width = std::max(width, picture.width + 2 * kMargin);
    }
  std::string size = std::to_string(width) + "\" height=\"" + std::to_string(y);
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + size +
         "\">\n"
         "<style>\n"
         "text { font: 12px monospace; fill: #222 } .title { font-weight: bold }\n"
         "rect { stroke: #8a8f98; fill: #fff } .kernel { fill: #f6f7f9 } .control { fill: #fff4d6 }\n"
         ".part { fill: #fffaf0; stroke-dasharray: 4 } .parallel { fill: #dcebff } .serial { fill: #e6f4dc }\n"
         ".arrow { stroke: #666; fill: none } .point { fill: #666 }\n"
         "</style>\n" +
         body + "</svg>\n";
}
