// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Reference.h"

#include <cstddef>

using std::size_t;

static constexpr double density = 1, stiffness = 400, gravity = 9.8;
static constexpr int wall = 3;

namespace {
// The three nodes around a coordinate along one axis.
struct Stencil {
  int base;
  double fx, weight[3];
  Stencil(double position, int nodes) {
    base = int(position * nodes - 0.5);
    fx = position * nodes - base;
    weight[0] = 0.5 * (1.5 - fx) * (1.5 - fx);
    weight[1] = 0.75 - (fx - 1) * (fx - 1);
    weight[2] = 0.5 * (fx - 0.5) * (fx - 0.5);
  }
};
} // namespace

void ReferenceFluid::substep(double dt) {
  const double dx = 1.0 / nodes, volume = 0.25 * dx * dx, mass = volume * density;
  const size_t particles = j.size();
  gridV.assign(size_t(nodes) * nodes * 2, 0);
  gridM.assign(size_t(nodes) * nodes, 0);
  for (size_t p = 0; p < particles; ++p) {
    Stencil sx(x[2 * p], nodes), sy(x[2 * p + 1], nodes);
    double stress = -4 * dt * stiffness * volume * (j[p] - 1) / (dx * dx);
    double a[4] = {stress + mass * c[4 * p], mass * c[4 * p + 1], mass * c[4 * p + 2], stress + mass * c[4 * p + 3]};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        double d0 = (i - sx.fx) * dx, d1 = (k - sy.fx) * dx, w = sx.weight[i] * sy.weight[k];
        size_t node = size_t(sx.base + i) * nodes + sy.base + k;
        gridV[2 * node] += w * (mass * v[2 * p] + a[0] * d0 + a[1] * d1);
        gridV[2 * node + 1] += w * (mass * v[2 * p + 1] + a[2] * d0 + a[3] * d1);
        gridM[node] += w * mass;
      }
  }
  for (int i = 0; i < nodes; ++i)
    for (int k = 0; k < nodes; ++k) {
      size_t node = size_t(i) * nodes + k;
      if (gridM[node] <= 0)
        continue;
      double u0 = gridV[2 * node] / gridM[node], u1 = gridV[2 * node + 1] / gridM[node] - dt * gravity;
      if ((i < wall && u0 < 0) || (i > nodes - wall && u0 > 0))
        u0 = 0;
      if ((k < wall && u1 < 0) || (k > nodes - wall && u1 > 0))
        u1 = 0;
      gridV[2 * node] = u0, gridV[2 * node + 1] = u1;
    }
  for (size_t p = 0; p < particles; ++p) {
    Stencil sx(x[2 * p], nodes), sy(x[2 * p + 1], nodes);
    double u[2] = {}, affine[4] = {};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        double d[2] = {(i - sx.fx) * dx, (k - sy.fx) * dx}, w = sx.weight[i] * sy.weight[k];
        const double *g = &gridV[2 * (size_t(sx.base + i) * nodes + sy.base + k)];
        for (int r = 0; r < 2; ++r) {
          u[r] += w * g[r];
          for (int s = 0; s < 2; ++s)
            affine[2 * r + s] += 4 * w * g[r] * d[s] / (dx * dx);
        }
      }
    for (int r = 0; r < 2; ++r) {
      v[2 * p + r] = u[r];
      x[2 * p + r] += dt * u[r];
    }
    for (int s = 0; s < 4; ++s)
      c[4 * p + s] = affine[s];
    j[p] *= 1 + dt * (affine[0] + affine[3]);
  }
}

double ReferenceFluid::momentum(int axis) const {
  double sum = 0;
  for (size_t p = 0; p < j.size(); ++p)
    sum += v[2 * p + axis];
  return sum * 0.25 / (double(nodes) * nodes) * density;
}
