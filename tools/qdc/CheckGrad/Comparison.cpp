//===- Comparison.cpp - A gradient beside two other derivatives -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckGrad/Comparison.h"

#include "CheckGrad/WorstElement.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace qdc;

double qdc::distance(double left, double right) {
  if (left == right || (std::isnan(left) && std::isnan(right)))
    return 0;
  double gap = std::fabs(left - right);
  return std::isnan(gap) ? std::numeric_limits<double>::infinity() : gap;
}

double qdc::product(const Numbers &left, const Numbers &right) {
  double sum = 0;
  for (size_t i = 0; i < left.size(); ++i)
    sum += left[i] == 0 ? 0 : left[i] * right[i];
  return sum;
}

double qdc::sizeOf(const Numbers &values) {
  double sum = 0;
  for (double value : values)
    sum += std::isfinite(value) ? value * value : 0;
  double size = std::sqrt(sum / static_cast<double>(std::max<size_t>(values.size(), 1)));
  return size > 0 && std::isfinite(size) ? size : 1;
}

Failure qdc::centralDifferences(const DifferentiatedFunction &function, size_t input, const Numbers &direction,
                                double step, std::vector<Numbers> &slopes) {
  std::vector<Numbers> above;
  if (Failure failure = function.move(input, direction, step, above))
    return failure;
  if (Failure failure = function.move(input, direction, -step, slopes))
    return failure;
  for (size_t output = 0; output < slopes.size(); ++output)
    for (size_t i = 0; i < slopes[output].size(); ++i)
      slopes[output][i] = above[output][i] == slopes[output][i] ? 0 : (above[output][i] - slopes[output][i]) / step / 2;
  return {};
}

namespace {

/// The three numbers of one pair, for each direction.
struct Samples {
  Numbers gradient, forward, differences;
};

/// How far two lists of numbers are apart, and what is tolerated.
struct Gap {
  double distance = 0; // by root mean square, as the others
  double size = 0;     // of the larger one
  double allowed = 0;

  bool isRight() const { return distance <= allowed; }
  double relative() const { return distance == 0 || std::isinf(distance) ? distance : distance / size; }
};

class Comparer {
public:
  Comparer(const DifferentiatedFunction &function, const ComparisonOptions &options, Comparison &comparison)
      : function(function), options(options), comparison(comparison), random(options.seed) {
    for (const FunctionVariable &input : function.inputs)
      sizes.push_back(sizeOf(input.values));
  }

  Failure run();

private:
  Failure sample(size_t input);
  /// What moving an input by its own size does to an output, by norm.
  double effectOf(size_t output, size_t input) const;
  /// The size of derivatives that count as small.
  double smallBeside(size_t output, size_t input, double tolerance) const;
  PairComparison judge(size_t output, size_t input, double &excess) const;
  Samples &samplesOf(size_t output, size_t input) { return samples[output * function.inputs.size() + input]; }

  const DifferentiatedFunction &function;
  const ComparisonOptions &options;
  Comparison &comparison;
  RandomNumbers random;
  Numbers sizes;                               // of each input
  std::vector<Numbers> weights;                // of each output
  std::vector<std::vector<Numbers>> gradients; // of each output, by each input
  std::vector<Samples> samples;                // by output, then by input
};

} // namespace

static double rootMeanSquare(const Numbers &numbers) {
  double sum = 0;
  for (double number : numbers)
    sum += number * number;
  return std::sqrt(sum / static_cast<double>(std::max<size_t>(numbers.size(), 1)));
}

static Gap gapBetween(const Numbers &left, const Numbers &right, double relative, double absolute) {
  Numbers distances, sizes;
  for (size_t i = 0; i < left.size(); ++i) {
    distances.push_back(distance(left[i], right[i]));
    // Where both are not finite in the same way they agree, and say nothing about the size.
    bool isFinite = std::isfinite(left[i]) || std::isfinite(right[i]);
    sizes.push_back(isFinite ? std::max(std::fabs(left[i]), std::fabs(right[i])) : 0);
  }
  Gap gap{rootMeanSquare(distances), rootMeanSquare(sizes), 0};
  gap.allowed = std::isfinite(gap.size) ? relative * gap.size + absolute : 0;
  return gap;
}

/// The root of the sum of squares of weighted numbers that are finite.
static double norm(const Numbers &weights, const Numbers &values) {
  double sum = 0;
  for (size_t i = 0; i < values.size(); ++i)
    sum += std::isfinite(values[i]) ? weights[i] * weights[i] * values[i] * values[i] : 0;
  return std::sqrt(sum);
}

