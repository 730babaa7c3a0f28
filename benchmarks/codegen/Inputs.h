// The sizes and states in which the cases of `./dev bench codegen` start, and what tells of their results. Inputs are
// only read, so every call does the same. Arrays are row-major.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CODEGEN_INPUTS_H
#define QDC_BENCHMARKS_CODEGEN_INPUTS_H

#include "loops/Inputs.h"

#include <initializer_list>
#include <numeric>

namespace inputs {

/// Where a case is measured, which decides about its size.
enum class Machine { cpu, gpu };

/// Numbers in [low, low + width) that look random but fill the interval evenly.
template <typename T>
std::vector<T> spread(int64_t n, double low, double width, double stride) {
  std::vector<T> values(n);
  for (int64_t i = 0; i < n; ++i)
    values[i] = T(low + width * std::fmod(double(i) * stride, 1));
  return values;
}

/// The sum of all elements, and one that tells whether they stand in their places.
template <typename T>
std::vector<double> digest(const std::vector<T> &values) {
  double sum = 0, weighted = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    sum += double(values[i]);
    weighted += double(values[i]) * double(1 + i % 97);
  }
  return {sum, weighted};
}
/// Those of several arrays.
template <typename T>
std::vector<double> digest(std::initializer_list<std::vector<T>> arrays) {
  std::vector<double> all;
  for (const std::vector<T> &values : arrays)
    for (double number : digest(values))
      all.push_back(number);
  return all;
}

/// Bodies in a cube of side 1, denser towards a corner, so that no sum of accelerations cancels.
struct Bodies {
  static constexpr float softening = 1e-3f;
  int64_t n;
  std::vector<float> x, y, z, mass;

  explicit Bodies(Machine machine)
      : n(machine == Machine::gpu ? 16384 : 4096), x(squared(spread<float>(n, 0, 1, 0.7548776662466927))),
        y(squared(spread<float>(n, 0, 1, 0.5698402909980532))), z(squared(spread<float>(n, 0, 1, 0.8191725133961645))),
        mass(spread<float>(n, 0.5, 1, 0.6180339887498949)) {}

private:
  static std::vector<float> squared(std::vector<float> values) {
    for (float &value : values)
      value *= value;
    return values;
  }
};

template <typename T>
struct Options {
  static constexpr T rate = T(0.02), volatility = T(0.3);
  int64_t n;
  std::vector<T> price, strike, years;

  explicit Options(Machine machine)
      : n(machine == Machine::cpu ? 1 << 19 : (1 << 26) / int64_t(sizeof(T))),
        price(spread<T>(n, 5, 25, 0.7548776662466927)), strike(spread<T>(n, 1, 99, 0.5698402909980532)),
        years(spread<T>(n, 0.25, 9.75, 0.8191725133961645)) {}
};

/// A cube of points, with its border.
struct Box {
  int64_t side;
  std::vector<float> u, f;

  explicit Box(Machine machine)
      : side(machine == Machine::gpu ? 256 : 128), u(spread<float>(side * side * side, 0, 1, 0.7548776662466927)),
        f(spread<float>(side * side * side, 0, 1, 0.5698402909980532)) {}
};

struct Matrices {
  int64_t n;
  std::vector<float> a, b;

  explicit Matrices(Machine machine)
      : n(machine == Machine::gpu ? 1024 : 384), a(spread<float>(n * n, 0, 1, 0.7548776662466927)),
        b(spread<float>(n * n, 0, 1, 0.5698402909980532)) {}
};

/// Systems of `size` equations; element (i, j) of system s is a[(i * size + j) * n + s]. Diagonals dominate.
struct Systems {
  static constexpr int size = 6;
  int64_t n;
  std::vector<float> a, b;

  explicit Systems(Machine machine)
      : n(machine == Machine::gpu ? 1 << 20 : 1 << 17), a(spread<float>(size * size * n, 0, 1, 0.7548776662466927)),
        b(spread<float>(size * n, 0, 1, 0.5698402909980532)) {
    for (int i = 0; i < size; ++i)
      for (int64_t s = 0; s < n; ++s)
        a[(i * size + i) * n + s] += float(size);
  }
};

