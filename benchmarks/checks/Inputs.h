// The sizes and states in which the cases of `./dev bench checks` start. Arrays are row-major.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CHECKS_INPUTS_H
#define QDC_BENCHMARKS_CHECKS_INPUTS_H

#include "codegen/Inputs.h"

namespace inputs {

/// A square plate whose upper border is hot.
struct Plate {
  static constexpr int64_t side = 2048;
  static constexpr float k = 0.2f;
  std::vector<float> u, v;
  Plate() : u(side * side), v(side * side) { std::fill_n(u.begin(), side, 100.0f); }
};

/// The right side of a Poisson equation, and the solver's vectors.
struct Poisson {
  static constexpr int64_t side = 1024, iterations = 20; // of one call
  std::vector<double> b, zero;
  Poisson() : b(side * side), zero(side * side) {
    for (size_t i = 0; i < b.size(); ++i)
      b[i] = 1.0 / double(1 + i % 97);
  }
};

/// A block of falling fluid for examples/mpm88: evenly filled, in an order without locality.
struct Droplets {
  static constexpr int64_t substeps = 20; // of one call
  int64_t particles, nodes;
  float dt;
  std::vector<float> x, v, c, j, gridV, gridM;

  explicit Droplets(Machine machine)
      : particles(machine == Machine::gpu ? 1 << 20 : 1 << 13), nodes(machine == Machine::gpu ? 1024 : 128),
        dt(machine == Machine::gpu ? 2e-5f : 2e-4f), x(2 * particles), v(2 * particles), c(4 * particles),
        j(particles, 1.0f), gridV(2 * nodes * nodes), gridM(nodes * nodes) {
    for (int64_t p = 0; p < particles; ++p) {
      x[2 * p] = float(0.2 + 0.4 * std::fmod(double(p) * 0.7548776662466927, 1));
      x[2 * p + 1] = float(0.05 + 0.4 * std::fmod(double(p) * 0.5698402909980532, 1));
      v[2 * p + 1] = -1;
    }
  }
};

/// Elements of a small table in a random order: the table stays in the caches, so that a check is not hidden by memory.
struct Lookup {
  static constexpr int64_t table = 1 << 14;
  static constexpr float factor = 0.5f;
  int64_t n;
  std::vector<float> x;
  std::vector<int32_t> p;

  explicit Lookup(Machine machine)
      : n(machine == Machine::gpu ? 1 << 26 : 1 << 22), x(spread<float>(table, 1, 1, 0.6180339887498949)), p(n) {
    for (int64_t i = 0; i < n; ++i)
      p[i] = int32_t(uint32_t(i) * 2654435761u >> 18);
  }
};

} // namespace inputs

#endif // QDC_BENCHMARKS_CHECKS_INPUTS_H
