/* typed.h - what the headers that `qdc header` writes for C share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Such a header has a struct for each kernel, whose members are its arguments:
 *
 *   kernels_package kernels;
 *   kernels_find(package, &kernels);
 *   kernels_saxpy_launch(kernels.saxpy,
 *                        &(kernels_saxpy){.x = {.data = x, .shape = {n}, .memory = QDRT_MEMORY_HOST},
 *                                         .y = {.data = y, .shape = {n}, .memory = QDRT_MEMORY_HOST},
 *                                         .a = 2.5f},
 *                        NULL, NULL);
 *
 * A pointer to other elements, and more extents than the array has, end the
 * compilation. C makes zeros of what is left out: an array without memory is refused
 * by the launch, as other extents are, and a number is 0. Where all are given by place,
 * -Wmissing-field-initializers finds what is missing.
 */
#ifndef QDRT_TYPED_H
#define QDRT_TYPED_H

#include "qdrt.h"

#include <string.h>

static inline qdrt_argument_info qdrt_scalar_info(const char *name, qdrt_type type, int is_unsigned) {
  qdrt_argument_info info;
  memset(&info, 0, sizeof(info));
  info.size = sizeof(info);
  info.name = name;
  info.group = "";
  info.kind = QDRT_SCALAR;
  info.type = type;
  info.is_unsigned = is_unsigned;
  return info;
}

/* An array, which is written if `is_written` is not 0. `shape` may be NULL for rank 0. */
static inline qdrt_argument_info qdrt_array_info(const char *name, qdrt_type type, int is_unsigned, uint32_t rank,
                                                 const int64_t *shape, int is_written) {
  qdrt_argument_info info = qdrt_scalar_info(name, type, is_unsigned);
  info.kind = QDRT_ARRAY;
  info.rank = rank;
  info.shape = shape;
  info.access = is_written ? QDRT_ACCESS_WRITE : QDRT_ACCESS_READ;
  return info;
}

static inline qdrt_result_info qdrt_result_of(const char *name, qdrt_type type, int is_unsigned) {
  qdrt_result_info info;
  info.size = sizeof(info);
  info.type = type;
  info.is_unsigned = is_unsigned;
  info.name = name;
  return info;
}

/* Valid as long as `shape`. */
static inline qdrt_argument qdrt_array_argument(qdrt_type type, uint32_t rank, uint32_t memory, const int64_t *shape,
                                                const void *data) {
  qdrt_argument argument;
  memset(&argument, 0, sizeof(argument));
  argument.type = type;
  argument.rank = rank;
  argument.memory = memory;
  argument.shape = shape;
  argument.data = (void *)(uintptr_t)data;
  return argument;
}

/* `value` has so many bytes as the type. */
static inline qdrt_argument qdrt_scalar_argument(qdrt_type type, const void *value, size_t bytes) {
  qdrt_argument argument;
  memset(&argument, 0, sizeof(argument));
  argument.type = type;
  memcpy(&argument.value, value, bytes);
  return argument;
}

#endif /* QDRT_TYPED_H */
