/* store_double.c - an image whose `store` differs from that of entries.c
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "entry.h"

ENTRY(store, 2) { *(int64_t *)slots[0] = 2 * (int64_t)slots[1]; }
