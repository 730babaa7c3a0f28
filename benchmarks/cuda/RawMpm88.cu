// Moving least squares MPM as in examples/mpm88, by hand: one graph for a substep.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "RawCases.h"
#include "RawDevice.h"

namespace {

using inputs::Fluid;
constexpr int threads = 128;

struct Stencil {
  int base;
  float fx, weight[3];
  __device__ Stencil(float position, int nodes) {
    float scaled = position * nodes;
    base = int(scaled - 0.5f);
    fx = scaled - base;
    weight[0] = 0.5f * (1.5f - fx) * (1.5f - fx);
    weight[1] = 0.75f - (fx - 1) * (fx - 1);
    weight[2] = 0.5f * (fx - 0.5f) * (fx - 0.5f);
  }
};

struct State {
  float2 *x, *v;
  float4 *c;
  float *j;
  float2 *gridV;
  float *gridM;
  int particles, nodes;
  float dt;
};

__global__ void particlesToGrid(State s) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= s.particles)
    return;
  const float stiffness = 400, dx = 1.0f / s.nodes, volume = 0.25f * dx * dx, mass = volume;
  float2 x = s.x[p], v = s.v[p];
  float4 c = s.c[p];
  Stencil sx(x.x, s.nodes), sy(x.y, s.nodes);
  float stress = -4 * s.dt * stiffness * volume * (s.j[p] - 1) * s.nodes * s.nodes;
  float a00 = stress + mass * c.x, a01 = mass * c.y, a10 = mass * c.z, a11 = stress + mass * c.w;
#pragma unroll
  for (int i = 0; i < 3; ++i)
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      float d0 = (i - sx.fx) * dx, d1 = (k - sy.fx) * dx, w = sx.weight[i] * sy.weight[k];
      int node = (sx.base + i) * s.nodes + sy.base + k;
      atomicAdd(&s.gridV[node].x, w * (mass * v.x + a00 * d0 + a01 * d1));
      atomicAdd(&s.gridV[node].y, w * (mass * v.y + a10 * d0 + a11 * d1));
      atomicAdd(&s.gridM[node], w * mass);
    }
}

__global__ void grid(State s) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= s.nodes * s.nodes)
    return;
  float m = s.gridM[node];
  if (m <= 0)
    return;
  const float gravity = 9.8f;
  int i = node / s.nodes, k = node % s.nodes;
  float2 g = s.gridV[node];
  float u0 = g.x / m, u1 = g.y / m - s.dt * gravity;
  if ((i < 3 && u0 < 0) || (i > s.nodes - 3 && u0 > 0))
    u0 = 0;
  if ((k < 3 && u1 < 0) || (k > s.nodes - 3 && u1 > 0))
    u1 = 0;
  s.gridV[node] = make_float2(u0, u1);
}

__global__ void gridToParticles(State s) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= s.particles)
    return;
  const float dx = 1.0f / s.nodes, scale = 4.0f * s.nodes * s.nodes;
  float2 x = s.x[p];
  Stencil sx(x.x, s.nodes), sy(x.y, s.nodes);
  float u0 = 0, u1 = 0, c00 = 0, c01 = 0, c10 = 0, c11 = 0;
#pragma unroll
  for (int i = 0; i < 3; ++i)
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      float d0 = (i - sx.fx) * dx, d1 = (k - sy.fx) * dx, w = sx.weight[i] * sy.weight[k];
      float2 g = s.gridV[(sx.base + i) * s.nodes + sy.base + k];
      u0 += w * g.x;
      u1 += w * g.y;
      c00 += w * g.x * scale * d0;
      c01 += w * g.x * scale * d1;
      c10 += w * g.y * scale * d0;
      c11 += w * g.y * scale * d1;
    }
  s.v[p] = make_float2(u0, u1);
  s.x[p] = make_float2(x.x + s.dt * u0, x.y + s.dt * u1);
  s.c[p] = make_float4(c00, c01, c10, c11);
  s.j[p] *= 1 + s.dt * (c00 + c11);
}

class Mpm88 final : public Case {
public:
  void call() override {
    for (int64_t step = 0; step < Fluid::substeps; ++step)
      substep.launch(stream);
  }
  void finish() override { stream.synchronize(); }
  std::vector<double> values() const override { return inputs::fluidValues(x.read(), v.read(), j.read()); }

private:
  void record() {
    constexpr int particles = Fluid::particles, nodes = Fluid::nodes;
    float *velocities = gridV, *masses = gridM;
    const State state = {reinterpret_cast<float2 *>(static_cast<float *>(x)),
                         reinterpret_cast<float2 *>(static_cast<float *>(v)),
                         reinterpret_cast<float4 *>(static_cast<float *>(c)),
                         j,
                         reinterpret_cast<float2 *>(velocities),
                         masses,
                         particles,
                         nodes,
                         Fluid::dt};
    raw::check(cudaMemsetAsync(velocities, 0, sizeof(float) * 2 * nodes * nodes, stream));
    raw::check(cudaMemsetAsync(masses, 0, sizeof(float) * nodes * nodes, stream));
    particlesToGrid<<<(particles + threads - 1) / threads, threads, 0, stream>>>(state);
    grid<<<(nodes * nodes + threads - 1) / threads, threads, 0, stream>>>(state);
    gridToParticles<<<(particles + threads - 1) / threads, threads, 0, stream>>>(state);
  }

  Fluid start;
  raw::Stream stream;
  raw::Array x{start.x}, v{start.v}, c{4 * Fluid::particles}, j{start.j};
  raw::Array gridV{2 * Fluid::nodes * Fluid::nodes}, gridM{Fluid::nodes * Fluid::nodes};
  raw::Graph substep{stream, [this] { record(); }};
};

} // namespace

std::unique_ptr<Case> makeRawMpm88() { return std::make_unique<Mpm88>(); }
