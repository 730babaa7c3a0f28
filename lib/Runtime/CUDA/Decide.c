/* Decide.c - the kernel that decides about loops and branches of a CUDA graph
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Decide.ptx is what make-ptx writes of this with clang 22, and a test compares them. The driver
 * knows cudaGraphSetConditional by that name, so nothing of a toolkit is linked. */
#include "Decide.h"

#ifdef __NVPTX__
#define KERNEL __attribute__((nvptx_kernel))
#else
#define KERNEL
#endif

extern void cudaGraphSetConditional(uint64_t handle, uint32_t value);

/* Loads are volatile where several are under way together: what waits for one of them comes after all of them. */
#define LOAD(TYPE, ADDRESS) (*(const volatile TYPE *)(ADDRESS))

static int64_t number(qd_slot slot, uint64_t is_in_memory) {
  return is_in_memory ? *(const int64_t *)slot : (int64_t)slot;
}

/* The value of 1, 2, 4 or 8 bytes, or 0 of none. A switch would be a table, which takes a load of its own. */
static uint64_t value_of(qd_slot address, uint32_t bytes) {
  uint64_t value = 0;
  if (bytes & 1)
    value = LOAD(uint8_t, address);
  if (bytes & 2)
    value = LOAD(uint16_t, address);
  if (bytes & 4)
    value = LOAD(uint32_t, address);
  if (bytes & 8)
    value = LOAD(uint64_t, address);
  return value;
}

/* Addresses are numbers here, since clang makes more code of pointers in parameters of kernels. */
KERNEL void qdrt_decide(qd_slot handle, qd_slot other, qd_slot settings, qd_slot loop, qd_slot errors,
                        qd_slot condition, qd_slot lower, qd_slot upper, qd_slot step, qd_slot word, qd_slot count,
                        qd_slot stop_word, qd_slot maximum) {
  const uint32_t kind = settings & QDRT_DECIDE_KINDS, is_end = (settings & QDRT_DECIDE_AT_END) != 0;
  volatile qd_loop_state *state = &((volatile qdrt_loop_state *)loop)->known;
  qd_error_record *record = (qd_error_record *)errors;
  const uint32_t failure = LOAD(uint32_t, &record->code);
  const uint64_t stop = LOAD(uint64_t, stop_word);
  const int64_t before = state->iterations, end = state->end, last = state->value, stride = state->step;
  const int64_t counted = LOAD(int64_t, count);
  const uint64_t holds =
      value_of(condition, kind == QDRT_DECIDE_REPEAT ? 0 : (uint8_t)(settings >> QDRT_DECIDE_BYTES_SHIFT));

  const uint32_t is_fine = failure == QD_ERROR_NONE;
  const int32_t stops = (int32_t)((uint32_t)stop - (uint32_t)(stop >> 32)); /* requested - answered */
  const int64_t iterations = is_end ? before + 1 : 0;
  uint32_t code = QD_ERROR_NONE, again = 0;
  int64_t value = iterations;
  state->iterations = iterations;
  *(int64_t *)count = counted + is_end;
  if (kind == QDRT_DECIDE_REPEAT) {
    int64_t by = stride, bound = end;
    if (!is_end) {
      value = number(lower, settings & QDRT_DECIDE_LOWER_IN_MEMORY);
      state->end = bound = number(upper, settings & QDRT_DECIDE_UPPER_IN_MEMORY);
      state->step = by = number(step, settings & QDRT_DECIDE_STEP_IN_MEMORY);
      again = value < bound;
      if (by < 1)
        code = QD_ERROR_LOOP_STEP;
    } else {
      again = !__builtin_add_overflow(last, by, &value) && value < bound;
    }
    state->value = value;
    if (code)
      value = by;
  } else if (kind == QDRT_DECIDE_DO_WHILE && !is_end) {
    value = number(upper, settings & QDRT_DECIDE_UPPER_IN_MEMORY);
    state->end = value < 1 ? 1 : value;
    again = 1;
  } else {
    again = holds != 0;
    if (again && kind == QDRT_DECIDE_DO_WHILE && iterations >= end) {
      again = 0;
      if (settings & QDRT_DECIDE_FAILS_AT_MAXIMUM)
        code = QD_ERROR_LOOP_MAXIMUM;
    }
    if (again && kind != QDRT_DECIDE_BRANCH && iterations >= (int64_t)maximum) {
      code = QD_ERROR_LAUNCH_MAXIMUM;
      value = (int64_t)maximum;
    }
  }
  if (again && !code && kind != QDRT_DECIDE_BRANCH && stops > 0) {
    code = QD_ERROR_STOPPED;
    value = iterations;
  }
  if (code) {
    /* What another one reported first stays. */
    uint32_t none = QD_ERROR_NONE;
    if (__atomic_compare_exchange_n(&record->code, &none, code, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      record->site = (uint32_t)(settings >> QDRT_DECIDE_SITE_SHIFT);
      record->iteration = value;
    }
    again = 0;
  } else if (is_fine && (kind == QDRT_DECIDE_REPEAT ? again : is_end & !again)) {
    *(int64_t *)word = value;
  }
  again ^= (settings & QDRT_DECIDE_CONTRARY) != 0;
  if (other != handle)
    cudaGraphSetConditional(other, is_fine & !again);
  cudaGraphSetConditional(handle, is_fine & again);
}
