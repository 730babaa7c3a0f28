// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_atomic_float : require
#include "fluid.glsl"

void main() {
  const uint p = gl_GlobalInvocationID.x;
  if (p >= particles)
    return;
  const float stiffness = 400, dx = 1.0 / nodes, volume = 0.25 * dx * dx, mass = volume;
  const vec2 position = x.at[p], velocity = v.at[p];
  const vec4 affine = c.at[p];
  const Stencil sx = stencilOf(position.x), sy = stencilOf(position.y);
  const float stress = -4 * dt * stiffness * volume * (j.at[p] - 1) * nodes * nodes;
  const float a00 = stress + mass * affine.x, a01 = mass * affine.y, a10 = mass * affine.z,
              a11 = stress + mass * affine.w;
  [[unroll]] for (int i = 0; i < 3; ++i)
    [[unroll]] for (int k = 0; k < 3; ++k) {
      const float d0 = (i - sx.fx) * dx, d1 = (k - sy.fx) * dx, w = sx.weight[i] * sy.weight[k];
      const int node = (sx.base + i) * nodes + sy.base + k;
      atomicAdd(gridV.at[2 * node], w * (mass * velocity.x + a00 * d0 + a01 * d1));
      atomicAdd(gridV.at[2 * node + 1], w * (mass * velocity.y + a10 * d0 + a11 * d1));
      atomicAdd(gridM.at[node], w * mass);
    }
}
