/* SizeCheckNumbers.h - the numbers of SizeCheck.h
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers alone, for languages of devices that have nothing else of C. */
#ifndef QDRT_CORE_SIZECHECKNUMBERS_H
#define QDRT_CORE_SIZECHECKNUMBERS_H

/* Codes of error records beside those of KernelABI.h, which code of packages does not write. `iteration` is the number
 * of the temporary in its kernel. */
/* values[0]: the bytes that it takes, 2^63 - 1 for more than that; values[1]: those that it may take */
#define QDRT_ERROR_WORKSPACE 64
/* values[0]: the extent, below 0; values[1]: its axis */
#define QDRT_ERROR_EXTENT 65

#define QDRT_SIZES_WORDS 0 /* address of region 0 of the workspace */
#define QDRT_SIZES_RECORD 1 /* address of the error record */
/* Address of what gets the record's code (u64) in memory of the host, as the device knows it; 0: there is none. */
#define QDRT_SIZES_ANSWER 2
#define QDRT_SIZES_COUNT 3 /* of temporaries */
#define QDRT_SIZES_FIRST 4

/* Of a temporary. */
#define QDRT_SIZES_NUMBER 0 /* in its kernel */
#define QDRT_SIZES_LIMIT 1 /* the bytes that it may take, 2^63 - 1 at most */
#define QDRT_SIZES_FACTOR 2 /* those that it takes where each word is 1; 2^63 - 1 stands for more too */
#define QDRT_SIZES_EXTENTS 3 /* how many extents are words */
#define QDRT_SIZES_OF_EXTENTS 4

/* Of an extent: the number of the word, from the start of the region, and in the upper half its axis. */
#define QDRT_SIZES_AXIS_SHIFT 32

#endif
