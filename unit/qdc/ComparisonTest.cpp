//===- ComparisonTest.cpp - A gradient beside two other derivatives -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckGrad/Comparison.h"

#include <catch2/catch.hpp>

#include <cmath>
#include <functional>
#include <limits>

using namespace qdc;

namespace {
using Matrix = std::vector<Numbers>; // by output element, then by input element
} // namespace

/// A zero tangent or weight contributes 0, whatever the derivative is.
static double part(double derivative, double factor) { return factor == 0 ? 0 : derivative * factor; }

static Numbers times(const Matrix &matrix, const Numbers &vector) {
  Numbers result(matrix.size(), 0);
  for (size_t row = 0; row < matrix.size(); ++row)
    for (size_t column = 0; column < vector.size(); ++column)
      result[row] += part(matrix[row][column], vector[column]);
  return result;
}

static Numbers timesTransposed(const Matrix &matrix, const Numbers &vector) {
  Numbers result(matrix[0].size(), 0);
  for (size_t row = 0; row < matrix.size(); ++row)
    for (size_t column = 0; column < result.size(); ++column)
      result[column] += part(matrix[row][column], vector[row]);
  return result;
}

/// "y" of 40 numbers by "x" of 100, both larger than what is looked at one by one: linear, with a matrix for each way.
struct Linear {
  Linear() {
    for (size_t row = 0; row < 40; ++row)
      for (size_t column = 0; column < 100; ++column)
        exact.at(row).at(column) = std::sin(static_cast<double>(row * 100 + column));
    gradient = forward = values = exact;
  }

  DifferentiatedFunction function() {
    DifferentiatedFunction result;
    result.inputs = {{"x", Numbers(100, 2)}};
    result.outputs = {{"y", times(values, Numbers(100, 2))}};
    result.move = [this](size_t, const Numbers &direction, double step, std::vector<Numbers> &outputs) -> Failure {
      Numbers moved(100, 2);
      for (size_t i = 0; i < moved.size(); ++i)
        moved[i] += step * direction[i];
      outputs = {times(values, moved)};
      return {};
    };
    result.forward = [this](size_t, const Numbers &direction, std::vector<Numbers> &tangents) -> Failure {
      tangents = {times(forward, direction)};
      return {};
    };
    result.reverse = [this](size_t, const Numbers &weights, std::vector<Numbers> &gradients) -> Failure {
      gradients = {timesTransposed(gradient, weights)};
      return {};
    };
    return result;
  }

  Comparison compare(ComparisonOptions options = {}) {
    Comparison comparison;
    REQUIRE(!compareDerivatives(function(), options, comparison));
    return comparison;
  }

  Matrix exact{40, Numbers(100)}, gradient, forward, values;
};

static void checkDoubt(const Comparison &comparison, Doubt doubt, size_t output, size_t input) {
  REQUIRE(comparison.worst);
  CHECK(comparison.pairs[*comparison.worst].doubt == doubt);
  CHECK(comparison.element.outputElement == output);
  CHECK(comparison.element.inputElement == input);
}

TEST_CASE("three ways that agree are told so") {
  Linear linear;
  Comparison comparison = linear.compare();
  REQUIRE(comparison.pairs.size() == 1);
  CHECK(!comparison.worst);
  CHECK(comparison.pairs[0].doubt == Doubt::none);
  CHECK(comparison.pairs[0].gradientError < 1e-12);
  CHECK(comparison.pairs[0].differenceError < 1e-6);
}

TEST_CASE("one wrong element of a gradient is found among thousands") {
  Linear linear;
  linear.gradient[17][83] += 2;
  Comparison comparison = linear.compare();
  checkDoubt(comparison, Doubt::gradient, 17, 83);
  CHECK(comparison.element.gradient == Approx(linear.exact[17][83] + 2));
  CHECK(comparison.element.forward == Approx(linear.exact[17][83]));
  CHECK(comparison.element.difference == Approx(linear.exact[17][83]).epsilon(1e-6));
}

