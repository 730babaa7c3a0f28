/* DeviceTarget.h - the language of DeviceCode, for tests on the host
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Kernels that are parts of the loader are written in what C has in common with the languages of shaders: integers of
 * 32 and 64 bits, addresses that are numbers, no pointers, structs, enumerators or 128-bit integers. What languages
 * write in other ways has the names below. Each target has a folder with a header of this name, of which the one that
 * is first among the folders for includes counts, and with what it makes of the kernels. */
#ifndef QDRT_DEVICECODE_HOST_DEVICETARGET_H
#define QDRT_DEVICECODE_HOST_DEVICETARGET_H

#include <stdint.h>

/* Before the name of a kernel, and before the type of a function that a kernel calls. */
#define QDRT_KERNEL void
#define QDRT_HELPER static
/* The number of the calling thread in its block, and how many of them run, where the loader asks for COUNT. */
#define QDRT_THREAD() 0
#define QDRT_THREADS(COUNT) 1
/* Before a loop, which stays one: code is small, and runs once in a launch. */
#define QDRT_ROLLED
/* Memory of the device, or of the host where the device has it under an address. */
#define QDRT_LOAD(TYPE, ADDRESS) (*(const TYPE *)(uintptr_t)(ADDRESS))
#define QDRT_STORE(TYPE, ADDRESS, VALUE) (*(TYPE *)(uintptr_t)(ADDRESS) = (VALUE))

#endif
