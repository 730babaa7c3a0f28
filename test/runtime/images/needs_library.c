/* needs_library.c - an image that is linked with a library
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "qdc/ABI/KernelABI.h"

double cos(double);

void store(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t end) {
  *(double *)slots[0] = cos((double)slots[1]);
}
