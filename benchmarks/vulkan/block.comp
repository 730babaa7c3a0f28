// A loop that one workgroup runs: each iteration is a task that reads what others of the one before wrote.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 460
#pragma use_vulkan_memory_model
#extension GL_EXT_buffer_reference : require
#extension GL_KHR_memory_scope_semantics : require
layout(local_size_x = 256) in;
layout(buffer_reference, std430, buffer_reference_align = 4) workgroupcoherent buffer Floats { float at[]; };
layout(push_constant) uniform Push {
  Floats x, y;
  uint iterations; // an even number
};

void meet() {
  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer,
                 gl_SemanticsAcquireRelease | gl_SemanticsMakeAvailable | gl_SemanticsMakeVisible);
}

void main() {
  const uint mine = gl_LocalInvocationID.x, next = (mine + 1) % 256;
  for (uint iteration = 0; iteration < iterations; iteration += 2) {
    y.at[mine] = x.at[next] + 1;
    meet();
    x.at[mine] = y.at[next] + 1;
    meet();
  }
}
