// The same net in plain C++ and double.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_EXAMPLES_SPRINGS_REFERENCE_H
#define QDC_EXAMPLES_SPRINGS_REFERENCE_H

#include <cstdint>
#include <vector>

/// A net of masses, all of mass 1, and what happens to it.
struct Net {
  int64_t masses, steps;
  float stiffness, drag, dt;
  std::vector<int32_t> ends; ///< the two masses of each spring
  std::vector<int32_t> held; ///< for each mass: not 0 if it does not move
  std::vector<float> start; ///< two coordinates of each mass; all are at rest

  int64_t springs() const { return static_cast<int64_t>(ends.size()) / 2; }
};

/// Places after the last step, where springs are as long as `lengths` when they pull at nothing.
std::vector<double> finish(const Net &net, const std::vector<double> &lengths);
/// The mean square of how far these places are from the goal.
double distance(const std::vector<double> &places, const std::vector<float> &goal);
/// The gradient of that distance by each length: the steps backwards, by hand.
std::vector<double> distanceGradient(const Net &net, const std::vector<double> &lengths,
                                     const std::vector<float> &goal);

#endif // QDC_EXAMPLES_SPRINGS_REFERENCE_H
