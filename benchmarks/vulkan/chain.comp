// One task of the chain, and of what a dispatch costs: each element follows from the next one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 4) readonly restrict buffer In { float at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly restrict buffer Out { float at[]; };
layout(push_constant) uniform Push {
  In from;
  Out to;
  float factor;
  uint count;
};

void main() {
  const uint i = gl_GlobalInvocationID.x;
  if (i < count)
    to.at[i] = from.at[i + 1 == count ? 0 : i + 1] * factor + 0.5;
}
