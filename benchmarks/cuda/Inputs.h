// The states in which the cases of `./dev bench cuda` start. benchmarks/rivals/inputs_cuda.py has the same ones.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CUDA_INPUTS_H
#define QDC_BENCHMARKS_CUDA_INPUTS_H

#include <cmath>
#include <cstdint>
#include <vector>

namespace inputs {

/// Of the graphs: a chain of ten small tasks, with a factor each.
constexpr int64_t graphElements = 4096;
constexpr int graphTasks = 10;
constexpr float graphFactor = 0.75f;

/// The factor of task `task` when it changes from call to call.
inline float changingFactor(int64_t call, int task) { return 0.5f + 0.03125f * float((call + task) % 8); }

/// Of saxpy and the sum.
constexpr int64_t largeElements = int64_t(1) << 28;
constexpr float largeFactor = 1e-6f;
inline float largeValue(int64_t i) { return float(i % 1000) * 0.0009765625f; }

/// A block of falling fluid: mpm88 with a million particles, or fewer, which fill it evenly in an order without
/// locality.
struct Fluid {
  static constexpr int64_t particles = 1 << 20, nodes = 1024, substeps = 20; // of one call
  static constexpr float dt = 2e-5f;
  std::vector<float> x, v, j;
  explicit Fluid(int64_t count = particles) : x(2 * count), v(2 * count), j(count, 1.0f) {
    for (int64_t p = 0; p < count; ++p) {
      const double n = double(p);
      x[2 * p] = float(0.2 + 0.4 * std::fmod(n * 0.7548776662466927, 1));
      x[2 * p + 1] = float(0.05 + 0.4 * std::fmod(n * 0.5698402909980532, 1));
      v[2 * p + 1] = -1;
    }
  }
};

/// Centre of the particles, their kinetic energy and their volume, each for a mass and a volume of 1.
inline std::vector<double> fluidValues(const std::vector<float> &x, const std::vector<float> &v,
                                       const std::vector<float> &j) {
  double x0 = 0, x1 = 0, energy = 0, volume = 0;
  const double count = double(j.size());
  for (size_t p = 0; p < j.size(); ++p) {
    x0 += x[2 * p];
    x1 += x[2 * p + 1];
    energy += 0.5 * (double(v[2 * p]) * v[2 * p] + double(v[2 * p + 1]) * v[2 * p + 1]);
    volume += j[p];
  }
  return {x0 / count, x1 / count, energy / count, volume / count};
}

inline double sum(const std::vector<float> &values) {
  double total = 0;
  for (float value : values)
    total += value;
  return total;
}

/// What is measured of work that is started and goes on: the host's part, a call after the other, or each call to its
/// end.
enum class Timing { host, backToBack, synchronized };

} // namespace inputs

#endif // QDC_BENCHMARKS_CUDA_INPUTS_H
