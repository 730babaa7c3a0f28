/* VulkanHeaderTest.c - vulkan.h by itself
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "qdrt/vulkan.h" /* when it comes first, it brings all of qdrt.h */

#include <assert.h>

static_assert(sizeof(&qdrt_vulkan_buffer_import) == sizeof(&qdrt_kernel_launch), "of this header, and of qdrt.h");
static_assert(sizeof(&qdrt_vulkan_buffer_import) == sizeof(&qdrt_buffer_free), "and of another part");