static Doubt doubtOf(bool gradientIsForward, bool forwardIsDifferences, bool gradientIsDifferences) {
  if (gradientIsForward)
    return forwardIsDifferences ? Doubt::none : Doubt::differences;
  if (forwardIsDifferences)
    return Doubt::gradient;
  return gradientIsDifferences ? Doubt::forward : Doubt::all;
}

static double excessOf(const Gap &gap) {
  if (gap.distance == 0)
    return 0;
  return gap.allowed > 0 ? gap.distance / gap.allowed : std::numeric_limits<double>::infinity();
}

double Comparer::effectOf(size_t output, size_t input) const {
  const Samples &pair = samples[output * function.inputs.size() + input];
  double effect = std::max(rootMeanSquare(pair.gradient), rootMeanSquare(pair.forward)) * sizes[input];
  return std::isfinite(effect) ? effect : 0;
}

double Comparer::smallBeside(size_t output, size_t input, double tolerance) const {
  double largest = 0;
  for (size_t other = 0; other < function.inputs.size(); ++other)
    largest = std::max(largest, effectOf(output, other));
  return tolerance * (largest / 10 + norm(weights[output], function.outputs[output].values) / 1000) / sizes[input];
}

PairComparison Comparer::judge(size_t output, size_t input, double &excess) const {
  const Samples &pair = samples[output * function.inputs.size() + input];
  const double wider = std::max(options.tolerance, options.differenceTolerance);
  // What rounding of an output in f64 makes of differences.
  const double rounding = 64 * std::numeric_limits<double>::epsilon() *
                          norm(weights[output], function.outputs[output].values) / (options.step * sizes[input]);
  const double small = smallBeside(output, input, options.tolerance);
  const double smallForDifferences = smallBeside(output, input, wider) + rounding;
  Gap reverse = gapBetween(pair.gradient, pair.forward, options.tolerance, small);
  Gap differences = gapBetween(pair.differences, pair.forward, options.differenceTolerance, smallForDifferences);
  Gap others = gapBetween(pair.gradient, pair.differences, wider, smallForDifferences);
  PairComparison result{output, input};
  result.gradientError = reverse.relative();
  result.differenceError = differences.relative();
  result.isSmall = reverse.size > 0 && reverse.size <= small;
  result.doubt = doubtOf(reverse.isRight(), differences.isRight(), others.isRight());
  excess = std::max(excessOf(reverse), excessOf(differences));
  return result;
}

Failure Comparer::sample(size_t input) {
  const double step = options.step * sizes[input];
  for (unsigned i = 0; i < options.directions; ++i) {
    const Numbers direction = random.direction(function.inputs[input].values.size());
    std::vector<Numbers> tangents, slopes;
    if (Failure failure = function.forward(input, direction, tangents))
      return failure;
    if (Failure failure = centralDifferences(function, input, direction, step, slopes))
      return failure;
    for (size_t output = 0; output < function.outputs.size(); ++output) {
      Samples &pair = samplesOf(output, input);
      pair.gradient.push_back(product(direction, gradients[output][input]));
      pair.forward.push_back(product(weights[output], tangents[output]));
      pair.differences.push_back(product(weights[output], slopes[output]));
    }
  }
  return {};
}

static bool isZero(const Samples &pair) {
  auto isZeroNumber = [](double number) { return number == 0; };
  return std::ranges::all_of(pair.gradient, isZeroNumber) && std::ranges::all_of(pair.forward, isZeroNumber) &&
         std::ranges::all_of(pair.differences, isZeroNumber);
}

Failure Comparer::run() {
  gradients.resize(function.outputs.size());
  samples.resize(function.outputs.size() * function.inputs.size());
  for (size_t output = 0; output < function.outputs.size(); ++output) {
    weights.push_back(random.weights(function.outputs[output].values.size()));
    if (Failure failure = function.reverse(output, weights[output], gradients[output]))
      return failure;
  }
  for (size_t input = 0; input < function.inputs.size(); ++input)
    if (Failure failure = sample(input))
      return failure;
  double worst = 0;
  for (size_t output = 0; output < function.outputs.size(); ++output)
    for (size_t input = 0; input < function.inputs.size(); ++input) {
      if (isZero(samplesOf(output, input)))
        continue;
      double excess = 0;
      comparison.pairs.push_back(judge(output, input, excess));
      if (comparison.pairs.back().doubt != Doubt::none && excess > worst) {
        worst = excess;
        comparison.worst = comparison.pairs.size() - 1;
      }
    }
  if (!comparison.worst)
    return {};
  const PairComparison &pair = comparison.pairs[*comparison.worst];
  return findWorstElement(function, options, pair, weights[pair.output], gradients[pair.output][pair.input], random,
                          comparison.element);
}

Failure qdc::compareDerivatives(const DifferentiatedFunction &function, const ComparisonOptions &options,
                                Comparison &comparison) {
  return Comparer(function, options, comparison).run();
}
