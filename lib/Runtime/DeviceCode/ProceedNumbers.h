/* ProceedNumbers.h - the numbers of Proceed.h
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Numbers alone, for the language of Host/DeviceTarget.h. */
#ifndef QDRT_DEVICECODE_PROCEEDNUMBERS_H
#define QDRT_DEVICECODE_PROCEEDNUMBERS_H

/* The slots, each of 8 bytes. Of those that are addresses 0 stands for what there is not. */
#define QDRT_PROCEED_SETTINGS 0 /* the bits below */
#define QDRT_PROCEED_BLOCK 1 /* address of the block that this ends */
#define QDRT_PROCEED_WHEN_HOLDS 2 /* address of the block where control goes on: another iteration, or the body */
#define QDRT_PROCEED_OTHERWISE 3 /* likewise */
#define QDRT_PROCEED_OVER 4 /* address of the block that stands for the end; where the launch fails, it comes next */
#define QDRT_PROCEED_STATE 5 /* address of a qd_loop_state of the decision's own */
#define QDRT_PROCEED_RECORD 6 /* address of the error record */
#define QDRT_PROCEED_CONDITION 7 /* address of the flag or the condition word; all but repeat */
#define QDRT_PROCEED_LOWER 8 /* repeat: a number, or the address of one */
#define QDRT_PROCEED_UPPER 9 /* repeat: likewise; doWhile: the maximum of iterations */
#define QDRT_PROCEED_STEP 10 /* repeat: likewise */
#define QDRT_PROCEED_WORD 11 /* address where doWhile leaves its number of iterations, and repeat its variable */
#define QDRT_PROCEED_COUNT 12 /* address of a word to which each iteration adds 1; loops */
#define QDRT_PROCEED_STOP_WORD 13 /* address of the stream's qd_stop_word; loops look at it */
#define QDRT_PROCEED_MAXIMUM 14 /* iterations that the launch allows: 1 or more; doWhile, whileDo */
#define QDRT_PROCEED_SLOTS 15

/* QDRT_PROCEED_SETTINGS. */
#define QDRT_PROCEED_DO_WHILE 0
#define QDRT_PROCEED_WHILE_DO 1
#define QDRT_PROCEED_REPEAT 2 /* the last of loops */
#define QDRT_PROCEED_BRANCH 3
#define QDRT_PROCEED_JUMP 4 /* decides nothing: it always holds */
#define QDRT_PROCEED_KINDS 7 /* the bits of these */
#define QDRT_PROCEED_AT_END 8 /* of an iteration; else where a loop or a branch begins */
#define QDRT_PROCEED_FAILS_AT_MAXIMUM 16 /* doWhile: QD_ERROR_LOOP_MAXIMUM */
#define QDRT_PROCEED_LOWER_IN_MEMORY 32 /* the slot is an address */
#define QDRT_PROCEED_UPPER_IN_MEMORY 64
#define QDRT_PROCEED_STEP_IN_MEMORY 128
#define QDRT_PROCEED_BYTES_SHIFT 16 /* the bytes of the flag or condition, 1, 2, 4 or 8, in 8 bits */
#define QDRT_PROCEED_SITE_SHIFT 32 /* the loop's site, in 32 bits */

/* qd_vulkan_condition, which is a block, and qd_vulkan_dispatch */
#define QDRT_BLOCK_PROCEEDS_AT 0
#define QDRT_BLOCK_COUNT_AT 4
#define QDRT_BLOCK_DISPATCHES_AT 8
#define QDRT_DISPATCH_GROUPS_AT 0
#define QDRT_DISPATCH_WANTED_AT 12
#define QDRT_DISPATCH_BYTES 16

/* qd_loop_state */
#define QDRT_STATE_ITERATIONS_AT 0
#define QDRT_STATE_END_AT 8
#define QDRT_STATE_VALUE_AT 16
#define QDRT_STATE_STEP_AT 24

/* QD_ERROR_... */
#define QDRT_CODE_LOOP_MAXIMUM 2u
#define QDRT_CODE_LAUNCH_MAXIMUM 3u
#define QDRT_CODE_LOOP_STEP 4u
#define QDRT_CODE_STOPPED 5u

#endif
