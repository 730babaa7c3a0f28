/* graphs.h - what a device replays
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A part of qdrt.h, which includes it and whose rules hold here.
 */
#ifndef QDRT_GRAPHS_H
#define QDRT_GRAPHS_H

#include "qdrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where a device has graphs (not on the CPU), a kernel whose graph holds nothing
 * but tasks, and loops that the device runs by itself, becomes a graph of the
 * device: built by its first launch on a stream (by its second if the graph has
 * one node, so that a single launch builds none), replayed by later ones, which
 * update the nodes that have changed. A kernel may ask never to be one, or always
 * to be one, from its first launch on. A kernel with control that the host leads
 * has such graphs for the tasks between two decisions. It can't be one as a whole,
 * so its launch is QDRT_UNSUPPORTED if it asks for always. So is that of one whose
 * tasks compute the size of a temporary, unless a workspace is bound; where that is
 * too small, the launch fails with QDRT_OUT_OF_MEMORY. QDRT_GRAPH=0 and =1 win over
 * what kernels ask for; =0 lifts these refusals too, =1 does not.
 *
 * These functions show the graph that the kernel's last launch on the stream
 * replayed as a whole, without waiting for it. What they give lives until the next
 * launch of the kernel on the stream. */
typedef QDRT_ENUM(qdrt_graph_node_kind) {
  QDRT_GRAPH_TASK = 0,
  QDRT_GRAPH_FILL = 1, /* writes zeros */
  QDRT_GRAPH_READ = 2, /* tells the host how the launch ended, with its results */
  QDRT_GRAPH_LOOP = 3, /* runs the nodes in its body again and again, by the strategy "graph" */
  QDRT_GRAPH_BRANCH = 4, /* runs those in one of its two bodies, inside of such a loop */
  QDRT_GRAPH_SIZES = 5 /* fails the launch where temporaries whose size tasks computed do not fit in the workspace */
} qdrt_graph_node_kind;

typedef struct qdrt_graph_node_info {
  size_t size;
  qdrt_graph_node_kind kind;
  const char *task; /* its name, or that of the code for a loop that the device runs; "" for other kinds */
  const char *file; /* of the task's source */
  uint32_t line;
  int64_t extent; /* iterations of the task in the last launch; -1: only the device knows */
  uint64_t bytes; /* filled or read */
  uint32_t dependency_count;
  const uint32_t *dependencies; /* nodes that it comes after, in the same body, each with a smaller index */
  uint32_t parent; /* the loop or branch, with a smaller index, in whose body it is; UINT32_MAX: none */
  int is_else; /* 1: in the body for a condition that does not hold */
} qdrt_graph_node_info;

/* Nodes of the graph; 0 if the last launch replayed none, or only for parts of the
 * kernel.
 * Returns: QDRT_INVALID_ARGUMENT without a launch whose instance is still there,
 * where another thread has launched the kernel on the stream since the calling one
 * did, or for a stream of another device. */
QDRT_API qdrt_status qdrt_graph_node_count(qdrt_kernel kernel, qdrt_stream stream, uint32_t *count);
/* Node `index` of the graph.
 * Returns: as qdrt_graph_node_count; QDRT_INVALID_ARGUMENT past the end. */
QDRT_API qdrt_status qdrt_graph_node(qdrt_kernel kernel, qdrt_stream stream, uint32_t index,
                                     qdrt_graph_node_info *info);
/* The graph in the language of Graphviz. The next such call for the kernel and
 * the stream replaces the text.
 * Returns: as qdrt_graph_node_count. */
QDRT_API qdrt_status qdrt_graph_dot(qdrt_kernel kernel, qdrt_stream stream, const char **text);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* QDRT_GRAPHS_H */
