/* counters.h - what a kernel's launches did, and where a device's code came from
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A part of qdrt.h, which includes it and whose rules hold here.
 */
#ifndef QDRT_COUNTERS_H
#define QDRT_COUNTERS_H

#include "qdrt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qdrt_counters {
  size_t size;
  uint64_t launches; /* of this kernel on this device */
  uint64_t source_loops; /* loops and runs of serial code in the source that the last launch ran; those in a loop that
                            the device ran by itself count once */
  uint64_t tasks; /* tasks the last launch ran; a loop that the device ran by itself is one */
  uint64_t nodes; /* of the graph that the last launch replayed as a whole, or else of the kernel's graph */
  uint64_t builds; /* launches that prepared an instance or built a graph, in total */
  uint64_t replays; /* launches that built nothing, in total */
  uint64_t patched_slots; /* slots rewritten for the last launch */
  uint64_t instances; /* alive now */
  uint64_t bytes_copied; /* between host and device by the last launch */
  uint64_t workspace_bytes; /* of the instance of the last launch */
  uint64_t dropped_prints; /* lines lost by the last launch, or since the wait before if they were not waited for */
  uint64_t specialized; /* 1 if the last launch used code made for its scalars */
  uint64_t patched_nodes; /* nodes of a built graph that were updated for the last launch */
  uint64_t private_tasks; /* tasks of the last launch that ran without atomics, on copies for each thread */
  uint64_t private_bytes; /* of these copies, in the instance of the last launch */
  uint64_t reruns; /* how often the last launch ran tasks once more, in larger memory: those after sizes that tasks
                      compute, which had done nothing where a temporary was larger than expected (GPU alone) */
} qdrt_counters;
/* The counters now, without waiting for launches. The last launch is that of
 * whichever thread, on whichever stream of the device.
 * Returns: no others. */
QDRT_API qdrt_status qdrt_kernel_counters(qdrt_kernel kernel, qdrt_counters *counters);

/* Code that a device's driver compiles when it is loaded: images of packages that are PTX, entry points that are
 * SPIR-V, and kernels that are parts of the library. */
typedef struct qdrt_code_counters {
  size_t size;
  uint64_t compiled; /* by the driver, on this device, in total */
  uint64_t cached; /* not compiled, but taken from the device's cache (qdrt_device_options) */
  uint64_t kept; /* of what was compiled, put into the cache */
  uint64_t failures; /* of the cache: it could not be read or written, had a damaged entry, or one that the driver did
                        not take, or the driver took PTX and handed over no code of it. They stand in the way of
                        nothing: the driver compiles, and a bad entry is replaced */
  const char *failure; /* the first of them, or ""; belongs to the device */
} qdrt_code_counters;
/* The counters now. All 0 where the driver compiles nothing, as on the CPU.
 * Returns: no others. */
QDRT_API qdrt_status qdrt_device_code_counters(qdrt_device device, qdrt_code_counters *counters);

#define QDRT_LOOP_STRATEGIES 4 /* names of qdrt_loop_strategy_name */

typedef struct qdrt_loop_info {
  size_t size;
  const char *name; /* of the source, or "" */
  const char *file;
  uint32_t line;
  uint64_t iterations; /* of the last launch, all visits of a nested loop together; where the device decided about
                          them, known when the launch was waited for */
  const char *strategy; /* how it was run: "host": the loader decided about each iteration; "graph": a graph of the
                           device did; "block", "grid": one task did, with one block of threads, or with as many as run
                           at once */
  const char *reason; /* why so; "" before the first launch */
  double estimates[QDRT_LOOP_STRATEGIES]; /* nanoseconds that an iteration was estimated to take by each strategy, in
                                             the order of qdrt_loop_strategy_name; 0 where the loop can't be run so,
                                             where a loop around it decided, or where a size was not known */
} qdrt_loop_info;
/* Loops of the kernel's graph, in its order. A branch outside of loops that the graph has as such counts as one, of one
 * iteration.
 * Returns: QDRT_INVALID_ARGUMENT past the end. */
QDRT_API uint32_t qdrt_kernel_loop_count(qdrt_kernel kernel);
QDRT_API qdrt_status qdrt_kernel_loop(qdrt_kernel kernel, uint32_t index, qdrt_loop_info *info);
/* The names of the strategies by which this version runs loops, "host" first;
 * NULL past the end. Whether one fits a device, an image and a kernel's loops is
 * found by a launch that asks for it. */
QDRT_API const char *qdrt_loop_strategy_name(uint32_t index);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* QDRT_COUNTERS_H */
