// The same fluid in plain C++ and double, one particle after the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_EXAMPLES_MPM88_REFERENCE_H
#define QDC_EXAMPLES_MPM88_REFERENCE_H

#include <vector>

struct ReferenceFluid {
  int nodes;                        // grid nodes along a side
  std::vector<double> x, v, c, j;   // as mpm88.qir has them
  std::vector<double> gridV, gridM; // the grid of the last substep, before and after forces: velocity, mass

  void substep(double dt);
  /// Momentum of all particles along an axis, for the mass of one.
  double momentum(int axis) const;
};

#endif // QDC_EXAMPLES_MPM88_REFERENCE_H
