/* workspace.h - the memory that a kernel works in
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A kernel's workspace holds its temporaries and what its tasks hand each other.
 * The library makes it by itself. These functions tell its size before a launch,
 * and give a kernel memory of the caller in its place.
 *
 * A part of qdrt.h, which includes it and whose rules hold here.
 */
#ifndef QDRT_WORKSPACE_H
#define QDRT_WORKSPACE_H

#include "qdrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes of workspace that a launch with these arguments needs, which is what
 * counters.workspace_bytes says after the first launch of a kernel on a stream:
 * its temporaries, and what its tasks hand each other, each filled up to whole 64
 * bytes. Each stream has its own, and keeps the most that a launch needed. Nothing
 * is launched, allocated or waited for, and arrays need not be there: `data` and
 * `memory` are not looked at. Of a kernel with temporaries whose size its tasks
 * compute, `bytes` gets those of all else, and the status is QDRT_UNSUPPORTED.
 * Returns: QDRT_INVALID_ARGUMENT for a type, rank, extent or value that is not
 * right, or sizes that can't be computed from them; QDRT_UNSUPPORTED where only the
 * device knows some of them; QDRT_INVALID_PACKAGE if the package says less than its
 * tasks use. */
QDRT_API qdrt_status qdrt_workspace_query(qdrt_kernel kernel, const qdrt_argument *arguments, uint64_t *bytes);

/* Hands in memory for the workspace of the kernel's launches on the stream, of
 * which there is then no other for temporaries: [offset, offset + bytes) of the
 * buffer, `offset` a multiple of 64. What qdrt_workspace_query says is enough; a
 * launch that needs more is out of memory, says the bytes, and was none. Temporaries
 * whose size tasks compute come after all others; where the memory ends before they
 * do, the launch has begun, and ends there. The words that tasks hand each other,
 * some kB at most, stay the library's. Launches that are captured meanwhile have
 * their temporaries there too, and so have the replays of their graphs: those whose
 * size tasks compute have shares of what is left, as large as earlier launches of
 * the kernel on the stream needed if there is so much, and a replay that needs more
 * fails with QDRT_OUT_OF_MEMORY and the bytes.
 *
 * Launches leave nothing in the memory that a later one looks at: between them it
 * is free for others, also for the workspace of other kernels on the same stream.
 * The caller sees to it that launches on other streams, and replays of graphs, do
 * not use it at the same time.
 *
 * The memory stays bound until the next call for this kernel and stream, until the
 * package is unloaded, qdrt_stream_destroy, or qdrt_device_reset. NULL for `buffer`,
 * with 0 and 0, gives launches memory of the library again. The call waits for
 * launches of the kernel that are under way; their failures are told by the next
 * wait for the stream. The buffer may be freed at any time: its memory goes when
 * nothing is bound to it and no graph has it, or with the device. A call that
 * fails leaves bound what was.
 * Returns: QDRT_INVALID_ARGUMENT for a buffer or a stream of another device, a range
 * that is not inside the buffer or does not begin at a multiple of 64, or launches
 * of the kernel under way on a stream that is being captured; QDRT_INVALID_PACKAGE
 * if a kernel printed what its package does not describe; the driver's. */
QDRT_API qdrt_status qdrt_workspace_bind(qdrt_kernel kernel, qdrt_stream stream, qdrt_buffer buffer, uint64_t offset,
                                         uint64_t bytes);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* QDRT_WORKSPACE_H */
