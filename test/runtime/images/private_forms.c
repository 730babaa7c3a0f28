/* private_forms.c - tasks with private forms, for the CPU
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Stand-ins for what the compiler emits: each follows KernelABI.h and says what its slots are. */
#include "entry.h"

/* p, value */
ENTRY(store, 2) { *(int64_t *)slots[0] = (int64_t)slots[1]; }

/* bins, values: counts value v in bins[v]; and the private form */
ENTRY(count_values, 2) {
  int64_t *bins = (int64_t *)slots[0];
  const int64_t *values = (const int64_t *)slots[1];
  for (int64_t i = begin; i < end; ++i)
    __atomic_fetch_add(&bins[values[i]], 1, __ATOMIC_RELAXED);
}
ENTRY(count_values_private, 2) {
  int64_t *bins = (int64_t *)slots[0];
  const int64_t *values = (const int64_t *)slots[1];
  for (int64_t i = begin; i < end; ++i)
    ++bins[values[i]];
}

/* bins, values, error record, site: the same, but a negative value fails and counts nothing; and the private form */
static int fails(int64_t value, qd_error_record *record, qd_slot site) {
  uint32_t none = QD_ERROR_NONE;
  if (value < 0 &&
      __atomic_compare_exchange_n(&record->code, &none, QD_ERROR_ASSERT, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    record->site = (uint32_t)site;
  return value < 0;
}
ENTRY(count_checked, 4) {
  const int64_t *values = (const int64_t *)slots[1];
  for (int64_t i = begin; i < end; ++i)
    if (!fails(values[i], (qd_error_record *)slots[2], slots[3]))
      count_values(slots, context, i, i + 1);
}
ENTRY(count_checked_private, 4) {
  const int64_t *values = (const int64_t *)slots[1];
  for (int64_t i = begin; i < end; ++i)
    if (!fails(values[i], (qd_error_record *)slots[2], slots[3]))
      count_values_private(slots, context, i, i + 1);
}

/* highest, bins, values: highest[v % 2] = max(itself, v), and counts v in bins[v]; and the private form */
ENTRY(survey, 3) {
  int32_t *highest = (int32_t *)slots[0];
  const int64_t *values = (const int64_t *)slots[2];
  for (int64_t i = begin; i < end; ++i) {
    int32_t value = (int32_t)values[i], *at = &highest[value % 2], old = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (old < value && !__atomic_compare_exchange_n(at, &old, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
  count_values(slots + 1, context, begin, end);
}
ENTRY(survey_private, 3) {
  int32_t *highest = (int32_t *)slots[0];
  const int64_t *values = (const int64_t *)slots[2];
  for (int64_t i = begin; i < end; ++i)
    if (highest[values[i] % 2] < values[i])
      highest[values[i] % 2] = (int32_t)values[i];
  count_values_private(slots + 1, context, begin, end);
}

/* Merge functions for these. Both read all of each block, as compiled ones do. */
ENTRY(merge_add_i64, QD_MERGE_SLOT_COUNT) {
  int64_t *array = (int64_t *)slots[QD_MERGE_SLOT_ARRAY], *copies = (int64_t *)slots[QD_MERGE_SLOT_FIRST_COPY];
  for (int64_t i = begin * QDC_MERGE_BLOCK; i < end * QDC_MERGE_BLOCK; ++i) {
    int64_t sum = 0;
    for (uint64_t copy = 0; copy < slots[QD_MERGE_SLOT_COPIES]; ++copy) {
      int64_t *element = &copies[copy * slots[QD_MERGE_SLOT_STRIDE] + (uint64_t)i];
      sum += *element;
      *element = 0;
    }
    if (sum != 0)
      __atomic_fetch_add(&array[i], sum, __ATOMIC_RELAXED);
  }
}
ENTRY(merge_max_i32, QD_MERGE_SLOT_COUNT) {
  int32_t *array = (int32_t *)slots[QD_MERGE_SLOT_ARRAY], *copies = (int32_t *)slots[QD_MERGE_SLOT_FIRST_COPY];
  for (int64_t i = begin * QDC_MERGE_BLOCK; i < end * QDC_MERGE_BLOCK; ++i) {
    int32_t highest = INT32_MIN;
    for (uint64_t copy = 0; copy < slots[QD_MERGE_SLOT_COPIES]; ++copy) {
      int32_t *element = &copies[copy * slots[QD_MERGE_SLOT_STRIDE] + (uint64_t)i];
      highest = *element > highest ? *element : highest;
      *element = INT32_MIN;
    }
    if (highest != INT32_MIN && array[i] < highest)
      array[i] = highest;
  }
}
