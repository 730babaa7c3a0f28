// The end of an iteration: writes the workgroups of the dispatches of the next one, none once the loop is over.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 460
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Words { uint at[]; };
layout(push_constant) uniform Push {
  Words iterations; // done, and the most
  Words groups;
};

void main() {
  const uint done = iterations.at[0] + 1;
  iterations.at[0] = done;
  groups.at[0] = done < iterations.at[1] ? 1 : 0;
}
