/* The binary contract between compiled kernels and whoever launches them. Plain C, included by the compiler's lowering
 * and by the loader; docs/kernel-abi.md is the prose. A change here must change lib/Lowering, every
 * lib/Runtime backend and QDC_KERNEL_ABI_VERSION. Offsets and sizes are static-asserted because generated code uses
 * them as numbers. Little-endian everywhere.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef QDC_ABI_KERNELABI_H
#define QDC_ABI_KERNELABI_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Recorded in every image of a package; a loader refuses images with another number. */
#define QDC_KERNEL_ABI_VERSION 7

/* An entry point's parameters are `slot_count` slots of 8 bytes; the manifest names the source of each. SlotKinds.def
 * says for each kind what the slot holds: a device address, a 64-bit integer, or a scalar, which is the argument's
 * bytes in the low end of the slot, the rest 0 (i1 as the byte 0 or 1; index as 64 bits). */
typedef uint64_t qd_slot;

/* Every start of an array, a global or a region of workspace that the loader allocates has this alignment in bytes.
 * Arrays handed in by the user only have their element's alignment.
 *
 * Code for a chip that compares and swaps no integers of less than 32 bits folds into an i8 or i16 by the word around
 * it, the 4 bytes from a multiple of 4 on: it reads the other bytes too, and writes them as they are, all in one atomic
 * step. These may lie before the first element of the array or after its last one. So a backend for such chips
 * allocates whole words, and takes from the user only arrays that lie in allocations of whole words: the allocation,
 * not the array, begins at a multiple of 4 bytes and has a multiple of 4. No other promise is made of where allocations
 * end; no other code accesses what lies outside of an array. */
#define QDC_ALLOCATION_ALIGNMENT 64

/* A scalar that travels between tasks, a loop counter or a kernel result lies in region 0 of the workspace as a word of
 * 8 bytes: the value in the low end, the rest unspecified. */
#define QDC_WORD_BYTES 8

/* What went wrong first in a launch. `code` is 0 before; the iteration that changes it from 0 by compare-and-swap
 * owns the record and fills the rest. The loader reads it when no task runs. */
enum {
  QD_ERROR_NONE = 0,
  QD_ERROR_ASSERT = 1, /* a qd.assert failed; site: its entry in the module's sites; values: as below, if that is a
                        * check, as in a checked variant */
  QD_ERROR_LOOP_MAXIMUM = 2, /* a qd.do_while with on_max(error) reached its maximum; site: likewise; iteration: the
                              * maximum */
  QD_ERROR_LAUNCH_MAXIMUM = 3, /* a loop with a condition reached the launch's maximum; the same */
  QD_ERROR_LOOP_STEP = 4, /* an scf.for has a step below 1; site: likewise; iteration: the step */
  QD_ERROR_STOPPED = 5, /* a loop found that the launch is to end; site: likewise; iteration: how many it has run */
  QD_ERROR_CHECK = 6, /* a check of a checked variant found something; site: likewise; values: what it found */
  QD_ERROR_ADSTACK_OVERFLOW = 7, /* a push found its adstack full; site: likewise; values[0]: the capacity */
};

/* Values that a check reports, at most. */
#define QDC_MAXIMUM_CHECK_VALUES 24

typedef struct qd_error_record {
  uint32_t code; /* QD_ERROR_... */
  uint32_t site; /* index into the sites of the kernel's module */
  int64_t iteration; /* flat index of the failing iteration in its task's range, 0 in serial code */
  uint64_t values[QDC_MAXIMUM_CHECK_VALUES]; /* one for each value type of a site that is a check, each as a slot holds
                                              * a scalar */
} qd_error_record;
static_assert(sizeof(qd_error_record) == 208, "the lowering of qd.check writes this layout");
static_assert(offsetof(qd_error_record, site) == 4, "the lowering of qd.assert writes this layout");
static_assert(offsetof(qd_error_record, iteration) == 8, "the lowering of qd.assert writes this layout");
static_assert(offsetof(qd_error_record, values) == 16,
              "the lowering of qd.check and qd.adstack.overflow writes this layout");

/* The stop word of a stream, by which the host ends its launches. `requested` counts the stops that it asked for, and
 * is written while launches run; `answered` is set on the stream, between launches, to how many of these came before
 * the launches that follow. While `requested` is ahead, as the sign of the difference tells, the launch is to end: a
 * loop that finds it so when it decides about an iteration fails the launch with QD_ERROR_STOPPED. Both are read in one
 * step of 8 bytes, which nothing orders. */
