/* Proceed.h - what decides about loops that are run in batches
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The contract between the loader, which launches the kernel `qdrt_proceed` at the end of each block of launches, and
 * the kernel (Proceed.c): one thread, whose one parameter is the address of the slots of ProceedNumbers.h in memory of
 * the device. A loop, with all that it holds, is blocks of launches between which control goes, each a
 * qd_vulkan_condition. One of them proceeds, or that for the end: the launches of all others have no workgroups, the
 * one that would decide after them included. The kernel decides what HostExecutor.h says that the host does, and makes
 * the next block the one that proceeds. Plain C. */
#ifndef QDRT_DEVICECODE_PROCEED_H
#define QDRT_DEVICECODE_PROCEED_H

#include "qdc/ABI/VulkanABI.h"

#include "Runtime/DeviceCode/LayoutChecks.h"
#include "Runtime/DeviceCode/ProceedNumbers.h"

#define QDRT_PROCEED_KERNEL "qdrt_proceed"

static_assert(offsetof(qd_vulkan_condition, proceeds) == QDRT_BLOCK_PROCEEDS_AT, "device code has the number");
static_assert(offsetof(qd_vulkan_condition, count) == QDRT_BLOCK_COUNT_AT, "device code has the number");
static_assert(offsetof(qd_vulkan_condition, dispatches) == QDRT_BLOCK_DISPATCHES_AT, "device code has the number");
static_assert(offsetof(qd_vulkan_dispatch, groups) == QDRT_DISPATCH_GROUPS_AT, "device code has the number");
static_assert(offsetof(qd_vulkan_dispatch, wanted) == QDRT_DISPATCH_WANTED_AT, "device code has the number");
static_assert(sizeof(qd_vulkan_dispatch) == QDRT_DISPATCH_BYTES, "device code has the number");
static_assert(offsetof(qd_loop_state, iterations) == QDRT_STATE_ITERATIONS_AT, "device code has the number");
static_assert(offsetof(qd_loop_state, end) == QDRT_STATE_END_AT, "device code has the number");
static_assert(offsetof(qd_loop_state, value) == QDRT_STATE_VALUE_AT, "device code has the number");
static_assert(offsetof(qd_loop_state, step) == QDRT_STATE_STEP_AT, "device code has the number");
static_assert(QD_ERROR_LOOP_MAXIMUM == QDRT_CODE_LOOP_MAXIMUM, "device code has the number");
static_assert(QD_ERROR_LAUNCH_MAXIMUM == QDRT_CODE_LAUNCH_MAXIMUM, "device code has the number");
static_assert(QD_ERROR_LOOP_STEP == QDRT_CODE_LOOP_STEP, "device code has the number");
static_assert(QD_ERROR_STOPPED == QDRT_CODE_STOPPED, "device code has the number");

#endif
