/* Proceed.c - the kernel that decides about loops that are run in batches
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In the language of Host/DeviceTarget.h. */
#include "DeviceTarget.h"
#include "Layout.h"
#include "ProceedNumbers.h"

#define SIGN_BIT 0x8000000000000000UL

/* What a decision found: NO, YES, or the code of an error from the second bit on. */
#define NO 0u
#define YES 1u
#define ERROR_SHIFT 1

/* Of numbers with a sign. */
QDRT_HELPER uint32_t is_less(uint64_t a, uint64_t b) { return (a ^ SIGN_BIT) < (b ^ SIGN_BIT) ? YES : NO; }

QDRT_HELPER uint64_t slot_at(uint64_t slots, uint64_t index) { return QDRT_LOAD(uint64_t, slots + 8 * index); }

QDRT_HELPER uint64_t number_at(uint64_t slots, uint64_t index, uint64_t is_in_memory) {
  uint64_t number = slot_at(slots, index);
  if (is_in_memory != 0)
    number = QDRT_LOAD(uint64_t, number);
  return number;
}

/* Whether the flag or condition is not 0. Memory consists of whole words of 4 bytes. */
QDRT_HELPER uint32_t holds(uint64_t slots, uint64_t settings) {
  const uint64_t address = slot_at(slots, QDRT_PROCEED_CONDITION), bytes = settings >> QDRT_PROCEED_BYTES_SHIFT & 0xffu;
  const uint64_t offset = address & 3u;
  uint64_t value = QDRT_LOAD(uint32_t, address - offset);
  if (bytes == 8)
    value |= QDRT_LOAD(uint32_t, address + 4);
  if (bytes < 4)
    value = value >> 8 * offset & (1UL << 8 * bytes) - 1;
  return value != 0 ? YES : NO;
}

QDRT_HELPER uint32_t decide_repeat(uint64_t slots, uint64_t settings, uint64_t state) {
  uint64_t value = 0, end = 0;
  if ((settings & QDRT_PROCEED_AT_END) == 0) {
    value = number_at(slots, QDRT_PROCEED_LOWER, settings & QDRT_PROCEED_LOWER_IN_MEMORY);
    end = number_at(slots, QDRT_PROCEED_UPPER, settings & QDRT_PROCEED_UPPER_IN_MEMORY);
    const uint64_t step = number_at(slots, QDRT_PROCEED_STEP, settings & QDRT_PROCEED_STEP_IN_MEMORY);
    QDRT_STORE(uint64_t, state + QDRT_STATE_END_AT, end);
    QDRT_STORE(uint64_t, state + QDRT_STATE_STEP_AT, step);
    if (is_less(step, 1) != NO)
      return QDRT_CODE_LOOP_STEP << ERROR_SHIFT;
  } else {
    const uint64_t last = QDRT_LOAD(uint64_t, state + QDRT_STATE_VALUE_AT);
    value = last + QDRT_LOAD(uint64_t, state + QDRT_STATE_STEP_AT);
    end = QDRT_LOAD(uint64_t, state + QDRT_STATE_END_AT);
    if (is_less(value, last) != NO) /* it does not fit */
      return NO;
  }
  QDRT_STORE(uint64_t, state + QDRT_STATE_VALUE_AT, value);
  return is_less(value, end);
}

/* Of what goes by a flag or a condition. */
QDRT_HELPER uint32_t decide_by_condition(uint64_t slots, uint64_t settings, uint64_t state, uint64_t iterations) {
  if ((settings & QDRT_PROCEED_KINDS) == QDRT_PROCEED_DO_WHILE && (settings & QDRT_PROCEED_AT_END) == 0) {
    uint64_t end = number_at(slots, QDRT_PROCEED_UPPER, settings & QDRT_PROCEED_UPPER_IN_MEMORY);
    if (is_less(end, 1) != NO)
      end = 1;
    QDRT_STORE(uint64_t, state + QDRT_STATE_END_AT, end);
    return YES;
  }
  if (holds(slots, settings) == NO)
    return NO;
  if ((settings & QDRT_PROCEED_KINDS) == QDRT_PROCEED_BRANCH)
    return YES;
  if ((settings & QDRT_PROCEED_KINDS) == QDRT_PROCEED_DO_WHILE &&
      is_less(iterations, QDRT_LOAD(uint64_t, state + QDRT_STATE_END_AT)) == NO)
    return (settings & QDRT_PROCEED_FAILS_AT_MAXIMUM) != 0 ? QDRT_CODE_LOOP_MAXIMUM << ERROR_SHIFT : NO;
  if (is_less(iterations, slot_at(slots, QDRT_PROCEED_MAXIMUM)) == NO)
    return QDRT_CODE_LAUNCH_MAXIMUM << ERROR_SHIFT;
  return YES;
}

/* The loop's iterations that ended, which are counted here. */
QDRT_HELPER uint64_t count_iteration(uint64_t slots, uint64_t settings, uint64_t state) {
  uint64_t iterations = 0;
  if ((settings & QDRT_PROCEED_AT_END) != 0) {
    iterations = QDRT_LOAD(uint64_t, state + QDRT_STATE_ITERATIONS_AT) + 1;
    const uint64_t count = slot_at(slots, QDRT_PROCEED_COUNT);
    if (count != 0)
      QDRT_STORE(uint64_t, count, QDRT_LOAD(uint64_t, count) + 1);
  }
  QDRT_STORE(uint64_t, state + QDRT_STATE_ITERATIONS_AT, iterations);
  return iterations;
}