TEST_CASE("forward mode and differences are in doubt where the two others agree") {
  Linear linear;
  linear.forward[39][0] = 5;
  checkDoubt(linear.compare(), Doubt::forward, 39, 0);
  linear.forward = linear.exact;
  linear.values[0][99] = -5;
  checkDoubt(linear.compare(), Doubt::differences, 0, 99);
}

TEST_CASE("where no two agree, the gradient is compared with forward mode") {
  Linear linear;
  linear.values[3][4] = 9;
  linear.gradient[20][30] = 7;
  checkDoubt(linear.compare(), Doubt::all, 20, 30);
}

TEST_CASE("an error within the tolerance is none") {
  Linear linear;
  for (Numbers &row : linear.gradient)
    for (double &number : row)
      number *= 1 + 1e-4;
  CHECK(!linear.compare().worst);
  ComparisonOptions options;
  options.tolerance = 1e-5;
  CHECK(linear.compare(options).worst);
}

TEST_CASE("a number that is not finite agrees with the same alone") {
  const double infinity = std::numeric_limits<double>::infinity(), nan = std::nan("");
  for (double number : {infinity, nan}) {
    Linear linear;
    linear.gradient[5][6] = number;
    checkDoubt(linear.compare(), Doubt::gradient, 5, 6);
    linear.forward[5][6] = number;
    checkDoubt(linear.compare(), Doubt::differences, 5, 6);
  }
}

TEST_CASE("derivatives that are 0 in all three ways are no pair") {
  Linear linear;
  linear.gradient = linear.forward = linear.values = Matrix(40, Numbers(100, 0));
  CHECK(linear.compare().pairs.empty());
}

/// y = x + small * a, whose gradient says that it is twice as much by a.
static Comparison compareFaint(double small) {
  DifferentiatedFunction function;
  function.inputs = {{"x", {1}}, {"a", {1}}};
  function.outputs = {{"y", {1 + small}}};
  function.move = [=](size_t input, const Numbers &direction, double step, std::vector<Numbers> &outputs) -> Failure {
    outputs = {{1 + small + step * direction[0] * (input == 0 ? 1 : small)}};
    return {};
  };
  function.forward = [=](size_t input, const Numbers &direction, std::vector<Numbers> &tangents) -> Failure {
    tangents = {{direction[0] * (input == 0 ? 1 : small)}};
    return {};
  };
  function.reverse = [=](size_t, const Numbers &weights, std::vector<Numbers> &gradients) -> Failure {
    gradients = {{weights[0]}, {weights[0] * 2 * small}};
    return {};
  };
  Comparison comparison;
  REQUIRE(!compareDerivatives(function, {}, comparison));
  REQUIRE(comparison.pairs.size() == 2);
  return comparison;
}

TEST_CASE("what is small beside other derivatives of an output agrees, and is told") {
  Comparison faint = compareFaint(1e-5);
  CHECK(!faint.worst);
  CHECK(!faint.pairs[0].isSmall);
  CHECK(faint.pairs[1].isSmall);
  checkDoubt(compareFaint(1e-3), Doubt::gradient, 0, 0);
}

TEST_CASE("one seed gives one result, another one others") {
  Linear linear;
  linear.gradient[17][83] += 1e-5;
  ComparisonOptions options;
  options.seed = 5;
  const double first = linear.compare(options).pairs[0].gradientError;
  CHECK(linear.compare(options).pairs[0].gradientError == first);
  options.seed = 6;
  CHECK(linear.compare(options).pairs[0].gradientError != first);
}

TEST_CASE("a way that fails ends the comparison") {
  Linear linear;
  DifferentiatedFunction function = linear.function();
  function.forward = [](size_t, const Numbers &, std::vector<Numbers> &) -> Failure {
    return ToolError::input("no launch");
  };
  Comparison comparison;
  Failure failure = compareDerivatives(function, {}, comparison);
  REQUIRE(failure);
  CHECK(failure->message == "no launch");
}
