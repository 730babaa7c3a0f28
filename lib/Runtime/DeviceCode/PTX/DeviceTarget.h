/* DeviceTarget.h - the language of DeviceCode, as PTX
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Host/DeviceTarget.h says what each name means. */
#ifndef QDRT_DEVICECODE_PTX_DEVICETARGET_H
#define QDRT_DEVICECODE_PTX_DEVICETARGET_H

#include <stdint.h>

#define QDRT_KERNEL __attribute__((nvptx_kernel)) void
#define QDRT_HELPER static
#define QDRT_THREAD() __nvvm_read_ptx_sreg_tid_x()
#define QDRT_THREADS(COUNT) (COUNT)
#define QDRT_ROLLED _Pragma("clang loop unroll(disable) vectorize(disable)")
#define QDRT_LOAD(TYPE, ADDRESS) (*(const TYPE *)(ADDRESS))
#define QDRT_STORE(TYPE, ADDRESS, VALUE) (*(TYPE *)(ADDRESS) = (VALUE))

#endif