QDRT_HELPER uint32_t is_stopped(uint64_t slots) {
  const uint64_t word = slot_at(slots, QDRT_PROCEED_STOP_WORD);
  if (word == 0)
    return NO;
  const uint64_t stop = QDRT_LOAD(uint64_t, word);
  const uint64_t ahead = stop - (stop >> 32) & 0xffffffffu; /* requested - answered, of which the sign counts */
  return ahead != 0 && ahead < 0x80000000u ? YES : NO;
}

QDRT_HELPER uint32_t decide(uint64_t slots, uint64_t settings, uint64_t state, uint64_t iterations) {
  const uint64_t kind = settings & QDRT_PROCEED_KINDS;
  uint32_t found = YES;
  if (kind == QDRT_PROCEED_REPEAT)
    found = decide_repeat(slots, settings, state);
  else if (kind != QDRT_PROCEED_JUMP)
    found = decide_by_condition(slots, settings, state, iterations);
  if (found == YES && kind <= QDRT_PROCEED_REPEAT && is_stopped(slots) != NO)
    found = QDRT_CODE_STOPPED << ERROR_SHIFT;
  return found;
}

QDRT_HELPER void fail(uint64_t slots, uint64_t settings, uint64_t state, uint32_t code, uint64_t iterations) {
  const uint64_t record = slot_at(slots, QDRT_PROCEED_RECORD);
  if (record == 0)
    return;
  QDRT_STORE(uint32_t, record + QDRT_RECORD_CODE_AT, code);
  QDRT_STORE(uint32_t, record + QDRT_RECORD_SITE_AT, settings >> QDRT_PROCEED_SITE_SHIFT);
  uint64_t number = iterations;
  if (code == QDRT_CODE_LOOP_STEP)
    number = QDRT_LOAD(uint64_t, state + QDRT_STATE_STEP_AT);
  QDRT_STORE(uint64_t, record + QDRT_RECORD_ITERATION_AT, number);
}

/* A repeat has the value of each iteration there, a doWhile that has ended the number of them. */
QDRT_HELPER void leave_word(uint64_t slots, uint64_t settings, uint64_t state, uint32_t found, uint64_t iterations) {
  const uint64_t word = slot_at(slots, QDRT_PROCEED_WORD);
  if (word == 0)
    return;
  if ((settings & QDRT_PROCEED_KINDS) == QDRT_PROCEED_REPEAT) {
    if (found == YES)
      QDRT_STORE(uint64_t, word, QDRT_LOAD(uint64_t, state + QDRT_STATE_VALUE_AT));
  } else if (found == NO && (settings & QDRT_PROCEED_AT_END) != 0) {
    QDRT_STORE(uint64_t, word, iterations);
  }
}

/* Gives the launches of a block their workgroups, or none. */
QDRT_HELPER void turn(uint64_t block, uint32_t proceeds) {
  QDRT_STORE(uint32_t, block + QDRT_BLOCK_PROCEEDS_AT, proceeds);
  uint64_t dispatch = QDRT_LOAD(uint64_t, block + QDRT_BLOCK_DISPATCHES_AT);
  uint32_t count = QDRT_LOAD(uint32_t, block + QDRT_BLOCK_COUNT_AT);
  QDRT_ROLLED
  for (; count != 0; --count) {
    uint32_t groups = 0;
    if (proceeds != 0)
      groups = QDRT_LOAD(uint32_t, dispatch + QDRT_DISPATCH_WANTED_AT);
    QDRT_STORE(uint32_t, dispatch + QDRT_DISPATCH_GROUPS_AT, groups);
    dispatch += QDRT_DISPATCH_BYTES;
  }
}

QDRT_KERNEL qdrt_proceed(uint64_t slots) {
  const uint64_t settings = slot_at(slots, QDRT_PROCEED_SETTINGS), state = slot_at(slots, QDRT_PROCEED_STATE);
  const uint64_t record = slot_at(slots, QDRT_PROCEED_RECORD);
  uint64_t iterations = 0;
  if ((settings & QDRT_PROCEED_KINDS) <= QDRT_PROCEED_REPEAT)
    iterations = count_iteration(slots, settings, state);
  uint32_t failure = 0;
  if (record != 0)
    failure = QDRT_LOAD(uint32_t, record + QDRT_RECORD_CODE_AT);
  uint64_t next = slot_at(slots, QDRT_PROCEED_OVER);
  if (failure == 0) {
    const uint32_t found = decide(slots, settings, state, iterations);
    if (found > YES) {
      fail(slots, settings, state, found >> ERROR_SHIFT, iterations);
    } else {
      leave_word(slots, settings, state, found, iterations);
      next = slot_at(slots, found == YES ? QDRT_PROCEED_WHEN_HOLDS : QDRT_PROCEED_OTHERWISE);
    }
  }
  const uint64_t block = slot_at(slots, QDRT_PROCEED_BLOCK);
  if (next == block) {
    QDRT_STORE(uint32_t, next + QDRT_BLOCK_PROCEEDS_AT, 1);
    return;
  }
  QDRT_ROLLED
  for (uint32_t proceeds = 0; proceeds < 2; ++proceeds)
    turn(proceeds == 0 ? block : next, proceeds);
}
