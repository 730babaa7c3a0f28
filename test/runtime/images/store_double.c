/* store_double.c - an image whose `store` differs from that of entries.c
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "qdc/ABI/KernelABI.h"

void store(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t end) {
  *(int64_t *)slots[0] = 2 * (int64_t)slots[1];
}
