//===- CheckReport.cpp - What a check of a gradient shows -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckGrad/CheckReport.h"

#include "qdc/Support/PrintableText.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

using namespace qdc;

static std::string numberText(double number) {
  if (std::isnan(number))
    return "nan"; // whose sign says nothing
  char digits[64];
  return {digits, std::to_chars(digits, digits + sizeof(digits), number).ptr};
}

/// Two digits: how far things are apart needs no more.
static std::string errorText(double error) {
  char digits[32];
  std::snprintf(digits, sizeof(digits), error == 0 ? "%.0f" : "%.1e", error);
  return digits;
}

/// "x[3, 4]", or "a" for a single number.
static std::string elementName(const FunctionVariable &variable, const std::vector<int64_t> &shape, size_t element) {
  std::string indices;
  for (size_t axis = shape.size(); axis-- > 0;) {
    auto extent = static_cast<size_t>(shape[axis]);
    indices = std::to_string(element % extent) + (indices.empty() ? "" : ", ") + indices;
    element /= extent;
  }
  return printableLine(variable.name) + (indices.empty() ? "" : "[" + indices + "]");
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

using Cells = std::array<std::string, 4>;

static const char *remarkText(const PairComparison &pair) {
  switch (pair.doubt) {
  case Doubt::none:
    return pair.isSmall ? "  too small to be compared" : "";
  case Doubt::gradient:
    return "  the gradient disagrees";
  case Doubt::forward:
    return "  forward mode disagrees";
  case Doubt::differences:
    return "  finite differences disagree";
  case Doubt::all:
    return "  all three disagree";
  }
  return "";
}

static std::string tableText(const CheckReport &report) {
  std::vector<Cells> lines = {{"of", "by", "gradient", "finite differences"}};
  for (const PairComparison &pair : report.comparison.pairs)
    lines.push_back({printableLine(report.outputs[pair.output].name), printableLine(report.inputs[pair.input].name),
                     errorText(pair.gradientError), errorText(pair.differenceError)});
  std::array<size_t, 4> widths = {};
  for (const Cells &cells : lines)
    for (size_t column = 0; column < cells.size(); ++column)
      widths[column] = std::max(widths[column], cells[column].size());
  std::string text;
  for (size_t line = 0; line < lines.size(); ++line) {
    for (size_t column = 0; column < 4; ++column) {
      std::string room(widths[column] - lines[line][column].size(), ' ');
      text += (column == 0 ? "" : "  ") + (column < 2 ? lines[line][column] + room : room + lines[line][column]);
    }
    text += std::string(line == 0 ? "" : remarkText(report.comparison.pairs[line - 1])) + "\n";
  }
  return text;
}

std::string qdc::checkText(const CheckReport &report) {
  const ComparisonOptions &options = report.options;
  if (report.comparison.pairs.empty())
    return report.subject.title() + "\n";
  std::string text = report.subject.title() + "\n" + tableText(report);
  text += "errors are relative to " + printableLine(report.kernel) + ".jvp in f64; " +
          std::to_string(options.directions) + " random directions of each input, seed " +
          std::to_string(options.seed) + "\n";
  if (!report.comparison.worst)
    text += "the gradient agrees with forward mode within " + numberText(options.tolerance) +
            ", and finite differences within " + numberText(options.differenceTolerance) + "\n";
  return text;
}

//===----------------------------------------------------------------------===//
// The verdict
//===----------------------------------------------------------------------===//

std::string qdc::nothingText(const CheckReport &report) {
  return "nothing of '" + report.kernel +
         "' was compared: all derivatives are 0 at these arguments, by the gradient too; give others";
}

std::string qdc::disagreementText(const CheckReport &report) {
  const ElementComparison &element = report.comparison.element;
  const std::string kernel = "'" + report.kernel + "'";
  std::string text;
  switch (report.comparison.pairs[*report.comparison.worst].doubt) {
  case Doubt::none:
    break;
  case Doubt::gradient:
    text = "the gradient of " + kernel + " disagrees with forward mode and finite differences, which agree";
    break;
  case Doubt::forward:
    text = "forward mode of " + kernel + " disagrees with the gradient and finite differences, which agree";
    break;
  case Doubt::differences:
    text = "finite differences of " + kernel +
           " disagree with the gradient and forward mode, which agree; the kernel may have a jump or a kink there";
    break;
  case Doubt::all:
    text = "the gradient of " + kernel + ", forward mode and finite differences all disagree";
    break;
  }
  return text + ": d " +
         elementName(report.outputs[element.output], report.outputShapes[element.output], element.outputElement) +
         " / d " + elementName(report.inputs[element.input], report.inputShapes[element.input], element.inputElement) +
         " is " + numberText(element.gradient) + " by the gradient, " + numberText(element.forward) +
         " by forward mode, " + numberText(element.difference) + " by finite differences";
}
