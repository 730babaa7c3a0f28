/* Sizes.h - what checks computed sizes on a device
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The contract between the loader and the kernel `qdrt_sizes` (Sizes.c): one thread, whose one parameter is the address
 * of the slots of Runtime/Core/SizeCheck.h in memory of the device. Plain C. */
#ifndef QDRT_DEVICECODE_SIZES_H
#define QDRT_DEVICECODE_SIZES_H

#include "Runtime/Core/SizeCheck.h"
#include "Runtime/DeviceCode/LayoutChecks.h"

#define QDRT_SIZES_KERNEL "qdrt_sizes"

#endif
