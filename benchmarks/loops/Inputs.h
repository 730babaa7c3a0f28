// The states in which the cases of `./dev bench loops` start, and what a plain loop in C++ makes of them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_LOOPS_INPUTS_H
#define QDC_BENCHMARKS_LOOPS_INPUTS_H

#include "cuda/Inputs.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace inputs {

/// Throws where `right` is false: what was computed is not what the reference has.
inline void require(bool right, const char *what) {
  if (!right)
    throw std::runtime_error(std::string("wrong result: ") + what);
}

/// Of the two tasks in kernels/loops.qir: x starts as i % period, and a call of the two makes it (x + 1) * factor.
struct Relaxed {
  static constexpr int64_t period = 7;
  static constexpr int iterations = 1000;       // of one call
  static constexpr int64_t outer = 10;          // of one call with a loop in a loop
  static constexpr int inner = 100;             // of each of these
  static constexpr int64_t launchElements = 256; // where what a launch takes is measured
  static constexpr float factor = 0.99951171875f;

  static std::vector<float> start(int64_t n) {
    std::vector<float> x(n);
    for (int64_t i = 0; i < n; ++i)
      x[i] = float(i % period);
    return x;
  }
  /// Sums of x and y. Throws unless they are what so many calls of the two tasks make of start(n), to the last bit.
  static std::vector<double> values(const std::vector<float> &x, const std::vector<float> &y, int64_t times) {
    std::vector<float> now = start(std::min<int64_t>(period, int64_t(x.size()))), raised(now.size());
    for (int64_t time = 0; time < times; ++time)
      for (size_t i = 0; i < now.size(); ++i) {
        raised[i] = now[i] + 1;
        now[i] = raised[i] * factor;
      }
    for (size_t i = 0; i < x.size(); ++i)
      require(x[i] == now[i % period] && y[i] == raised[i % period], "the arrays are not those of a loop in C++");
    return {sum(x), sum(y)};
  }
};

/// A bump on a periodic square, at rest.
struct Wave {
  static constexpr int64_t side = 512, iterations = 1000, every = 250, snapshots = iterations / every; // of one call
  static constexpr int steps = 2;                                                                      // an iteration
  static constexpr float k = 0.2f;
  std::vector<float> u, v, taken;

  Wave() : u(side * side), taken(snapshots * side * side) {
    for (int64_t i = 0; i < side; ++i)
      for (int64_t j = 0; j < side; ++j) {
        const double di = double(i) - 200, dj = double(j) - 300;
        u[i * side + j] = float(std::exp(-(di * di + dj * dj) / 800));
      }
    v = u;
  }
  /// One call.
  void advance() {
    for (int64_t iteration = 0; iteration < iterations; ++iteration) {
      if (iteration % every == 0)
        std::copy(u.begin(), u.end(), taken.begin() + iteration / every * side * side);
      step(u, v);
      step(v, u);
    }
  }

  /// What tells of the state. Throws unless it is, nearly, what so many calls make of the start.
  static std::vector<double> values(const std::vector<float> &u, const std::vector<float> &taken, int calls) {
    Wave wave;
    for (int call = 0; call < calls; ++call)
      wave.advance();
    double energy = 0;
    for (float value : u)
      energy += double(value) * value;
    require(near(u, wave.u), "the wave is not that of a loop in C++");
    require(near(taken, wave.taken), "the snapshots are not those of a loop in C++");
    return {sum(u), energy, sum(taken)};
  }

private:
  /// Each step rounds, here and there in another order.
  static bool near(const std::vector<float> &ours, const std::vector<float> &theirs) {
    constexpr float tolerance = 1e-3f;
    return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                      [](float a, float b) { return std::abs(a - b) < tolerance; });
  }
  static void step(const std::vector<float> &now, std::vector<float> &before) {
    for (int64_t i = 0; i < side; ++i) {
      const float *row = &now[i * side], *north = &now[(i + side - 1) % side * side],
                  *south = &now[(i + 1) % side * side];
      float *result = &before[i * side];
      auto at = [&](int64_t j, int64_t west, int64_t east) {
        result[j] = 2 * row[j] - result[j] + k * ((north[j] + south[j]) + (row[west] + row[east]) - 4 * row[j]);
      };
      at(0, side - 1, 1);
      for (int64_t j = 1; j + 1 < side; ++j)
        at(j, j - 1, j + 1);
      at(side - 1, side - 2, 0);
    }
  }
};

