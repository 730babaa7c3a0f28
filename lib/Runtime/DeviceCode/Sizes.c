/* Sizes.c - the kernel that checks sizes which tasks have computed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sizes.ptx is what make-ptx writes of this with clang 22, and a test compares them. */
#include "Sizes.h"

#ifdef __NVPTX__
#define KERNEL __attribute__((nvptx_kernel))
#else
#define KERNEL
#endif

static void fail(qd_error_record *record, uint32_t code, uint64_t number, uint64_t found, uint64_t accepted) {
  record->code = code;
  record->site = 0;
  record->iteration = (int64_t)number;
  record->values[0] = found;
  record->values[1] = accepted;
}

static void check(const uint64_t *next, qd_error_record *record) {
  const int64_t *words = (const int64_t *)next[QDRT_SIZES_WORDS];
  uint64_t count = next[QDRT_SIZES_COUNT];
  next += QDRT_SIZES_FIRST;
#pragma clang loop unroll(disable) vectorize(disable)
  for (; count != 0; --count) {
    const uint64_t *of = next;
    uint64_t bytes = of[QDRT_SIZES_FACTOR];
    next += QDRT_SIZES_OF_EXTENTS;
#pragma clang loop unroll(disable) vectorize(disable)
    for (const uint64_t *end = next + of[QDRT_SIZES_EXTENTS]; next != end; ++next) {
      const int64_t extent = words[(uint32_t)*next];
      if (extent < 0)
        return fail(record, QDRT_ERROR_EXTENT, of[QDRT_SIZES_NUMBER], (uint64_t)extent, *next >> QDRT_SIZES_AXIS_SHIFT);
      /* Both are below 2^63, so the product is below 2^126. */
      const unsigned __int128 product = (unsigned __int128)bytes * (uint64_t)extent;
      bytes = product > INT64_MAX ? INT64_MAX : (uint64_t)product;
    }
    if (bytes > of[QDRT_SIZES_LIMIT])
      return fail(record, QDRT_ERROR_WORKSPACE, of[QDRT_SIZES_NUMBER], bytes, of[QDRT_SIZES_LIMIT]);
  }
}

/* Addresses are numbers here, since clang makes more code of pointers in parameters of kernels. */
KERNEL void qdrt_sizes(qd_slot slots) {
  const uint64_t *first = (const uint64_t *)slots;
  qd_error_record *record = (qd_error_record *)first[QDRT_SIZES_RECORD];
  if (record->code == QD_ERROR_NONE)
    check(first, record);
  if (first[QDRT_SIZES_ANSWER] != 0)
    *(uint64_t *)first[QDRT_SIZES_ANSWER] = record->code;
}
