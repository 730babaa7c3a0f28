// The same pendulum in plain C++ and double.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_EXAMPLES_FIT_REFERENCE_H
#define QDC_EXAMPLES_FIT_REFERENCE_H

#include <array>
#include <cstdint>
#include <vector>

/// Where it starts, how strongly it is pulled back, and how strongly it is braked.
using Pendulum = std::array<double, 3>;

/// The angles after 0 to `steps` steps.
std::vector<double> swing(const Pendulum &pendulum, int steps, double dt);
/// The gradient of the mean square of differences from what was measured, with tangents of angle and speed carried
/// along.
Pendulum lossGradient(const Pendulum &pendulum, const std::vector<int32_t> &steps, const std::vector<float> &measured,
                      double dt);
double length(const Pendulum &vector);

#endif // QDC_EXAMPLES_FIT_REFERENCE_H
