//===- WorstElement.h - Where two derivatives disagree most -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An array may have millions of elements, and each way to tell its derivatives
// costs a launch for one of them. So the elements are halved: random directions
// that move one half alone, and others that move the other half, tell which half
// disagrees more. The last few are looked at one by one.
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TOOLS_CHECKGRAD_WORSTELEMENT_H
#define QDC_TOOLS_CHECKGRAD_WORSTELEMENT_H

#include "CheckGrad/Comparison.h"

#include <random>

namespace qdc {

/// The same numbers from the same seed everywhere.
class RandomNumbers {
public:
  explicit RandomNumbers(uint64_t seed) : engine(seed) {}

  /// Numbers with mean 0 and mean square 1; 0 outside of [begin, end).
  Numbers direction(size_t count, size_t begin = 0, size_t end = SIZE_MAX);
  /// Multiples of 1/8 from -1 to 1 without 0, which all floats hold; 0 outside of [begin, end).
  Numbers weights(size_t count, size_t begin = 0, size_t end = SIZE_MAX);

private:
  std::mt19937_64 engine;
};

/// How far apart two numbers are: 0 for two NaN and for the same infinity, else infinity where one is not finite.
double distance(double left, double right);
/// The sum of products. What the left one has 0 for does not count, whatever stands there.
double product(const Numbers &left, const Numbers &right);
/// How large numbers are: the root of their mean square; 1 if that is 0 or not finite.
double sizeOf(const Numbers &values);
/// Slopes of all outputs along a direction of an input.
Failure centralDifferences(const DifferentiatedFunction &function, size_t input, const Numbers &direction, double step,
                           std::vector<Numbers> &slopes);

/// Finds the element of the pair's output and that of its input for which forward mode disagrees most with what is in
/// doubt: with differences, or else with the gradient. `weights` and `gradient` are those of the comparison.
Failure findWorstElement(const DifferentiatedFunction &function, const ComparisonOptions &options,
                         const PairComparison &pair, const Numbers &weights, const Numbers &gradient,
                         RandomNumbers &random, ElementComparison &element);

} // namespace qdc

#endif // QDC_TOOLS_CHECKGRAD_WORSTELEMENT_H
