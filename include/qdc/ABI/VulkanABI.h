/* What KernelABI.h leaves open for images of targets "vulkan:...". Plain C, included by the compiler's lowering and by
 * the loader's Vulkan backend; QDC_KERNEL_ABI_VERSION counts its changes too. All that is not said here is as
 * KernelABI.h has it for GPUs: slots, error record, print buffer, stop word, words and further regions of the workspace
 * are found through slots of the same kinds, and their addresses are buffer device addresses.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef QDC_ABI_VULKANABI_H
#define QDC_ABI_VULKANABI_H

#include "qdc/ABI/KernelABI.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An image is one SPIR-V module, its words in little-endian order: SPIR-V 1.5 for "vulkan:1.2", which each Vulkan from
 * 1.2 on takes, 1.6 for "vulkan:1.3". Code that counts on more of a device than its version has
 * is for such a target with a name after it, as "vulkan:1.2+float-atomics"; what it needs is in the manifest. It has
 * neither descriptors nor specialisation constants. Its memory model is Vulkan's; whatever orders launches makes what
 * the earlier one wrote available and visible to the later one, in all memory of the device.
 *
 * For each symbol of the manifest there is an OpEntryPoint of that name, with the execution model GLCompute. Its
 * LocalSize is (blockThreads, 1, 1); `slotPassing` is `memory` and `subgroupWidth` 0. A launch has (blocks, 1, 1)
 * workgroups. KernelABI.h says how many: the code runs all iterations whatever the number, so that a loader takes what
 * its device allows in that dimension (65,535 everywhere) where there is more to do. Nor does anybody write the sizes
 * of a dispatch because an extent is known on the device alone: the loader launches as many workgroups as the device
 * runs at once, or as it likes. A loop that has an entry point (the strategy `block`) is a launch of one workgroup
 * (`grid` is `single`).
 *
 * The push constants are those of qd_vulkan_push, at offset 0, for the stage VK_SHADER_STAGE_COMPUTE_BIT. */
typedef struct qd_vulkan_push {
  uint64_t slots; /* address of the launch's slots, a multiple of 8: nothing writes them until it is over */
} qd_vulkan_push;
static_assert(sizeof(qd_vulkan_push) == 8, "entry points declare this block of push constants");
static_assert(offsetof(qd_vulkan_push, slots) == 0, "entry points read this layout");

/* Of an image whose code counts on no more than each device has: threads of a workgroup, and bytes of memory that they
 * share (maxComputeWorkGroupInvocations, maxComputeWorkGroupSize[0], maxComputeSharedMemorySize). No image needs more
 * memory; the manifest's `blockThreads` tells of each entry point how many threads. */
#define QDC_VULKAN_WORKGROUP_THREADS 128
#define QDC_VULKAN_WORKGROUP_BYTES 16384

/* A loop that is run in batches (the strategy `replay`) is a command buffer of several iterations, each launch
 * in it an indirect dispatch from one of these. The loader writes `wanted` for each, the workgroups of the launch if
 * its iteration begins, and who decides about an iteration writes `groups` of those that depend on the decision:
 * (wanted, 1, 1), or (0, 1, 1) where the loop is over. That is vkCmdDispatchIndirect's struct. */
typedef struct qd_vulkan_dispatch {
  uint32_t groups[3];
  uint32_t wanted;
} qd_vulkan_dispatch;
static_assert(sizeof(qd_vulkan_dispatch) == 16, "who decides about a loop writes this layout");
static_assert(offsetof(qd_vulkan_dispatch, wanted) == 12, "who decides about a loop reads this layout");

/* What a decision is about, launches that run or not together; the slot `conditionHandle` holds its address. Code of the
 * loader decides, or an entry point that ends an iteration (KernelABI.h), which images do not have so far. `proceeds` is
 * 1 afterwards where these launches come next, else 0, and each of the `count` dispatches is as above. */
typedef struct qd_vulkan_condition {
  uint32_t proceeds;
  uint32_t count;
  uint64_t dispatches; /* address of the first qd_vulkan_dispatch */
} qd_vulkan_condition;
static_assert(sizeof(qd_vulkan_condition) == 16, "who decides about a loop writes this layout");
static_assert(offsetof(qd_vulkan_condition, count) == 4, "who decides about a loop reads this layout");
static_assert(offsetof(qd_vulkan_condition, dispatches) == 8, "who decides about a loop reads this layout");

/* Entry points declare the execution modes SignedZeroInfNanPreserve and RoundingModeRTE for each width of the floats in
 * the module. No image needs them: a loader takes those out of the module that the device does not promise
 * (shaderSignedZeroInfNanPreserveFloat32 and its like), and a capability of which the device promises no width. */

/* What an image needs of a device is the manifest's `features`: the names of VulkanNeeds.def, sorted. A loader refuses
 * an image with a name that it does not know, or that the device lacks, by that name. What each image needs is among
 * them too: bufferDeviceAddress, shaderInt64, vulkanMemoryModel. */

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
