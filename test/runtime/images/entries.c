/* entries.c - entry points that the loader's tests launch
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Stand-ins for what the compiler emits: each follows KernelABI.h and says what its slots are. */
#include "entry.h"

static float float_slot(qd_slot slot) {
  union {
    uint32_t bits;
    float value;
  } u = {(uint32_t)slot};
  return u.value;
}

/* x, y, a: y[i] += a * x[i] */
ENTRY(saxpy, 3) {
  const float *x = (const float *)slots[0];
  float *y = (float *)slots[1];
  float a = float_slot(slots[2]);
  for (int64_t i = begin; i < end; ++i)
    y[i] += a * x[i];
}

/* out: out[i] += i + 1, so that an iteration that is left out or run twice shows */
ENTRY(add_index, 1) {
  int64_t *out = (int64_t *)slots[0];
  for (int64_t i = begin; i < end; ++i)
    out[i] += i + 1;
}

/* out: out[i] = the thread's index */
ENTRY(record_thread, 1) {
  int64_t *out = (int64_t *)slots[0];
  for (int64_t i = begin; i < end; ++i)
    out[i] = context->thread_index;
}

/* p, value: adds to an i64 */
ENTRY(add, 2) { *(int64_t *)slots[0] += (int64_t)slots[1]; }

/* p, q: adds *q to *p */
ENTRY(add_word, 2) { *(int64_t *)slots[0] += *(const int64_t *)slots[1]; }

/* p, value */
ENTRY(store, 2) { *(int64_t *)slots[0] = (int64_t)slots[1]; }

/* p, q: *p = *q */
ENTRY(copy_word, 2) { *(int64_t *)slots[0] = *(const int64_t *)slots[1]; }

/* condition word, p, value: condition = *p < value */
ENTRY(less, 3) { *(uint8_t *)slots[0] = *(const int64_t *)slots[1] < (int64_t)slots[2]; }

/* condition word, p: condition = *p is odd */
ENTRY(is_odd, 2) { *(uint8_t *)slots[0] = *(const int64_t *)slots[1] & 1; }

/* log, id: log[0] counts, log[log[0]] = id. Logs of the tests have room for 4095. */
ENTRY(note, 2) {
  int64_t *log = (int64_t *)slots[0];
  if (log[0] < 4095)
    log[++log[0]] = (int64_t)slots[1];
}

/* log, p: the same with *p */
ENTRY(note_word, 2) {
  int64_t *log = (int64_t *)slots[0];
  if (log[0] < 4095)
    log[++log[0]] = *(const int64_t *)slots[1];
}

/* p: takes 1 from a flag of that type */
ENTRY(down_i1, 1) { *(uint8_t *)slots[0] = 0; }
ENTRY(down_i8, 1) { --*(int8_t *)slots[0]; }
ENTRY(down_i16, 1) { --*(int16_t *)slots[0]; }
ENTRY(down_i32, 1) { --*(int32_t *)slots[0]; }
ENTRY(down_i64, 1) { --*(int64_t *)slots[0]; }

/* out, steps: out[i] = what so many steps of a generator of random numbers make of i; long for many steps */
ENTRY(generate, 2) {
  uint64_t *out = (uint64_t *)slots[0];
  for (int64_t i = begin; i < end; ++i) {
    uint64_t state = (uint64_t)i;
    for (uint64_t step = 0; step < slots[1]; ++step)
      state = state * 6364136223846793005u + 1442695040888963407u;
    out[i] = state;
  }
}

/* out, then 7 more slots: out[k] = slot k + 1 */
ENTRY(dump_slots, 8) {
  for (int k = 0; k < 7; ++k)
    ((uint64_t *)slots[0])[k] = slots[k + 1];
}

