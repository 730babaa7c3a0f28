// The states in which the cases start, and the sums that compare them. benchmarks/rivals/inputs.py has the same ones.
// Arrays are row-major.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CPU_INPUTS_H
#define QDC_BENCHMARKS_CPU_INPUTS_H

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

namespace inputs {

/// y = a * x + y for 2^24 elements.
struct Saxpy {
  static constexpr float a = 1e-6f;
  std::vector<float> x, y;
  Saxpy() : x(1 << 24), y(1 << 24, 0.5f) {
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>(i % 1000);
  }
};

/// A square plate whose upper border is hot.
struct Plate {
  static constexpr int64_t side = 2048;
  static constexpr float k = 0.2f;
  std::vector<float> u, v;
  Plate() : u(side * side), v(side * side) {
    for (int64_t j = 0; j < side; ++j)
      u[j] = 100;
  }
};

/// The right side of a Poisson equation, and the solver's vectors.
struct Poisson {
  static constexpr int64_t side = 1024, iterations = 20; // of one call
  std::vector<double> b, x, r, p, q;
  Poisson() : b(side * side), x(side * side), r(side * side), p(side * side), q(side * side) {
    for (size_t i = 0; i < b.size(); ++i)
      b[i] = 1.0 / static_cast<double>(1 + i % 97);
  }
};

/// A block of falling fluid. The particles fill it evenly (a Kronecker sequence), in an order without locality.
struct Fluid {
  static constexpr int64_t particles = 8192, nodes = 128, substeps = 20; // of one call
  static constexpr float dt = 2e-4f;
  std::vector<float> x, v, c, j, gridV, gridM;
  Fluid()
      : x(2 * particles), v(2 * particles), c(4 * particles), j(particles, 1.0f), gridV(2 * nodes * nodes),
        gridM(nodes * nodes) {
    for (int64_t p = 0; p < particles; ++p) {
      const double n = static_cast<double>(p);
      x[2 * p] = static_cast<float>(0.2 + 0.4 * std::fmod(n * 0.7548776662466927, 1));
      x[2 * p + 1] = static_cast<float>(0.05 + 0.4 * std::fmod(n * 0.5698402909980532, 1));
      v[2 * p + 1] = -1;
    }
  }
  /// Centre of the particles, their kinetic energy and their volume, each for a mass and a volume of 1.
  std::vector<double> values() const {
    double x0 = 0, x1 = 0, energy = 0, volume = 0;
    for (int64_t p = 0; p < particles; ++p) {
      x0 += x[2 * p];
      x1 += x[2 * p + 1];
      energy += 0.5 * (double(v[2 * p]) * v[2 * p] + double(v[2 * p + 1]) * v[2 * p + 1]);
      volume += j[p];
    }
    return {x0 / particles, x1 / particles, energy / particles, volume / particles};
  }
};

template <typename T>
double sum(const std::vector<T> &values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

} // namespace inputs

#endif // QDC_BENCHMARKS_CPU_INPUTS_H
