// One number of each workgroup.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 460
#extension GL_EXT_buffer_reference : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 16) readonly restrict buffer In { vec4 at[]; };
layout(buffer_reference, std430, buffer_reference_align = 4) writeonly restrict buffer Out { float at[]; };
layout(push_constant) uniform Push {
  In from;
  Out to;
  uint count; // of vectors
};
shared float parts[256];

void main() {
  float mine = 0;
  for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * 256) {
    const vec4 value = from.at[i];
    mine += (value.x + value.y) + (value.z + value.w);
  }
  mine = subgroupAdd(mine);
  if (subgroupElect())
    parts[gl_SubgroupID] = mine;
  barrier();
  if (gl_LocalInvocationID.x == 0) {
    for (uint part = 1; part < gl_NumSubgroups; ++part)
      mine += parts[part];
    to.at[gl_WorkGroupID.x] = mine;
  }
}
