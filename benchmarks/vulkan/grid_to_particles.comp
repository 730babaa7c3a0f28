// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 460
#extension GL_GOOGLE_include_directive : require
#include "fluid.glsl"

void main() {
  const uint p = gl_GlobalInvocationID.x;
  if (p >= particles)
    return;
  const float dx = 1.0 / nodes, scale = 4.0 * nodes * nodes;
  const vec2 position = x.at[p];
  const Stencil sx = stencilOf(position.x), sy = stencilOf(position.y);
  Pairs velocities = Pairs(gridV);
  vec2 u = vec2(0);
  vec4 affine = vec4(0);
  [[unroll]] for (int i = 0; i < 3; ++i)
    [[unroll]] for (int k = 0; k < 3; ++k) {
      const float d0 = (i - sx.fx) * dx, d1 = (k - sy.fx) * dx, w = sx.weight[i] * sy.weight[k];
      const int node = (sx.base + i) * nodes + sy.base + k;
      const vec2 g = velocities.at[node];
      u += w * g;
      affine += w * scale * vec4(g.x * d0, g.x * d1, g.y * d0, g.y * d1);
    }
  v.at[p] = u;
  x.at[p] = position + dt * u;
  c.at[p] = affine;
  j.at[p] *= 1 + dt * (affine.x + affine.w);
}