typedef struct qd_stop_word {
  uint32_t requested;
  uint32_t answered;
} qd_stop_word;
static_assert(sizeof(qd_stop_word) == 8, "entry points of loops read it in one step");
static_assert(offsetof(qd_stop_word, answered) == 4, "entry points of loops read it in one step");

/* What is known of a loop that a graph of the device decides about, from one decision to the next. Whoever decides
 * where the loop begins writes what it needs; what decides at the end of an iteration reads it. */
typedef struct qd_loop_state {
  int64_t iterations; /* that ended */
  int64_t end; /* repeat: the upper bound; doWhile: the maximum of iterations, 1 or more */
  int64_t value; /* repeat: of the induction variable */
  int64_t step; /* repeat */
  int64_t arrived; /* blocks of the entry point that ends an iteration that have done their part; 0 when it starts */
} qd_loop_state;
static_assert(sizeof(qd_loop_state) == 40, "entry points that end an iteration read this layout");
static_assert(offsetof(qd_loop_state, end) == 8, "entry points that end an iteration read this layout");
static_assert(offsetof(qd_loop_state, value) == 16, "entry points that end an iteration read this layout");
static_assert(offsetof(qd_loop_state, step) == 24, "entry points that end an iteration read this layout");
static_assert(offsetof(qd_loop_state, arrived) == 32, "entry points that end an iteration read this layout");

/* Where qd.print leaves its records: this header, then `capacity` words of 8 bytes, all 0 at the start of a launch.
 * A record takes 2 + n words: (site + 1) | n << 32; the flat iteration index; n values, each as a slot holds a
 * scalar. A writer reserves words by adding to `used`; a record that does not fit is not written and adds one to
 * `dropped`. A reader stops at the first word that is 0 or at the capacity. */
typedef struct qd_print_buffer {
  uint32_t capacity; /* words after this header */
  uint32_t used; /* words reserved; may exceed the capacity */
  uint32_t dropped; /* records that did not fit */
  uint32_t reserved;
} qd_print_buffer;
static_assert(sizeof(qd_print_buffer) == 16, "the lowering of qd.print writes this layout");
static_assert(offsetof(qd_print_buffer, used) == 4, "the lowering of qd.print writes this layout");
static_assert(offsetof(qd_print_buffer, dropped) == 8, "the lowering of qd.print writes this layout");

/* What a CPU entry point learns about the thread that runs it. */
typedef struct qd_cpu_context {
  uint32_t thread_index; /* 0 .. thread_count - 1 */
  uint32_t thread_count;
} qd_cpu_context;
static_assert(sizeof(qd_cpu_context) == 8, "entry points read this layout");

/* A CPU entry point runs the iterations [begin, end) of its task's flattened range; a serial task is [0, 1). Different
 * chunks of one range may run at the same time in different threads. It never calls back into the loader. */
typedef void (*qd_cpu_entry)(const qd_slot *slots, const qd_cpu_context *context, int64_t begin, int64_t end);

/* Private forms. An entry point that only folds values into some of its arrays, by atomics whose old values nothing
 * reads, may have a second form without these atomics. It is a qd_cpu_entry too, but the slot of such an array holds
 * the address of a copy that belongs to the calling thread alone. Each element of a copy is neutral until something is
 * folded into it: folding it into any other value changes nothing.
 *
 * When the whole range has run, a merge function folds the copies of one array into it, by atomics, and makes them
 * neutral again. It is a qd_cpu_entry with the slots below, whose iterations are blocks of QDC_MERGE_BLOCK elements.
 * Copies start at multiples of QDC_ALLOCATION_ALIGNMENT and end with a whole block; what lies after the array's last
 * element stays neutral. It touches only elements of the array into which something was folded. */
#define QDC_MERGE_BLOCK 16
enum {
  QD_MERGE_SLOT_ARRAY = 0, /* address */
  QD_MERGE_SLOT_FIRST_COPY = 1, /* address */
  QD_MERGE_SLOT_STRIDE = 2, /* from one copy to the next, in elements */
  QD_MERGE_SLOT_COPIES = 3, /* how many, 1 or more */
  QD_MERGE_SLOT_COUNT = 4,
};

