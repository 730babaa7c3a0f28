/* Sizes.c - the kernel that checks sizes which tasks have computed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In the language of Host/DeviceTarget.h. PTX/Sizes.ptx is what PTX/make-ptx writes of this with clang 22, and a test
 * compares them. */
#include "DeviceTarget.h"
#include "Layout.h"
#include "Runtime/Core/SizeCheckNumbers.h"

#define LARGEST 0x7fffffffffffffffUL

/* The product of two numbers up to LARGEST, or LARGEST for more. */
QDRT_HELPER uint64_t multiply(uint64_t a, uint64_t b) {
  const uint64_t low = 0xffffffffu;
  const uint64_t high_a = a >> 32, high_b = b >> 32;
  /* One of the two products is 0 where the result may fit, so the sum stays below 2^63. */
  if (high_a != 0 && high_b != 0)
    return LARGEST;
  const uint64_t middle = high_a * (b & low) + high_b * (a & low), least = (a & low) * (b & low);
  if (middle >> 31 != 0 || least > LARGEST)
    return LARGEST;
  const uint64_t product = (middle << 32) + least;
  return product > LARGEST ? LARGEST : product;
}

QDRT_HELPER void fail(uint64_t record, uint32_t code, uint64_t number, uint64_t found, uint64_t accepted) {
  QDRT_STORE(uint32_t, record + QDRT_RECORD_CODE_AT, code);
  QDRT_STORE(uint32_t, record + QDRT_RECORD_SITE_AT, 0);
  QDRT_STORE(uint64_t, record + QDRT_RECORD_ITERATION_AT, number);
  QDRT_STORE(uint64_t, record + QDRT_RECORD_VALUES_AT, found);
  QDRT_STORE(uint64_t, record + QDRT_RECORD_VALUES_AT + 8, accepted);
}

QDRT_HELPER uint64_t slot_at(uint64_t slots, uint64_t index) { return QDRT_LOAD(uint64_t, slots + 8 * index); }

QDRT_HELPER void check(uint64_t slots, uint64_t record) {
  const uint64_t words = slot_at(slots, QDRT_SIZES_WORDS);
  uint64_t count = slot_at(slots, QDRT_SIZES_COUNT);
  uint64_t next = slots + 8 * QDRT_SIZES_FIRST;
  QDRT_ROLLED
  for (; count != 0; --count) {
    const uint64_t of = next;
    const uint64_t number = slot_at(of, QDRT_SIZES_NUMBER), limit = slot_at(of, QDRT_SIZES_LIMIT);
    uint64_t bytes = slot_at(of, QDRT_SIZES_FACTOR);
    next += 8 * QDRT_SIZES_OF_EXTENTS;
    const uint64_t end = next + 8 * slot_at(of, QDRT_SIZES_EXTENTS);
    QDRT_ROLLED
    for (; next != end; next += 8) {
      const uint64_t source = QDRT_LOAD(uint64_t, next);
      const uint64_t extent = slot_at(words, source & 0xffffffffu);
      if (extent > LARGEST) { /* below 0 */
        fail(record, QDRT_ERROR_EXTENT, number, extent, source >> QDRT_SIZES_AXIS_SHIFT);
        return;
      }
      bytes = multiply(bytes, extent);
    }
    if (bytes > limit) {
      fail(record, QDRT_ERROR_WORKSPACE, number, bytes, limit);
      return;
    }
  }
}

QDRT_KERNEL qdrt_sizes(uint64_t slots) {
  const uint64_t record = slot_at(slots, QDRT_SIZES_RECORD), answer = slot_at(slots, QDRT_SIZES_ANSWER);
  if (QDRT_LOAD(uint32_t, record + QDRT_RECORD_CODE_AT) == 0)
    check(slots, record);
  if (answer != 0)
    QDRT_STORE(uint64_t, answer, QDRT_LOAD(uint32_t, record + QDRT_RECORD_CODE_AT));
}
