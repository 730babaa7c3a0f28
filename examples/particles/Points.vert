// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#version 450

layout(location = 0) in vec2 place; // of a particle, from -1 to 1, y upwards

void main() {
  gl_Position = vec4(place.x, -place.y, 0, 1);
  gl_PointSize = 1;
}
