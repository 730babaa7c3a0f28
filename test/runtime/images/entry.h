/* entry.h - one source of an entry point for every backend
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   ENTRY(add, 2) { *(int64_t *)slots[0] += (int64_t)slots[1]; }
 *
 * is an entry point with two slots. Its body runs the iterations [begin, end); `slots` are its slots, `context` tells
 * the thread.
 *
 * On the CPU that is the entry point itself. For CUDA, and for its fake driver, a body becomes five, which
 * PackageBuilder chooses from; their launch shape is one block of one thread for each iteration:
 *   add                  the grid is the extent
 *   add_by_word          one more slot: the address of the extent (i64); any grid does
 *   add_checked          one more slot: the error record; does nothing if its code is not 0
 *   add_checked_by_word  both: the extent, then the record
 *   add_memory           like add; its one parameter is the address of its slots
 *
 * For Vulkan WriteSpirv.py makes the same of entries.comp, and more: all slots are in memory, and
 *   add_by_value, add_checked_by_value
 *                        have the extent in a slot where the others have its address
 * So does the fake Vulkan of these sources.
 *
 * TRAP() ends the kernel as a wrong instruction does. cudaGraphSetConditional(handle, value) sets the condition of a
 * conditional node, and does nothing on the CPU. */
#ifndef QDC_TEST_RUNTIME_IMAGES_ENTRY_H
#define QDC_TEST_RUNTIME_IMAGES_ENTRY_H

#include "qdc/ABI/KernelABI.h"

#if !defined(QDC_TEST_FAKE_CUDA) && !defined(QDC_TEST_FAKE_VULKAN) && !defined(__NVPTX__)

#define ENTRY(name, count) void name(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t end)
#define TRAP() __builtin_trap()
static inline void cudaGraphSetConditional(uint64_t handle, uint32_t value) {
  (void)handle;
  (void)value;
}

#else

struct test_launch {
  int64_t thread, threads;
  int *failure; /* the fake driver's code for the launch */
};

/* Where the extent of a launch is. */
enum test_extent { TEST_GRID, TEST_WORD, TEST_VALUE };

typedef void (*test_body)(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t end,
                          int *failure);

/* Runs a thread's iterations; `count` slots, then those of the variant. */
static inline void test_run(test_body body, const qd_slot *slots, int count, enum test_extent where, int is_checked,
                            struct test_launch launch) {
  qd_cpu_context context = {0, 1};
  int64_t extent = where == TEST_WORD    ? *(const int64_t *)slots[count]
                   : where == TEST_VALUE ? (int64_t)slots[count]
                                         : launch.threads;
  if (is_checked && ((const qd_error_record *)slots[count + (where != TEST_GRID)])->code != QD_ERROR_NONE)
    return;
  for (int64_t i = launch.thread; i < extent; i += launch.threads)
    body(slots, &context, i, i + 1, launch.failure);
}

#ifdef __NVPTX__

extern void cudaGraphSetConditional(uint64_t handle, uint32_t value);

#define TRAP() __builtin_trap()
#define TEST_PARAMETERS_1 qd_slot s0
#define TEST_PARAMETERS_2 TEST_PARAMETERS_1, qd_slot s1
#define TEST_PARAMETERS_3 TEST_PARAMETERS_2, qd_slot s2
#define TEST_PARAMETERS_4 TEST_PARAMETERS_3, qd_slot s3
#define TEST_PARAMETERS_5 TEST_PARAMETERS_4, qd_slot s4
#define TEST_PARAMETERS_6 TEST_PARAMETERS_5, qd_slot s5
#define TEST_PARAMETERS_7 TEST_PARAMETERS_6, qd_slot s6
#define TEST_PARAMETERS_8 TEST_PARAMETERS_7, qd_slot s7
#define TEST_PARAMETERS_9 TEST_PARAMETERS_8, qd_slot s8
#define TEST_PARAMETERS_10 TEST_PARAMETERS_9, qd_slot s9
#define TEST_SLOTS_1 s0
#define TEST_SLOTS_2 TEST_SLOTS_1, s1
#define TEST_SLOTS_3 TEST_SLOTS_2, s2
#define TEST_SLOTS_4 TEST_SLOTS_3, s3
#define TEST_SLOTS_5 TEST_SLOTS_4, s4
#define TEST_SLOTS_6 TEST_SLOTS_5, s5
#define TEST_SLOTS_7 TEST_SLOTS_6, s6
#define TEST_SLOTS_8 TEST_SLOTS_7, s7
#define TEST_SLOTS_9 TEST_SLOTS_8, s8
#define TEST_SLOTS_10 TEST_SLOTS_9, s9

