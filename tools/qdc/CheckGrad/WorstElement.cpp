//===- WorstElement.cpp - Where two derivatives disagree most -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckGrad/WorstElement.h"

#include <algorithm>
#include <cmath>

using namespace qdc;

Numbers RandomNumbers::direction(size_t count, size_t begin, size_t end) {
  Numbers numbers(count, 0);
  for (size_t i = begin; i < std::min(count, end); ++i)
    numbers[i] = (std::ldexp(static_cast<double>(engine() >> 11), -52) - 1) * std::sqrt(3.0);
  return numbers;
}

Numbers RandomNumbers::weights(size_t count, size_t begin, size_t end) {
  Numbers numbers(count, 0);
  for (size_t i = begin; i < std::min(count, end); ++i) {
    uint64_t bits = engine() >> 60;
    numbers[i] = static_cast<double>((bits & 7) + 1) / (bits & 8 ? -8 : 8);
  }
  return numbers;
}

namespace {

// Of a half.
constexpr unsigned kDirections = 4;
// From here on, one by one.
constexpr size_t kFew = 32;

class Search {
public:
  Search(const DifferentiatedFunction &function, const ComparisonOptions &options, const PairComparison &pair,
         RandomNumbers &random)
      : function(function), pair(pair), random(random),
        step(options.step * sizeOf(function.inputs[pair.input].values)) {}

  Failure findInput(const Numbers &weights, const Numbers &gradient, size_t &worst);
  Failure findOutput(size_t inputElement, size_t &worst);
  Failure tell(ElementComparison &element);

private:
  /// How much two ways disagree about elements [begin, end) of the input, or the output.
  using Measure = std::function<Failure(size_t begin, size_t end, double &size)>;
  static Failure narrow(size_t count, const Measure &measure, size_t &worst);
  Failure column(size_t inputElement, Numbers &forward, Numbers &differences);
  Failure measureInput(const Numbers &weights, const Numbers &gradient, size_t begin, size_t end, double &size);
  Failure measureOutput(const Numbers &forward, size_t inputElement, size_t begin, size_t end, double &size);

  const DifferentiatedFunction &function;
  const PairComparison &pair;
  RandomNumbers &random;
  const double step;
};

} // namespace

static Numbers unit(size_t count, size_t element) {
  Numbers numbers(count, 0);
  numbers[element] = 1;
  return numbers;
}

Failure Search::narrow(size_t count, const Measure &measure, size_t &worst) {
  size_t begin = 0, end = count;
  while (end - begin > kFew) {
    size_t middle = begin + (end - begin) / 2;
    double first = 0, second = 0;
    if (Failure failure = measure(begin, middle, first))
      return failure;
    if (Failure failure = measure(middle, end, second))
      return failure;
    (second > first ? begin : end) = middle;
  }
  double largest = -1;
  for (size_t i = begin; i < end; ++i) {
    double size = 0;
    if (Failure failure = measure(i, i + 1, size))
      return failure;
    if (size > largest) {
      largest = size;
      worst = i;
    }
  }
  return {};
}

Failure Search::measureInput(const Numbers &weights, const Numbers &gradient, size_t begin, size_t end, double &size) {
  const size_t count = function.inputs[pair.input].values.size();
  size = 0;
  for (unsigned i = 0; i < (end - begin == 1 ? 1 : kDirections); ++i) {
    Numbers direction = end - begin == 1 ? unit(count, begin) : random.direction(count, begin, end);
    std::vector<Numbers> tangents;
    if (Failure failure = function.forward(pair.input, direction, tangents))
      return failure;
    double other = product(direction, gradient);
    if (pair.doubt == Doubt::differences) {
      std::vector<Numbers> slopes;
      if (Failure failure = centralDifferences(function, pair.input, direction, step, slopes))
        return failure;
      other = product(weights, slopes[pair.output]);
    }
    size = std::hypot(size, distance(product(weights, tangents[pair.output]), other));
  }
  return {};
}

Failure Search::findInput(const Numbers &weights, const Numbers &gradient, size_t &worst) {
  return narrow(
      function.inputs[pair.input].values.size(),
      [&](size_t begin, size_t end, double &size) { return measureInput(weights, gradient, begin, end, size); }, worst);
}

Failure Search::column(size_t inputElement, Numbers &forward, Numbers &differences) {
  const Numbers direction = unit(function.inputs[pair.input].values.size(), inputElement);
  std::vector<Numbers> tangents, slopes;
  if (Failure failure = function.forward(pair.input, direction, tangents))
    return failure;
  if (Failure failure = centralDifferences(function, pair.input, direction, step, slopes))
    return failure;
  forward = std::move(tangents[pair.output]);
  differences = std::move(slopes[pair.output]);
  return {};
}

Failure Search::measureOutput(const Numbers &forward, size_t inputElement, size_t begin, size_t end, double &size) {
  size = 0;
  for (unsigned i = 0; i < (end - begin == 1 ? 1 : kDirections); ++i) {
    Numbers weights = end - begin == 1 ? unit(forward.size(), begin) : random.weights(forward.size(), begin, end);
    std::vector<Numbers> gradients;
    if (Failure failure = function.reverse(pair.output, weights, gradients))
      return failure;
    size = std::hypot(size, distance(product(weights, forward), gradients[pair.input][inputElement]));
  }
  return {};
}

Failure Search::findOutput(size_t inputElement, size_t &worst) {
  Numbers forward, differences;
  if (Failure failure = column(inputElement, forward, differences))
    return failure;
  if (pair.doubt != Doubt::differences)
    return narrow(
        forward.size(),
        [&](size_t begin, size_t end, double &size) { return measureOutput(forward, inputElement, begin, end, size); },
        worst);
  double largest = -1;
  for (size_t i = 0; i < forward.size(); ++i)
    if (double size = distance(forward[i], differences[i]); size > largest) {
      largest = size;
      worst = i;
    }
  return {};
}

Failure Search::tell(ElementComparison &element) {
  Numbers forward, differences;
  if (Failure failure = column(element.inputElement, forward, differences))
    return failure;
  std::vector<Numbers> gradients;
  if (Failure failure = function.reverse(
          pair.output, unit(function.outputs[pair.output].values.size(), element.outputElement), gradients))
    return failure;
  element.gradient = gradients[pair.input][element.inputElement];
  element.forward = forward[element.outputElement];
  element.difference = differences[element.outputElement];
  return {};
}

Failure qdc::findWorstElement(const DifferentiatedFunction &function, const ComparisonOptions &options,
                              const PairComparison &pair, const Numbers &weights, const Numbers &gradient,
                              RandomNumbers &random, ElementComparison &element) {
  Search search(function, options, pair, random);
  element = {pair.output, 0, pair.input, 0, 0, 0, 0};
  if (Failure failure = search.findInput(weights, gradient, element.inputElement))
    return failure;
  if (Failure failure = search.findOutput(element.inputElement, element.outputElement))
    return failure;
  return search.tell(element);
}