/* A GPU entry point is a kernel of the target's API. Its parameters are its slots, 8 bytes each, in order; if the
 * manifest's slotPassing is `memory`, which it is for more slots than the target takes as parameters, at the latest for
 * more than QDC_GPU_MAXIMUM_PARAMETERS, the one parameter is the device address of the slots.
 *
 * It computes the extent of its task from its slots and runs all iterations, whatever the number of blocks, in a loop
 * over the grid: group g of `threadsPerIteration` consecutive threads runs the iterations g, g + (number of groups),
 * ... If `iterationsPerThread` is more than 1 and there are more iterations than groups, it may give each thread
 * several of them at once instead, in any way that runs each iteration once: those that are `blockThreads` apart in a
 * chunk of its block, or neighbours.
 *
 * A loader that knows the extent launches one group for each iteration, or, if those are more than the device runs at
 * once, one for each `iterationsPerThread` iterations; one that doesn't know it, as many blocks as the device runs at
 * once, which are also the most where the manifest's `grid` is `resident`. Block and group sizes are those of the
 * manifest, the grid is one-dimensional. A group of more than one thread is a whole block, or a subgroup: the
 * manifest's `subgroupWidth` threads, which the device must run in lockstep, or converged. NVIDIA's have 32 and are
 * called warps. Where that is 0, which any device can run, the group is a block of QDC_REDUCE_LANES threads, which wait
 * for each other. Where the group is a block, the iterations may be spread over its subgroups, too.
 *
 * If the manifest's waitsForDependencies is true, every thread first waits until the launches that this one is ordered
 * after have ended and what they wrote is visible; before that it touches no memory but its parameters. A loader may
 * launch such an entry point before they have ended. Where each of them waited too, what came before them has ended.
 *
 * In a kernel with a qd.assert, a check or a checked push, or with a loop in its graph, each entry point has the error
 * record, and does nothing if its `code` is not 0.
 *
 * An entry point that covers a node of the graph, a loop with all that it holds, runs the tasks in it as above, and
 * decides about its loops and branches itself. Its threads wait for each other between tasks that depend on each other,
 * and so are launched together: with a `grid` of `single` as one block, with `cooperative` as blocks that run at once,
 * no more than the largest of its tasks has work for, nor than the device runs at once. What they wait by lies among
 * the words: it is 0 before the first launch, and each launch leaves it as the next one needs it, so that two launches
 * with the same workspace never run at once. The slot `maximumIterations` holds how often the body of a loop with a
 * condition may run, the largest i64 where the launch says nothing.
 *
 * An entry point that covers the end of an iteration of a loop is for graphs of the device, in which the loop is a
 * conditional node. It runs the last tasks of the loop's body, or of what computes a whileDo's condition: a parallel
 * one first, or none, and then serial ones in the block that finishes that one last. Then, whatever failed, that
 * block counts the iteration, decides about the next one as the loop's kind says, by the state to which the slot
 * `loopState` leads and by flag, condition, maximums and stop word, and sets the condition by `conditionHandle`. Where
 * it may fail, it has the error record. A loader launches it after all else of the iteration.
 *
 * The bounds below are those of all images, on which loaders count and which the manifest is checked against. What the
 * devices of a target have is the compiler's to know (GridLimits.h of the lowering): with it the manifest says of each
 * entry point how large its blocks are and how its slots are passed. Workgroup memory is part of the code. */
#define QDC_GPU_MAXIMUM_BLOCK 1024
#define QDC_GPU_MAXIMUM_PARAMETERS 500

/* Deterministic reductions. The flat range of N iterations is cut into ceil(N / block) blocks of
 *   block = QDC_REDUCE_MINIMUM_BLOCK * max(1, ceil(N / (QDC_REDUCE_MINIMUM_BLOCK * QDC_REDUCE_MAXIMUM_PARTIALS)))
 * iterations (the last may be shorter). Inside a block, iteration e, counted from the block's start, belongs to lane
 * e % QDC_REDUCE_LANES; each lane folds its values in order onto the neutral element (+0 for add and xor, 1, the
 * largest, the smallest, all bits); then the lanes are folded as a binary tree: lane l with lane l + 32, then 16, 8,
 * 4, 2, 1. The values of the blocks, in order, are reduced once more by the same rule as one block. The folding
 * operation itself is never contracted. Thus the bits depend on N alone. */
#define QDC_REDUCE_LANES 64
#define QDC_REDUCE_MINIMUM_BLOCK 1024
#define QDC_REDUCE_MAXIMUM_PARTIALS 4096

/* Whether code may count on subgroups of `width` threads: they take the lanes of a reduction in one or two goes. 0: it
 * counts on none. */
static inline int qd_is_subgroup_width(uint32_t width) {
  return width == 0 || width == QDC_REDUCE_LANES / 2 || width == QDC_REDUCE_LANES;
}

/* The threads of a group that reduces, in code for subgroups of `width`: a subgroup, or, with width 0, a block. */
static inline uint32_t qd_reducing_threads(uint32_t width) { return width ? width : QDC_REDUCE_LANES; }

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
