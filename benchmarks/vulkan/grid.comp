// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 460
#extension GL_GOOGLE_include_directive : require
#include "fluid.glsl"

void main() {
  const int node = int(gl_GlobalInvocationID.x);
  if (node >= nodes * nodes)
    return;
  const float m = gridM.at[node];
  if (m <= 0)
    return;
  const float gravity = 9.8;
  const int i = node / nodes, k = node % nodes;
  Pairs velocities = Pairs(gridV);
  vec2 u = velocities.at[node] / m - vec2(0, dt * gravity);
  if ((i < 3 && u.x < 0) || (i > nodes - 3 && u.x > 0))
    u.x = 0;
  if ((k < 3 && u.y < 0) || (k > nodes - 3 && u.y > 0))
    u.y = 0;
  velocities.at[node] = u;
}
