/* Decide.c - the kernel that decides about loops and branches of a CUDA graph
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Decide.ptx is what make-decide-ptx writes of this with clang 22, and a test compares them. The driver
 * knows cudaGraphSetConditional by that name, so nothing of a toolkit is linked. */
#include "Decide.h"

#ifdef __NVPTX__
#define KERNEL __attribute__((nvptx_kernel))
#else
#define KERNEL
#endif

extern void cudaGraphSetConditional(uint64_t handle, uint32_t value);

static int64_t number(qd_slot slot, uint64_t is_in_memory) {
  return is_in_memory ? *(const int64_t *)slot : (int64_t)slot;
}

/* Whether one of the bytes is not 0. */
static int is_set(qd_slot address, uint32_t bytes) {
  uint8_t all = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint32_t at = 0; at < bytes; ++at)
    all |= ((const uint8_t *)address)[at];
  return all != 0;
}

/* Addresses are numbers here, since clang makes much of pointers that may be NULL in parameters of kernels. */
KERNEL void qdrt_decide(qd_slot handle, qd_slot other, qd_slot settings, qd_slot loop, qd_slot errors,
                        qd_slot condition, qd_slot lower, qd_slot upper, qd_slot step, qd_slot word, qd_slot count,
                        qd_slot maximum) {
  const uint32_t kind = settings & QDRT_DECIDE_KINDS;
  const int is_end = (settings & QDRT_DECIDE_AT_END) != 0;
  qdrt_loop_state *state = (qdrt_loop_state *)loop;
  qd_error_record *record = (qd_error_record *)errors;
  uint32_t code = QD_ERROR_NONE;
  int64_t iterations = 0, value = 0;
  int again = 0;
  if (is_end) {
    iterations = state->iterations + 1;
    if (count)
      ++*(int64_t *)count;
  }
  if (kind != QDRT_DECIDE_BRANCH)
    state->iterations = iterations;
  if (record && record->code != QD_ERROR_NONE)
    goto failed;
  if (kind == QDRT_DECIDE_REPEAT) {
    if (!is_end) {
      value = number(lower, settings & QDRT_DECIDE_LOWER_IN_MEMORY);
      state->end = number(upper, settings & QDRT_DECIDE_UPPER_IN_MEMORY);
      state->step = number(step, settings & QDRT_DECIDE_STEP_IN_MEMORY);
      if (state->step < 1)
        code = QD_ERROR_LOOP_STEP;
      again = value < state->end;
    } else {
      again = !__builtin_add_overflow(state->value, state->step, &value) && value < state->end;
    }
    state->value = value;
    if (code)
      value = state->step;
  } else if (kind == QDRT_DECIDE_DO_WHILE && !is_end) {
    value = number(upper, settings & QDRT_DECIDE_UPPER_IN_MEMORY);
    state->end = value < 1 ? 1 : value;
    again = 1;
  } else {
    again = is_set(condition, (uint8_t)(settings >> QDRT_DECIDE_BYTES_SHIFT));
    value = iterations;
    if (again && kind == QDRT_DECIDE_DO_WHILE && iterations >= state->end) {
      again = 0;
      if (settings & QDRT_DECIDE_FAILS_AT_MAXIMUM)
        code = QD_ERROR_LOOP_MAXIMUM;
    }
    if (again && kind != QDRT_DECIDE_BRANCH && iterations >= (int64_t)maximum) {
      code = QD_ERROR_LAUNCH_MAXIMUM;
      value = (int64_t)maximum;
    }
  }
  if (code) {
    /* What another one reported first stays. */
    uint32_t none = QD_ERROR_NONE;
    if (record && __atomic_compare_exchange_n(&record->code, &none, code, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      record->site = (uint32_t)(settings >> QDRT_DECIDE_SITE_SHIFT);
      record->iteration = value;
    }
    again = 0;
  } else if (word && (kind == QDRT_DECIDE_REPEAT ? again : is_end && !again)) {
    *(int64_t *)word = value;
  }
  if (settings & QDRT_DECIDE_HAS_OTHER)
    cudaGraphSetConditional(other, !again);
  if (settings & QDRT_DECIDE_CONTRARY)
    again = !again;
  cudaGraphSetConditional(handle, again);
  return;
failed:
  cudaGraphSetConditional(handle, 0);
  if (settings & QDRT_DECIDE_HAS_OTHER)
    cudaGraphSetConditional(other, 0);
}
