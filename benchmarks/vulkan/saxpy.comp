// Sixteen bytes a load. The workgroups are a rectangle, whose sides devices limit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 16) readonly restrict buffer In { vec4 at[]; };
layout(buffer_reference, std430, buffer_reference_align = 16) restrict buffer InOut { vec4 at[]; };
layout(push_constant) uniform Push {
  In x;
  InOut y;
  float a;
  uint count; // of vectors
};

void main() {
  const uint i = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256 + gl_LocalInvocationID.x;
  if (i < count)
    y.at[i] += a * x.at[i];
}
