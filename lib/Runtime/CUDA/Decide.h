/* Decide.h - what decides about loops and branches of a CUDA graph
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The contract between the loader, which launches the kernel `qdrt_decide` as nodes of a graph, and the kernel
 * (Decide.c). One thread decides what HostExecutor.h says that the host does, and sets the condition of a conditional
 * node by that. Plain C. */
#ifndef QDRT_CUDA_DECIDE_H
#define QDRT_CUDA_DECIDE_H

#include "qdc/ABI/KernelABI.h"

#define QDRT_DECIDE_KERNEL "qdrt_decide"

/* The kernel's parameters, each of 8 bytes. Where there is no record, word, count or stop word, they are addresses of
 * what the state has for that. */
enum {
  QDRT_DECIDE_HANDLE, /* of the conditional node whose condition is set */
  QDRT_DECIDE_OTHER_HANDLE, /* of the one that is set to the contrary; the same handle: there is none */
  QDRT_DECIDE_SETTINGS, /* the bits below */
  QDRT_DECIDE_STATE, /* address of a qdrt_loop_state of this node's own */
  QDRT_DECIDE_RECORD, /* address of the error record: where its code is not 0, no body runs */
  QDRT_DECIDE_CONDITION, /* address of the flag or the condition word; all but repeat */
  QDRT_DECIDE_LOWER, /* repeat: a number, or the address of one */
  QDRT_DECIDE_UPPER, /* repeat: likewise; doWhile: the maximum of iterations */
  QDRT_DECIDE_STEP, /* repeat: likewise */
  QDRT_DECIDE_WORD, /* address where doWhile leaves its number of iterations, and repeat its induction variable */
  QDRT_DECIDE_COUNT, /* address of a word to which each iteration adds 1; loops */
  QDRT_DECIDE_STOP_WORD, /* address of the stream's qd_stop_word; loops look at it */
  QDRT_DECIDE_MAXIMUM, /* iterations that the launch allows: 1 or more; doWhile, whileDo */
  QDRT_DECIDE_SLOTS
};

/* QDRT_DECIDE_SETTINGS. */
enum {
  QDRT_DECIDE_DO_WHILE = 0,
  QDRT_DECIDE_WHILE_DO = 1,
  QDRT_DECIDE_REPEAT = 2,
  QDRT_DECIDE_BRANCH = 3,
  QDRT_DECIDE_KINDS = 3, /* the bits of these */
  QDRT_DECIDE_AT_END = 1 << 2, /* of an iteration; else where a loop or a branch begins */
  QDRT_DECIDE_FAILS_AT_MAXIMUM = 1 << 3, /* doWhile: QD_ERROR_LOOP_MAXIMUM */
  QDRT_DECIDE_CONTRARY = 1 << 4, /* branch: the handle is that of the else body */
  QDRT_DECIDE_LOWER_IN_MEMORY = 1 << 5, /* the parameter is an address */
  QDRT_DECIDE_UPPER_IN_MEMORY = 1 << 6,
  QDRT_DECIDE_STEP_IN_MEMORY = 1 << 7,
  QDRT_DECIDE_BYTES_SHIFT = 16, /* the bytes of the flag or condition, 1, 2, 4 or 8, in 8 bits */
  QDRT_DECIDE_SITE_SHIFT = 32 /* the loop's site, in 32 bits */
};

/* What is known of a loop from one decision to the next, and what stands for memory that there is not. */
typedef struct qdrt_loop_state {
  qd_loop_state known;
  int64_t unread; /* for a word or a count that there is not */
  qd_error_record none; /* for a record that there is not: zeros */
  qd_stop_word silent; /* likewise */
} qdrt_loop_state;

#endif