/* error record, limit, site: every iteration from limit on fails */
ENTRY(assert_below, 3) {
  qd_error_record *record = (qd_error_record *)slots[0];
  for (int64_t i = begin; i < end; ++i) {
    uint32_t none = QD_ERROR_NONE;
    if (i >= (int64_t)slots[1] &&
        __atomic_compare_exchange_n(&record->code, &none, QD_ERROR_ASSERT, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      record->site = (uint32_t)slots[2];
      record->iteration = i;
    }
  }
}

/* error record, limit, site: every iteration from limit on reports its number and what is twice as much */
ENTRY(check_below, 3) {
  qd_error_record *record = (qd_error_record *)slots[0];
  for (int64_t i = begin; i < end; ++i) {
    uint32_t none = QD_ERROR_NONE;
    if (i >= (int64_t)slots[1] &&
        __atomic_compare_exchange_n(&record->code, &none, QD_ERROR_CHECK, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      record->site = (uint32_t)slots[2];
      record->iteration = i;
      record->values[0] = (uint64_t)i;
      record->values[1] = (uint64_t)(2 * i);
    }
  }
}

/* error record, limit, site: every iteration from limit on overflows an adstack that has room for limit */
ENTRY(push_below, 3) {
  qd_error_record *record = (qd_error_record *)slots[0];
  for (int64_t i = begin; i < end; ++i) {
    uint32_t none = QD_ERROR_NONE;
    if (i >= (int64_t)slots[1] && __atomic_compare_exchange_n(&record->code, &none, QD_ERROR_ADSTACK_OVERFLOW, 0,
                                                              __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
      record->site = (uint32_t)slots[2];
      record->iteration = i;
      record->values[0] = slots[1];
    }
  }
}

/* error record, p, limit, site: fails when *p reaches limit */
ENTRY(assert_word_below, 4) {
  qd_error_record *record = (qd_error_record *)slots[0];
  if (*(const int64_t *)slots[1] < (int64_t)slots[2])
    return;
  record->code = QD_ERROR_ASSERT;
  record->site = (uint32_t)slots[3];
  record->iteration = 0;
}

/* started, go: sets *started, then waits for *go */
ENTRY(wait_for, 2) {
  __atomic_store_n((int64_t *)slots[0], 1, __ATOMIC_RELEASE);
  while (__atomic_load_n((const int64_t *)slots[1], __ATOMIC_ACQUIRE) == 0) {
  }
}

/* error record, site: a loop inside of the task reached its maximum */
ENTRY(report_maximum, 2) {
  qd_error_record *record = (qd_error_record *)slots[0];
  record->code = QD_ERROR_LOOP_MAXIMUM;
  record->site = (uint32_t)slots[1];
  record->iteration = 7;
}

/* p, flag, count word: a whole loop: counts to *flag, which it leaves at 0, adding 1 to *p each time; by one thread */
ENTRY(loop_down, 3) {
  int64_t *p = (int64_t *)slots[0], *flag = (int64_t *)slots[1], *count = (int64_t *)slots[2];
  if (begin != 0)
    return;
  *count = 0;
  do {
    ++*p;
    ++*count;
  } while (--*flag != 0);
}

/* error record, p, flag, count word, maximum, site: the same, which fails before it begins more than `maximum` times */
ENTRY(loop_down_limited, 6) {
  qd_error_record *record = (qd_error_record *)slots[0];
  int64_t *p = (int64_t *)slots[1], *flag = (int64_t *)slots[2], *count = (int64_t *)slots[3];
  if (begin != 0)
    return;
  *count = 0;
  do {
    ++*p;
    ++*count;
  } while (--*flag != 0 && *count < (int64_t)slots[4]);
  if (*flag == 0)
    return;
  record->code = QD_ERROR_LAUNCH_MAXIMUM;
  record->site = (uint32_t)slots[5];
  record->iteration = (int64_t)slots[4];
}

/* error record, stop word, p, flag, count word, site: like loop_down, which ends when its stream is stopped */
ENTRY(loop_down_stoppable, 6) {
  qd_error_record *record = (qd_error_record *)slots[0];
  const qd_stop_word *stop = (const qd_stop_word *)slots[1];
  int64_t *p = (int64_t *)slots[2], *flag = (int64_t *)slots[3], *count = (int64_t *)slots[4];
  if (begin != 0)
    return;
  *count = 0;
  do {
    ++*p;
    ++*count;
    uint32_t ahead = *(const volatile uint32_t *)&stop->requested - *(const volatile uint32_t *)&stop->answered;
    if ((int32_t)ahead > 0) {
      record->code = QD_ERROR_STOPPED;
      record->site = (uint32_t)slots[5];
      record->iteration = *count;
      return;
    }
  } while (--*flag != 0);
}

/* error record, stop word, flag, count word, maximum, loop state, handle: the end of an iteration of a doWhile: takes 1
 * from the flag, and decides. Its site is 0. By one thread. */
ENTRY(end_down, 7) {
  qd_error_record *record = (qd_error_record *)slots[0];
  const qd_stop_word *stop = (const qd_stop_word *)slots[1];
  int64_t *flag = (int64_t *)slots[2];
  qd_loop_state *loop = (qd_loop_state *)slots[5];
  if (begin != 0)
    return;
  const int is_fine = record->code == QD_ERROR_NONE;
  *flag -= is_fine;
  const int64_t iterations = ++loop->iterations;
  ++*(int64_t *)slots[3];
  const int goes_on = is_fine && *flag != 0 && iterations < loop->end;
  const int is_limited = goes_on && iterations >= (int64_t)slots[4];
  const int is_stopped = goes_on && !is_limited && (int32_t)(stop->requested - stop->answered) > 0;
  if (is_limited || is_stopped) {
    record->code = is_limited ? QD_ERROR_LAUNCH_MAXIMUM : QD_ERROR_STOPPED;
    record->site = 0;
    record->iteration = is_limited ? (int64_t)slots[4] : iterations;
  }
  cudaGraphSetConditional(slots[6], goes_on && !is_limited && !is_stopped);
}

/* error record, code, site, value */
ENTRY(report_error, 4) {
  qd_error_record *record = (qd_error_record *)slots[0];
  record->code = (uint32_t)slots[1];
  record->site = (uint32_t)slots[2];
  record->iteration = (int64_t)slots[3];
}

/* print buffer, site: prints iteration i as (i64, f64): i, i / 2 */
ENTRY(print_pair, 2) {
  qd_print_buffer *buffer = (qd_print_buffer *)slots[0];
  uint64_t *words = (uint64_t *)(buffer + 1);
  for (int64_t i = begin; i < end; ++i) {
    uint32_t at = __atomic_fetch_add(&buffer->used, 4, __ATOMIC_RELAXED);
    if (at + 4 > buffer->capacity) {
      __atomic_fetch_add(&buffer->dropped, 1, __ATOMIC_RELAXED);
      continue;
    }
    union {
      double value;
      uint64_t bits;
    } half = {(double)i / 2};
    words[at] = (slots[1] + 1) | (uint64_t)2 << 32;
    words[at + 1] = (uint64_t)i;
    words[at + 2] = (uint64_t)i;
    words[at + 3] = half.bits;
  }
}

/* p: ends the context that it runs in */
ENTRY(trap, 1) {
  *(int64_t *)slots[0] = 1;
  TRAP();
}
