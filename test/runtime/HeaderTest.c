/* HeaderTest.c - the headers are C
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The layout that callers of older versions rely on: fields are only added at the end. */
#include "qdrt/workspace.h" /* when it comes first, it brings all of qdrt.h */

#include <assert.h>

static_assert(sizeof(qdrt_scalar) == 8, "part of the ABI");
static_assert(sizeof(qdrt_argument) == 40, "part of the ABI");
static_assert(offsetof(qdrt_argument, data) == 24, "part of the ABI");
static_assert(offsetof(qdrt_launch_options, maximum_iterations) == 32, "part of the ABI");
static_assert(offsetof(qdrt_launch_options, loops) == 40, "part of the ABI");
static_assert(offsetof(qdrt_loop_info, reason) == 48, "part of the ABI");
static_assert(offsetof(qdrt_loop_info, estimates) == 56, "part of the ABI");
static_assert(offsetof(qdrt_counters, specialized) == 96, "part of the ABI");
static_assert(sizeof(qdrt_status) == 4 && sizeof(qdrt_type) == 4 && sizeof(qdrt_backend) == 4, "an int in C++");
