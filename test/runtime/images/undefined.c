/* undefined.c - an image that calls what nobody defines
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "qdc/ABI/KernelABI.h"

void qdrt_test_defined_nowhere(void);

void store(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t end) {
  qdrt_test_defined_nowhere();
}
