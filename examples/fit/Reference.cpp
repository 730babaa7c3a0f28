// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reference.h"

#include <cmath>
#include <cstddef>

std::vector<double> swing(const Pendulum &pendulum, int steps, double dt) {
  auto [x, stiffness, damping] = pendulum;
  double v = 0;
  std::vector<double> angles = {x};
  for (int step = 0; step < steps; ++step) {
    v -= dt * (stiffness * std::sin(x) + damping * v);
    x += dt * v;
    angles.push_back(x);
  }
  return angles;
}

Pendulum lossGradient(const Pendulum &pendulum, const std::vector<int32_t> &steps, const std::vector<float> &measured,
                      double dt) {
  auto [start, stiffness, damping] = pendulum;
  Pendulum gradient = {};
  for (size_t i = 0; i < steps.size(); ++i) {
    double x = start, v = 0;
    Pendulum dx = {1, 0, 0}, dv = {}; // by each of the three
    for (int step = 0; step < steps[i]; ++step) {
      Pendulum own = {0, std::sin(x), v};
      for (size_t k = 0; k < 3; ++k)
        dv[k] -= dt * (stiffness * std::cos(x) * dx[k] + damping * dv[k] + own[k]);
      v -= dt * (stiffness * std::sin(x) + damping * v);
      x += dt * v;
      for (size_t k = 0; k < 3; ++k)
        dx[k] += dt * dv[k];
    }
    for (size_t k = 0; k < 3; ++k)
      gradient[k] += 2 * (x - measured[i]) * dx[k] / double(steps.size());
  }
  return gradient;
}

double length(const Pendulum &vector) { return std::hypot(vector[0], vector[1], vector[2]); }
