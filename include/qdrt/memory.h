/* memory.h - memory of a device, and tensors of others
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Buffers, which are memory of a device; copies between these and the host; and
 * tensors of DLPack, by which other libraries hand in their memory and take ours.
 * A launch takes any memory that the device can use (QDRT_MEMORY_DEVICE), so that
 * a program which has memory needs no buffers.
 *
 * A part of qdrt.h, which includes it and whose rules hold here.
 */
#ifndef QDRT_MEMORY_H
#define QDRT_MEMORY_H

#include "qdrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Buffers ------------------------------------------------------------ */

/* `bytes` may be 0. The memory holds zeros, and its address is aligned to 64 bytes.
 * Returns: QDRT_OUT_OF_MEMORY with the size; the driver's. */
QDRT_API qdrt_status qdrt_buffer_allocate(qdrt_device device, uint64_t bytes, qdrt_buffer *buffer);
QDRT_API void qdrt_buffer_free(qdrt_buffer buffer);
QDRT_API void *qdrt_buffer_address(qdrt_buffer buffer); /* a device address */
QDRT_API uint64_t qdrt_buffer_bytes(qdrt_buffer buffer);
/* Copies between host memory and a buffer, or between buffers, ordered on the
 * stream, the default one (NULL) too: work on another stream sees a copy for sure
 * only if it waits for it by an event. The host memory may be reused when the
 * call returns, and may be NULL if `bytes` is 0. Ranges of one buffer may overlap.
 * Returns: QDRT_INVALID_ARGUMENT for a range past a buffer's end, or a buffer or
 * stream of another device; QDRT_UNSUPPORTED on a stream that is being captured,
 * except for a copy between ranges that do not overlap; the driver's. */
QDRT_API qdrt_status qdrt_buffer_write(qdrt_buffer to, uint64_t offset, const void *from, uint64_t bytes,
                                       qdrt_stream stream);
QDRT_API qdrt_status qdrt_buffer_read(qdrt_buffer from, uint64_t offset, void *to, uint64_t bytes, qdrt_stream stream);
QDRT_API qdrt_status qdrt_buffer_copy(qdrt_buffer to, uint64_t to_offset, qdrt_buffer from, uint64_t from_offset,
                                      uint64_t bytes, qdrt_stream stream);
/* Fills with a repeated pattern of 1, 2, 4 or 8 bytes; `bytes` is a multiple of
 * its size.
 * Returns: QDRT_INVALID_ARGUMENT for other sizes, a range past the buffer's end,
 * or a stream of another device; QDRT_UNSUPPORTED on a stream that is being
 * captured, for a pattern that the driver can't repeat by itself; the driver's. */
QDRT_API qdrt_status qdrt_buffer_fill(qdrt_buffer to, uint64_t offset, uint64_t bytes, const void *pattern,
                                      uint32_t pattern_bytes, qdrt_stream stream);

/* ---- DLPack ------------------------------------------------------------- */

struct DLManagedTensor; /* of dlpack.h, version 0.8 */

/* Fills an argument from a tensor, which the caller keeps: no copy. The shape
 * pointer is the tensor's.
 * Returns: QDRT_UNSUPPORTED for strides that are not contiguous, a type without a
 * counterpart, a rank above QDRT_MAX_RANK, or another device;
 * QDRT_INVALID_ARGUMENT for a tensor that has no shape or is too large. */
QDRT_API qdrt_status qdrt_argument_from_dlpack(qdrt_device device, const struct DLManagedTensor *tensor,
                                               qdrt_argument *argument);
/* A tensor that views a buffer from `offset` on and keeps it alive until its
 * deleter is called.
 * Returns: QDRT_INVALID_ARGUMENT for a type that does not exist, a rank above
 * QDRT_MAX_RANK, or a shape that is wrong or reaches past the buffer's end. */
QDRT_API qdrt_status qdrt_buffer_to_dlpack(qdrt_buffer buffer, uint64_t offset, qdrt_type type, uint32_t rank,
                                           const int64_t *shape, struct DLManagedTensor **tensor);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* QDRT_MEMORY_H */
