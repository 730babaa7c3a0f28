/* Publish.comp - Publish.c as an entry point of Vulkan
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types : require
#include "PublishNumbers.h"
layout(local_size_x = QDRT_PUBLISH_THREADS) in;
#define qdrt_publish publish // a compiler takes what has the name of the entry point for that
#include "Publish.c"

void main() {
  publish(QDRT_SLOT(0), QDRT_SLOT(1), QDRT_SLOT(2), QDRT_SLOT(3), QDRT_SLOT(4), QDRT_SLOT(5));
}
