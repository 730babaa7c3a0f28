/* DeviceTarget.h - the language of DeviceCode, as GLSL for Vulkan
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Host/DeviceTarget.h says what each name means. A kernel has a file of its own here, whose main() calls it with what
 * lies in its slots (include/qdc/ABI/VulkanABI.h). */
#ifndef QDRT_DEVICECODE_SPIRV_DEVICETARGET_H
#define QDRT_DEVICECODE_SPIRV_DEVICETARGET_H

layout(buffer_reference, buffer_reference_align = 4) buffer Memory_uint32_t { uint32_t value; };
layout(buffer_reference, buffer_reference_align = 8) buffer Memory_uint64_t { uint64_t value; };
layout(push_constant) uniform Push { uint64_t slots; };

#define QDRT_KERNEL void
#define QDRT_HELPER
#define QDRT_THREAD() gl_LocalInvocationIndex
#define QDRT_THREADS(COUNT) (COUNT)
#define QDRT_ROLLED [[dont_unroll]]
#define QDRT_LOAD(TYPE, ADDRESS) (Memory_##TYPE(ADDRESS).value)
#define QDRT_STORE(TYPE, ADDRESS, VALUE) (Memory_##TYPE(ADDRESS).value = TYPE(VALUE))
#define QDRT_SLOT(INDEX) QDRT_LOAD(uint64_t, slots + 8 * (INDEX))

#endif
