/* SizeCheck.h - whether what tasks computed fits in the memory that there is
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Shared by the loader and by what looks on the device at the extents of temporaries that tasks have computed
 * (GraphSizeCheck of Backend.h), which may be a kernel of the backend's own. Plain C.
 *
 * It reads slots of 8 bytes: the first ones, then for each temporary those of a temporary, and after these one for each
 * of its extents that is a word. An error record that tells of a failure stays, and nothing is looked at then, since
 * words mean nothing after one. Else the first temporary that has an extent below 0 or takes more bytes than it may
 * becomes the launch's failure, so that the tasks after it do nothing. Either way the host may have an answer. */
#ifndef QDRT_CORE_SIZECHECK_H
#define QDRT_CORE_SIZECHECK_H

#include "Runtime/Core/SizeCheckNumbers.h"

#include "qdc/ABI/KernelABI.h"

#endif
