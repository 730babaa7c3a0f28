// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OpenMPKernels.h"

#include <algorithm>
#include <cmath>

namespace openmp {

void saxpy(const float *x, float *y, float a, int64_t n) {
#pragma omp parallel for simd schedule(static)
  for (int64_t i = 0; i < n; ++i)
    y[i] = a * x[i] + y[i];
}

float heat(float *u, float *v, int64_t rows, int64_t columns, float k) {
  float change = 0;
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int64_t i = 1; i < rows - 1; ++i) {
      const float *__restrict above = u + (i - 1) * columns, *__restrict row = u + i * columns,
                              *__restrict below = u + (i + 1) * columns;
      float *__restrict out = v + i * columns;
#pragma omp simd
      for (int64_t j = 1; j < columns - 1; ++j)
        out[j] = row[j] + k * (above[j] + below[j] + row[j - 1] + row[j + 1] - 4 * row[j]);
    }
#pragma omp for schedule(static) reduction(max : change)
    for (int64_t i = 1; i < rows - 1; ++i) {
      float largest = 0;
#pragma omp simd reduction(max : largest)
      for (int64_t j = 1; j < columns - 1; ++j) {
        float difference = std::fabs(v[i * columns + j] - u[i * columns + j]);
        largest = largest > difference ? largest : difference;
        u[i * columns + j] = v[i * columns + j];
      }
      change = std::max(change, largest);
    }
  }
  return change;
}

void ConjugateGradient::start() {
  double sum = 0;
#pragma omp parallel for simd schedule(static) reduction(+ : sum)
  for (int64_t i = 0; i < rows * columns; ++i) {
    x[i] = 0;
    r[i] = p[i] = b[i];
    sum += b[i] * b[i];
  }
  residual = sum;
}

void ConjugateGradient::iterate() {
  double pq = 0, squared = 0;
#pragma omp parallel for schedule(static) reduction(+ : pq)
  for (int64_t i = 0; i < rows; ++i) {
    const double *row = p + i * columns;
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int64_t j = 0; j < columns; ++j) {
      double above = i > 0 ? row[j - columns] : 0, below = i < rows - 1 ? row[j + columns] : 0;
      double left = j > 0 ? row[j - 1] : 0, right = j < columns - 1 ? row[j + 1] : 0;
      double value = 4 * row[j] - above - below - left - right;
      q[i * columns + j] = value;
      sum += row[j] * value;
    }
    pq += sum;
  }
  double alpha = pq == 0 ? 0 : residual / pq;
#pragma omp parallel for simd schedule(static) reduction(+ : squared)
  for (int64_t i = 0; i < rows * columns; ++i) {
    x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    squared += r[i] * r[i];
  }
  double beta = pq == 0 ? 0 : squared / residual;
  residual = squared;
#pragma omp parallel for simd schedule(static)
  for (int64_t i = 0; i < rows * columns; ++i)
    p[i] = r[i] + beta * p[i];
}

namespace {
struct Stencil {
  int base;
  float fx, weight[3];
  Stencil(float position, int64_t nodes) {
    float scaled = position * nodes;
    base = int(scaled - 0.5f);
    fx = scaled - base;
    weight[0] = 0.5f * (1.5f - fx) * (1.5f - fx);
    weight[1] = 0.75f - (fx - 1) * (fx - 1);
    weight[2] = 0.5f * (fx - 0.5f) * (fx - 0.5f);
  }
};
} // namespace

void Mpm88::substep(float dt) {
  const float stiffness = 400, gravity = 9.8f, dx = 1.0f / nodes, volume = 0.25f * dx * dx, mass = volume;
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int64_t i = 0; i < nodes * nodes * 2; ++i)
      gridV[i] = 0;
#pragma omp for schedule(static)
    for (int64_t i = 0; i < nodes * nodes; ++i)
      gridM[i] = 0;
#pragma omp for schedule(static)
    for (int64_t p = 0; p < particles; ++p) {
      Stencil sx(x[2 * p], nodes), sy(x[2 * p + 1], nodes);
      float stress = -4 * dt * stiffness * volume * (j[p] - 1) * nodes * nodes;
      float a00 = stress + mass * c[4 * p], a01 = mass * c[4 * p + 1];
      float a10 = mass * c[4 * p + 2], a11 = stress + mass * c[4 * p + 3];
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          float d0 = (i - sx.fx) * dx, d1 = (k - sy.fx) * dx, w = sx.weight[i] * sy.weight[k];
          int64_t node = (sx.base + i) * nodes + sy.base + k;
          float g0 = w * (mass * v[2 * p] + a00 * d0 + a01 * d1), g1 = w * (mass * v[2 * p + 1] + a10 * d0 + a11 * d1);
#pragma omp atomic
          gridV[2 * node] += g0;
#pragma omp atomic
          gridV[2 * node + 1] += g1;
#pragma omp atomic
          gridM[node] += w * mass;
        }
    }
#pragma omp for schedule(static)
    for (int64_t i = 0; i < nodes; ++i)
      for (int64_t k = 0; k < nodes; ++k) {
        int64_t node = i * nodes + k;
        if (gridM[node] <= 0)
          continue;
        float u0 = gridV[2 * node] / gridM[node], u1 = gridV[2 * node + 1] / gridM[node] - dt * gravity;
        if ((i < 3 && u0 < 0) || (i > nodes - 3 && u0 > 0))
          u0 = 0;
        if ((k < 3 && u1 < 0) || (k > nodes - 3 && u1 > 0))
          u1 = 0;
        gridV[2 * node] = u0;
        gridV[2 * node + 1] = u1;
      }
#pragma omp for schedule(static)
    for (int64_t p = 0; p < particles; ++p) {
      Stencil sx(x[2 * p], nodes), sy(x[2 * p + 1], nodes);
      float u[2] = {}, affine[4] = {};
      for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) {
          float d0 = (i - sx.fx) * dx, d1 = (k - sy.fx) * dx, w = sx.weight[i] * sy.weight[k];
          const float *g = &gridV[2 * ((sx.base + i) * nodes + sy.base + k)];
          float scale = 4.0f * nodes * nodes;
          u[0] += w * g[0];
          u[1] += w * g[1];
          affine[0] += w * g[0] * scale * d0;
          affine[1] += w * g[0] * scale * d1;
          affine[2] += w * g[1] * scale * d0;
          affine[3] += w * g[1] * scale * d1;
        }
      for (int s = 0; s < 2; ++s) {
        v[2 * p + s] = u[s];
        x[2 * p + s] += dt * u[s];
      }
      for (int s = 0; s < 4; ++s)
        c[4 * p + s] = affine[s];
      j[p] *= 1 + dt * (affine[0] + affine[3]);
    }
  }
}

} // namespace openmp
