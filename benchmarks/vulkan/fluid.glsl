// What the three shaders of mpm88 share.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
layout(local_size_x = 128) in;
layout(buffer_reference, std430, buffer_reference_align = 8) restrict buffer Pairs { vec2 at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) restrict buffer Matrices { vec4 at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) restrict buffer Floats { float at[]; };
layout(push_constant) uniform Push {
  Pairs x, v;
  Matrices c;
  Floats j, gridV, gridM;
  uint particles;
  int nodes;
  float dt;
};

struct Stencil {
  int base;
  float fx, weight[3];
};

Stencil stencilOf(float position) {
  Stencil s;
  const float scaled = position * nodes;
  s.base = int(scaled - 0.5);
  s.fx = scaled - s.base;
  s.weight[0] = 0.5 * (1.5 - s.fx) * (1.5 - s.fx);
  s.weight[1] = 0.75 - (s.fx - 1) * (s.fx - 1);
  s.weight[2] = 0.5 * (s.fx - 0.5) * (s.fx - 0.5);
  return s;
}