static inline struct test_launch test_this_launch(void) {
  struct test_launch launch = {0, 0, 0};
  launch.thread =
      (int64_t)__nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + __nvvm_read_ptx_sreg_tid_x();
  launch.threads = (int64_t)__nvvm_read_ptx_sreg_nctaid_x() * __nvvm_read_ptx_sreg_ntid_x();
  return launch;
}

#define TEST_KERNEL(symbol, body, count, all, where, is_checked)                                                       \
  __attribute__((nvptx_kernel)) void symbol(TEST_PARAMETERS_##all) {                                                   \
    qd_slot slots[] = {TEST_SLOTS_##all};                                                                              \
    test_run(body, slots, count, where, is_checked, test_this_launch());                                               \
  }
#define TEST_MEMORY_KERNEL(symbol, body, count)                                                                        \
  __attribute__((nvptx_kernel)) void symbol(qd_slot address) {                                                         \
    test_run(body, (const qd_slot *)address, count, TEST_GRID, 0, test_this_launch());                                 \
  }

#else /* what a fake driver calls for each thread; that of CUDA asks how many slots to copy */

#define TRAP() (*failure = 719)
#ifdef QDC_TEST_FAKE_VULKAN
#define TEST_SLOTS_IN_MEMORY(slots) (slots)
#else
#define TEST_SLOTS_IN_MEMORY(slots) ((const qd_slot *)(slots)[0])
#endif
void (*cudaGraphSetConditional)(uint64_t handle, uint32_t value); /* set by the fake driver */
#define TEST_KERNEL(symbol, body, count, all, where, is_checked)                                                       \
  const unsigned symbol##_slots = all;                                                                                 \
  void symbol(const qd_slot *slots, uint64_t thread, uint64_t threads, int *failure) {                                 \
    struct test_launch launch = {(int64_t)thread, (int64_t)threads, failure};                                          \
    test_run(body, slots, count, where, is_checked, launch);                                                           \
  }
#define TEST_MEMORY_KERNEL(symbol, body, count)                                                                        \
  const unsigned symbol##_slots = 1;                                                                                   \
  void symbol(const qd_slot *slots, uint64_t thread, uint64_t threads, int *failure) {                                 \
    struct test_launch launch = {(int64_t)thread, (int64_t)threads, failure};                                          \
    test_run(body, TEST_SLOTS_IN_MEMORY(slots), count, TEST_GRID, 0, launch);                                          \
  }

#endif

#define TEST_PLUS_1_1 2
#define TEST_PLUS_1_2 3
#define TEST_PLUS_1_3 4
#define TEST_PLUS_1_4 5
#define TEST_PLUS_1_6 7
#define TEST_PLUS_1_7 8
#define TEST_PLUS_1_8 9
#define TEST_PLUS_2_1 3
#define TEST_PLUS_2_2 4
#define TEST_PLUS_2_3 5
#define TEST_PLUS_2_4 6
#define TEST_PLUS_2_6 8
#define TEST_PLUS_2_7 9
#define TEST_PLUS_2_8 10
#define TEST_KERNEL_OF(symbol, body, count, all, where, is_checked)                                                    \
  TEST_KERNEL(symbol, body, count, all, where, is_checked)

#ifdef QDC_TEST_FAKE_VULKAN
#define TEST_VALUE_KERNELS(name, count)                                                                                \
  TEST_KERNEL_OF(name##_by_value, name##_body, count, TEST_PLUS_1_##count, TEST_VALUE, 0)                              \
  TEST_KERNEL_OF(name##_checked_by_value, name##_body, count, TEST_PLUS_2_##count, TEST_VALUE, 1)
#else
#define TEST_VALUE_KERNELS(name, count)
#endif

#define ENTRY(name, count)                                                                                             \
  static void name##_body(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t end,             \
                          int *failure);                                                                               \
  TEST_KERNEL_OF(name, name##_body, count, count, TEST_GRID, 0)                                                        \
  TEST_KERNEL_OF(name##_by_word, name##_body, count, TEST_PLUS_1_##count, TEST_WORD, 0)                                \
  TEST_KERNEL_OF(name##_checked, name##_body, count, TEST_PLUS_1_##count, TEST_GRID, 1)                                \
  TEST_KERNEL_OF(name##_checked_by_word, name##_body, count, TEST_PLUS_2_##count, TEST_WORD, 1)                        \
  TEST_MEMORY_KERNEL(name##_memory, name##_body, count)                                                                \
  TEST_VALUE_KERNELS(name, count)                                                                                      \
  static void name##_body(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t end, int *failure)

#endif
#endif