/// Particles in the inner cells of a cube, four a cell on average, in the order of their cells. A cell is as wide as
/// the radius, 1.
struct Cells {
  static constexpr float radius = 1;
  int64_t side, n;
  std::vector<float> x, y, z;
  std::vector<int32_t> first;

  explicit Cells(Machine machine)
      : side(machine == Machine::gpu ? 66 : 26), n(4 * (side - 2) * (side - 2) * (side - 2)), x(n), y(n), z(n),
        first(side * side * side + 1) {
    const double low = 1.001, width = double(side) - 2 * low;
    const std::vector<float> px = spread<float>(n, low, width, 0.7548776662466927),
                             py = spread<float>(n, low, width, 0.5698402909980532),
                             pz = spread<float>(n, low, width, 0.8191725133961645);
    auto cell = [&](int64_t p) { return (int64_t(pz[p]) * side + int64_t(py[p])) * side + int64_t(px[p]); };
    for (int64_t p = 0; p < n; ++p)
      ++first[cell(p) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<int32_t> next(first.begin(), first.end() - 1);
    for (int64_t p = 0; p < n; ++p) {
      const int32_t place = next[cell(p)]++;
      x[place] = px[p];
      y[place] = py[p];
      z[place] = pz[p];
    }
  }
};

struct Plane {
  static constexpr float left = -2.2f, top = -1.5f;
  static constexpr int32_t limit = 256;
  int64_t side;
  float width; // between neighbouring points

  explicit Plane(Machine machine) : side(machine == Machine::gpu ? 4096 : 512), width(3.0f / float(side)) {}
};

/// Lists of `length` elements; element i of list s is x[i * n + s].
struct Lists {
  static constexpr int length = 8;
  int64_t n;
  std::vector<float> x;

  explicit Lists(Machine machine)
      : n(machine == Machine::gpu ? 1 << 22 : 1 << 19), x(spread<float>(length * n, 0, 1, 0.7548776662466927)) {}
};

struct Rows {
  int64_t rows, columns;
  std::vector<float> a;

  explicit Rows(Machine machine)
      : rows(machine == Machine::gpu ? 1 << 15 : 1 << 12), columns(1 << 10),
        a(spread<float>(rows * columns, 0, 1, 0.7548776662466927)) {}
};

/// What flows along the rows of a square, and how fast, on either side.
struct Flow {
  static constexpr float step = 0.5f, solid = -0.75f;
  int64_t side;
  std::vector<float> u, v;

  explicit Flow(Machine machine)
      : side(machine == Machine::gpu ? 8192 : 1024), u(spread<float>(side * side, 0, 1, 0.7548776662466927)),
        v(spread<float>(side * side, -1, 2, 0.5698402909980532)) {}
};

/// What flows in nine directions through each point of a cavity; plane k of `from` has that of direction k.
struct Lattice {
  static constexpr int directions = 9;
  static constexpr int cx[] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[] = {0, 0, 1, 0, -1, 1, 1, -1, -1},
                       opposite[] = {0, 3, 4, 1, 2, 7, 8, 5, 6};
  static constexpr float w[] = {0.44444445f,  0.11111111f,  0.11111111f,  0.11111111f, 0.11111111f,
                                0.027777778f, 0.027777778f, 0.027777778f, 0.027777778f};
  static constexpr float omega = 1.6f, lid = 0.1f;
  int64_t side;
  std::vector<float> from;

  explicit Lattice(Machine machine)
      : side(machine == Machine::gpu ? 2048 : 512),
        from(spread<float>(directions * side * side, 0.9, 0.2, 0.75487767)) {
    for (int64_t i = 0; i < int64_t(from.size()); ++i)
      from[i] *= w[i / (side * side)];
  }
};

struct Sparse {
  Cube matrix;
  std::vector<double> x;

  explicit Sparse(Machine machine)
      : matrix(machine == Machine::gpu ? 128 : 64, 0), x(spread<double>(matrix.rows, 0, 1, 0.7548776662466927)) {}
};

} // namespace inputs

#endif // QDC_BENCHMARKS_CODEGEN_INPUTS_H
