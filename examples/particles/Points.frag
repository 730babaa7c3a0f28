// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450

layout(location = 0) out vec4 colour;

void main() { colour = vec4(1, 0.75, 0.3, 1); }
