// The sizes and states in which the cases of `./dev bench grad` start, and which elements of gradients are compared.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_GRAD_INPUTS_H
#define QDC_BENCHMARKS_GRAD_INPUTS_H

#include "codegen/Inputs.h"

namespace inputs {

/// As many elements of an array as are compared, evenly spread over it.
inline constexpr int64_t kCompared = 1024;

template <typename T>
std::vector<double> sample(const std::vector<T> &values) {
  const size_t count = std::min<size_t>(kCompared, values.size());
  std::vector<double> chosen(count);
  for (size_t i = 0; i < count; ++i)
    chosen[i] = double(values[i * values.size() / count]);
  return chosen;
}

/// Loops of 1 to 64 trips, neighbours with different numbers of them. `weights` are the derivatives of the loss with
/// respect to what the loops end with.
struct Trips {
  static constexpr int64_t n = 65536;
  static constexpr int32_t longest = 64;
  static constexpr float rate = 0.1f;
  std::vector<float> x = spread<float>(n, 0.1, 0.3, 0.7548776662466927);
  std::vector<float> weights = spread<float>(n, 0.5, 1, 0.5698402909980532);
  std::vector<int32_t> count;

  Trips() {
    for (double number : spread<double>(n, 1, longest, 0.8191725133961645))
      count.push_back(int32_t(number));
  }
};

/// The same, where one loop in a hundred has 64 trips and the others have none.
struct Gated : Trips {
  static constexpr int64_t n = 1 << 20;

  Gated() {
    x = spread<float>(n, 0.1, 0.3, 0.7548776662466927);
    weights = spread<float>(n, 0.5, 1, 0.5698402909980532);
    count.assign(n, 0);
    for (int64_t i = 36; i < n; i += 100)
      count[i] = longest;
  }
};

/// A plate with sides of `side` points.
struct Plate {
  static constexpr float k = 0.2f;
  int64_t side;
  std::vector<float> u, weights;

  explicit Plate(Machine machine)
      : side(machine == Machine::gpu ? 2048 : 1024), u(spread<float>(side * side, 0, 100, 0.7548776662466927)),
        weights(spread<float>(side * side, 0.5, 1, 0.5698402909980532)) {}
};

/// A block of fluid at rest, two particles along each side of a cell, in a box of side 1.
struct FluidBlock {
  static constexpr float dt = 1e-4f;
  int64_t particles, nodes;
  std::vector<float> x, v, c, j;

  explicit FluidBlock(Machine machine)
      : particles(machine == Machine::gpu ? 1 << 20 : 1 << 16), nodes(machine == Machine::gpu ? 1024 : 256),
        v(spread<float>(2 * particles, -1, 2, 0.7548776662466927)),
        c(spread<float>(4 * particles, -1, 2, 0.5698402909980532)), j(spread<float>(particles, 0.9, 0.2, 0.8191725)) {
    for (int64_t p = 0; p < particles; ++p) {
      x.push_back(float(0.2 + 0.5 * std::fmod(double(p) * 0.7548776662466927, 1)));
      x.push_back(float(0.2 + 0.5 * std::fmod(double(p) * 0.5698402909980532, 1)));
    }
  }
};

/// Iterations that push as many entries on an adstack as it has room for, and pop them.
struct Adstack {
  static constexpr int64_t n = 1 << 20;
  static constexpr int64_t depths[] = {8, 64, 256};
  std::vector<float> x = spread<float>(n, 0, 1, 0.7548776662466927);
};

} // namespace inputs

#endif // QDC_BENCHMARKS_GRAD_INPUTS_H
