/* Publish.c - the kernel that hands over what a launch left
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Publish.ptx is what make-ptx writes of this with clang 22, and a test compares them. */
#include "Publish.h"

#ifdef __NVPTX__
#define KERNEL __attribute__((nvptx_kernel))
#define THREAD() __nvvm_read_ptx_sreg_tid_x()
#define THREADS QDRT_PUBLISH_THREADS
#else
#define KERNEL
#define THREAD() 0
#define THREADS 1
#endif

static void copy_record(qd_error_record *to, const qd_error_record *from) {
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint32_t at = 0; at < sizeof(qd_error_record) / sizeof(uint64_t); ++at)
    ((uint64_t *)to)[at] = ((const uint64_t *)from)[at];
}

/* Addresses are numbers here, since clang makes more code of pointers in parameters of kernels. */
KERNEL void qdrt_publish(qd_slot report, qd_slot number, qd_slot record, qd_slot prints, qd_slot results,
                         qd_slot result_words) {
  qdrt_launch_report *to = (qdrt_launch_report *)report;
  qd_error_record *failure = (qd_error_record *)record;
  const uint32_t thread = THREAD();
  /* Reads of the device's memory take long, so these are under way while results are copied. */
  const uint64_t launch = *(const uint64_t *)number + QDRT_LAUNCH_NUMBER_STEP;
  const uint32_t code = record ? failure->code : QD_ERROR_NONE;
  const uint32_t printed = prints ? ((const qd_print_buffer *)prints)->used : 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint64_t at = thread; at < result_words; at += THREADS)
    ((uint64_t *)(to + 1))[at] = ((const uint64_t *)results)[at];
  if (thread != 0)
    return;
  *(uint64_t *)number = launch;
  to->number = launch;
  to->printed = printed;
  to->last.code = QD_ERROR_NONE;
  if (code == QD_ERROR_NONE)
    return;
  copy_record(&to->last, failure);
  if (to->first.code == QD_ERROR_NONE) {
    to->first_number = launch;
    copy_record(&to->first, failure);
  }
  failure->code = QD_ERROR_NONE;
}
