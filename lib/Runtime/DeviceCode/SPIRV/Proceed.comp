/* Proceed.comp - Proceed.c as an entry point of Vulkan
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 1) in;
#define qdrt_proceed proceed // a compiler takes what has the name of the entry point for that
#include "Proceed.c"

void main() { proceed(slots); }