/// The 7-point Poisson equation on a cube with zero borders: its matrix in compressed rows, and a right side without
/// symmetry.
struct Cube {
  int64_t rows, iterations;
  std::vector<int32_t> start, column;
  std::vector<double> value, b;

  Cube(int64_t side, int64_t iterations) : rows(side * side * side), iterations(iterations), start(1), b(rows) {
    for (int64_t row = 0; row < rows; ++row) {
      const int64_t at[] = {row / (side * side), row / side % side, row % side};
      const int64_t strides[] = {side * side, side, 1};
      auto add = [&](int64_t other, double a) {
        column.push_back(int32_t(other));
        value.push_back(a);
      };
      for (int axis = 0; axis < 3; ++axis)
        if (at[axis] > 0)
          add(row - strides[axis], -1);
      add(row, 6);
      for (int axis = 2; axis >= 0; --axis)
        if (at[axis] + 1 < side)
          add(row + strides[axis], -1);
      start.push_back(int32_t(column.size()));
      b[row] = std::fmod(double(row) * 0.7548776662466927, 1);
    }
  }
  /// What tells of the solution x. Throws unless it is, nearly, that of a loop in C++.
  std::vector<double> values(const std::vector<double> &x) const {
    const std::vector<double> theirs = solve();
    double largest = 0, difference = 0;
    for (int64_t i = 0; i < rows; ++i) {
      largest = std::max(largest, std::abs(theirs[i]));
      difference = std::max(difference, std::abs(x[i] - theirs[i]));
    }
    // The dot products add in another order.
    require(difference <= 1e-8 * largest, "the solution is not that of a loop in C++");
    return {dot(x, b), dot(x, x)};
  }

private:
  /// y = A x
  std::vector<double> times(const std::vector<double> &x) const {
    std::vector<double> y(rows);
    for (int64_t row = 0; row < rows; ++row)
      for (int32_t k = start[row]; k < start[row + 1]; ++k)
        y[row] += value[k] * x[column[k]];
    return y;
  }
  static double dot(const std::vector<double> &a, const std::vector<double> &b) {
    double total = 0;
    for (size_t i = 0; i < a.size(); ++i)
      total += a[i] * b[i];
    return total;
  }
  /// x after all iterations of one call.
  std::vector<double> solve() const {
    std::vector<double> x(rows), r = b, p = b;
    double rr = dot(r, r);
    for (int64_t iteration = 0; iteration < iterations; ++iteration) {
      const std::vector<double> q = times(p);
      const double alpha = rr / dot(p, q);
      for (int64_t i = 0; i < rows; ++i) {
        x[i] += alpha * p[i];
        r[i] -= alpha * q[i];
      }
      const double before = rr;
      rr = dot(r, r);
      for (int64_t i = 0; i < rows; ++i)
        p[i] = r[i] + rr / before * p[i];
    }
    return x;
  }
};

/// The 5-point Poisson equation on a square with zero borders, and a right side without symmetry.
struct Plate {
  int64_t side, iterations; // of one call
  std::vector<double> b;

  Plate(int64_t side, int64_t iterations) : side(side), iterations(iterations), b(side * side) {
    for (size_t i = 0; i < b.size(); ++i)
      b[i] = std::fmod(double(i) * 0.7548776662466927, 1);
  }
  /// What tells of the solution x. Throws unless its squared residual is, nearly, the one that the solver found, and
  /// x is nearer to the solution than 0, by the norm that A makes.
  std::vector<double> values(const std::vector<double> &x, double residual) const {
    double left = 0, start = 0, product = 0, alongRest = 0;
    for (int64_t i = 0; i < side; ++i)
      for (int64_t j = 0; j < side; ++j) {
        auto at = [&](int64_t row, int64_t column) {
          return std::min(row, column) < 0 || std::max(row, column) >= side ? 0 : x[row * side + column];
        };
        const double right = b[i * side + j],
                     rest = right - (4 * at(i, j) - at(i - 1, j) - at(i + 1, j) - at(i, j - 1) - at(i, j + 1));
        left += rest * rest;
        start += right * right;
        product += at(i, j) * right;
        alongRest += at(i, j) * rest;
      }
    require(std::abs(left - residual) <= 1e-6 * start, "the residual is not that of the solution");
    require(product + alongRest > 0, "the solution is no better than none");
    return {product, residual};
  }
};

} // namespace inputs

#endif // QDC_BENCHMARKS_LOOPS_INPUTS_H
