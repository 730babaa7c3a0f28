// The examples' kernels as a person would write them in C++ with OpenMP for this processor.
// Arrays are row-major; sizes count elements.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef QDC_BENCHMARKS_CPU_OPENMPKERNELS_H
#define QDC_BENCHMARKS_CPU_OPENMPKERNELS_H

#include <cstdint>

namespace openmp {

void saxpy(const float *x, float *y, float a, int64_t n);

/// One iteration of examples/heat: flow, then copy back with the largest change.
float heat(float *u, float *v, int64_t rows, int64_t columns, float k);

struct ConjugateGradient {
  int64_t rows, columns;
  const double *b;
  double *x, *r, *p, *q;
  double residual;

  void start();
  /// One iteration of examples/conjugate_gradient.
  void iterate();
};

/// One substep of examples/mpm88, with atomic additions to the grid.
struct Mpm88 {
  int64_t particles, nodes;
  float *x, *v, *c, *j, *gridV, *gridM;

  void substep(float dt);
};

} // namespace openmp

#endif // QDC_BENCHMARKS_CPU_OPENMPKERNELS_H
