/* vulkan.h - buffers and semaphores that a program shares with libqdrt
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For programs that use Vulkan themselves, such as engines, and bring their device
 * (qdrt_device_adopt): their buffers become arrays of kernels, and ours are drawn
 * from, without a copy; timeline semaphores order the work of both without a wait of
 * the host. A device that libqdrt opened by itself shares nothing.
 *
 * Handles of Vulkan are passed as void *, so that no header of Vulkan is needed.
 *
 * A part of qdrt.h, which includes it and whose rules hold here.
 */
#ifndef QDRT_VULKAN_H
#define QDRT_VULKAN_H

#include "qdrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Buffers ------------------------------------------------------------ */

/* A range of a VkBuffer. */
typedef struct qdrt_vulkan_buffer {
  size_t size;
  void *buffer; /* the VkBuffer */
  uint64_t offset; /* of the range's first byte in it */
  uint64_t bytes; /* of the range */
  uint64_t address; /* the device address of that first byte */
  uint32_t usage; /* of the whole buffer: VkBufferUsageFlags */
} qdrt_vulkan_buffer;

/* A buffer of ours over a range of the caller's, which is used as one that
 * qdrt_buffer_allocate gave; the memory keeps what it holds. The caller's buffer is one
 * of the device that was adopted, memory is bound to it, and it was made with the
 * usage SHADER_DEVICE_ADDRESS, TRANSFER_SRC and TRANSFER_DST, as `usage` says.
 * `address` may be 0; libqdrt asks the driver. The caller keeps the buffer until
 * qdrt_buffer_free let it go, which waits for the work that uses it.
 * Returns: QDRT_UNSUPPORTED for a device that was not adopted or is not one of Vulkan,
 * and for a field that the library does not know; QDRT_INVALID_ARGUMENT for a member
 * that is 0, by name, a usage that lacks one of those, by name, another address than
 * the driver's, a range past the end of the memory that the buffer takes, or one that
 * overlaps another buffer of the device handle. */
QDRT_API qdrt_status qdrt_vulkan_buffer_import(qdrt_device device, const qdrt_vulkan_buffer *range,
                                               qdrt_buffer *buffer);
/* Where a buffer lies, for who draws from it or copies it by Vulkan: until it is freed.
 * `offset` is a multiple of 64, or the caller's own for one that was imported. What
 * libqdrt allocates on an adopted device may also be a vertex, index, indirect or
 * storage buffer, and queues of all families use it without a transfer of ownership.
 * The caller does not destroy or map it, and leaves the bytes around the range alone.
 * Returns: QDRT_UNSUPPORTED as qdrt_vulkan_buffer_import does. */
QDRT_API qdrt_status qdrt_vulkan_buffer_export(qdrt_buffer buffer, qdrt_vulkan_buffer *range);

/* ---- Semaphores --------------------------------------------------------- */

/* Timeline semaphores, which the caller keeps until what waits for them or signals
 * them is done. Both kinds of order make all that was written before visible
 * afterwards. All streams of an adopted device take turns with its one queue: what is
 * added later to any of them, or to the queue by the caller, comes after the wait too.
 * So whoever signals must not do it on that queue, later than the wait. */

/* Makes later work on the stream wait until the semaphore has reached `value`.
 * Returns: QDRT_UNSUPPORTED for a device that was not adopted or is not one of Vulkan;
 * QDRT_INVALID_ARGUMENT for a stream of another device. */
QDRT_API qdrt_status qdrt_vulkan_stream_wait(qdrt_device device, qdrt_stream stream, void *semaphore, uint64_t value);
/* Raises the semaphore to `value` when the work now on the stream is done.
 * Returns: as qdrt_vulkan_stream_wait; QDRT_INVALID_ARGUMENT where the semaphore has
 * reached `value` already; the driver's. */
QDRT_API qdrt_status qdrt_vulkan_stream_signal(qdrt_device device, qdrt_stream stream, void *semaphore, uint64_t value);
/* The timeline semaphore of the stream, and the value that it reaches when the work
 * now on the stream is done, for work of the caller's that comes after. The semaphore
 * lives as long as the stream, that of the default stream (NULL) as long as the
 * device. The caller signals it never.
 * Returns: as qdrt_vulkan_stream_wait; the driver's. */
QDRT_API qdrt_status qdrt_vulkan_stream_point(qdrt_device device, qdrt_stream stream, void **semaphore,
                                              uint64_t *value);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* QDRT_VULKAN_H */
