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

#include "qdc/ABI/KernelABI.h"

/* Codes of error records beside those of KernelABI.h, which code of packages does not write. `iteration` is the number
 * of the temporary in its kernel. */
enum {
  QDRT_ERROR_WORKSPACE = 64, /* values[0]: the bytes that it takes, 2^63 - 1 for more than that; values[1]: those that
                              * it may take */
  QDRT_ERROR_EXTENT = 65, /* values[0]: the extent, below 0; values[1]: its axis */
};

enum {
  QDRT_SIZES_WORDS, /* address of region 0 of the workspace */
  QDRT_SIZES_RECORD, /* address of the error record */
  QDRT_SIZES_ANSWER, /* address in memory of the host of what gets the record's code (u64), which the device uses under
                      * the address that the host has for it; 0: there is none */
  QDRT_SIZES_COUNT, /* of temporaries */
  QDRT_SIZES_FIRST
};

/* Of a temporary. */
enum {
  QDRT_SIZES_NUMBER, /* in its kernel */
  QDRT_SIZES_LIMIT, /* the bytes that it may take, 2^63 - 1 at most */
  QDRT_SIZES_FACTOR, /* those that it takes where each word is 1; 2^63 - 1 stands for more too */
  QDRT_SIZES_EXTENTS, /* how many extents are words */
  QDRT_SIZES_OF_EXTENTS
};

/* Of an extent: the number of the word, from the start of the region, and in the upper half its axis. */
#define QDRT_SIZES_AXIS_SHIFT 32

#endif
