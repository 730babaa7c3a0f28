/* CountersHeaderTest.c - counters.h by itself
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "qdrt/counters.h" /* when it comes first, it brings all of qdrt.h */

#include <assert.h>

static_assert(sizeof(&qdrt_kernel_counters) == sizeof(&qdrt_kernel_launch), "of this header, and of qdrt.h");
static_assert(sizeof(&qdrt_device_code_counters) == sizeof(&qdrt_kernel_launch), "likewise");
static_assert(sizeof(&qdrt_kernel_counters) == sizeof(&qdrt_workspace_bind), "and of another part");
