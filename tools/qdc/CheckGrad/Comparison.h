//===- Comparison.h - A gradient beside two other derivatives ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is a function y = f(x) of several inputs and outputs, each a list of
// numbers. Its derivatives are told in three ways: by its gradient, by forward
// mode, and by central differences. For each output y, with random weights w, and
// for each input x, with random directions t, the three numbers
//
//     (gradient of w . y) . t        w . (tangent of y along t)
//     w . (y(x + h t) - y(x - h t)) / 2h
//
// are one. Over many directions the root of the mean square of their differences,
// divided by that of the numbers, estimates how far two matrices of derivatives are
// from each other, by norm, so a single wrong element shows if it is not small
// beside the others. Each output and each input is looked at by itself, so none
// hides another one. The way that is alone with what it says is the one in doubt.
//
// Where sums cancel, rounding leaves a little of nothing. So a derivative counts as
// small if moving the input by its own size would change the output by less than a
// tenth of the tolerance of what the input of most effect does, or by less than a
// thousandth of it of the output itself. Small ones agree whatever they are.
//
// Where two of them disagree, the worst input and output are searched for the
// element that disagrees most.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_CHECKGRAD_COMPARISON_H
#define QDC_TOOLS_CHECKGRAD_COMPARISON_H

#include "CommandLine/ToolError.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace qdc {

using Numbers = std::vector<double>;

/// An input or an output.
struct FunctionVariable {
  std::string name;
  Numbers values; // an output's too, at the inputs' values
};

/// What is compared. The calls may fail, which ends the comparison.
struct DifferentiatedFunction {
  std::vector<FunctionVariable> inputs, outputs;
  /// The outputs where one input is moved by `step` times `direction`.
  std::function<Failure(size_t input, const Numbers &direction, double step, std::vector<Numbers> &outputs)> move;
  /// The tangents of all outputs, where that of one input is `direction` and those of others are 0.
  std::function<Failure(size_t input, const Numbers &direction, std::vector<Numbers> &tangents)> forward;
  /// The gradient, with respect to each input, of one output's sum with `weights`. Weights are multiples of 1/8 from -1
  /// to 1.
  std::function<Failure(size_t output, const Numbers &weights, std::vector<Numbers> &gradients)> reverse;
};

struct ComparisonOptions {
  unsigned directions = 16; // of each input
  uint64_t seed = 0;
  double step = 1e-6; // of differences, times the root mean square of the input's numbers
  double tolerance = 1e-3; // of the gradient beside forward mode
  double differenceTolerance = 1e-3; // of differences beside the others
};

/// The way that disagrees with the two others, which agree.
enum class Doubt : uint8_t { none, gradient, forward, differences, all };

/// One output by one input.
struct PairComparison {
  size_t output = 0, input = 0;
  double gradientError = 0; // of the gradient beside forward mode, relative to the larger one
  double differenceError = 0; // of differences, likewise
  bool isSmall = false; // too small to be compared, though not 0
  Doubt doubt = Doubt::none;
};

/// The derivative of one number by another, in three ways.
struct ElementComparison {
  size_t output = 0, outputElement = 0, input = 0, inputElement = 0;
  double gradient = 0, forward = 0, difference = 0;
};

struct Comparison {
  std::vector<PairComparison> pairs; // those of which one way gives something other than 0, by output, then by input
  /// The position, among `pairs`, of the one whose ways are furthest apart, measured by what is tolerated; nothing: all
  /// agree.
  std::optional<size_t> worst;
  ElementComparison element; // of that pair
};

/// Compares. Equal functions, options and seeds give equal results. Two numbers that are both NaN, or the same
/// infinity, agree; else a number that is not finite disagrees with all others.
Failure compareDerivatives(const DifferentiatedFunction &function, const ComparisonOptions &options,
                           Comparison &comparison);

} // namespace qdc

#endif // QDC_TOOLS_CHECKGRAD_COMPARISON_H
