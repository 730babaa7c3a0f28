/* interfaces.h - kernels as a program was compiled for them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A program knows at compile time what it gives to a kernel and takes from it. A
 * header that `qdc header` wrote says so in these structs, and the loader compares
 * them with the package that the program then finds.
 *
 * A part of qdrt.h, which includes it and whose rules hold here.
 */
#ifndef QDRT_INTERFACES_H
#define QDRT_INTERFACES_H

#include "qdrt.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A result of a kernel. */
typedef struct qdrt_result_info {
  size_t size;
  qdrt_type type;
  int is_unsigned;
  const char *name; /* "" or NULL for none */
} qdrt_result_info;

/* What a program is compiled to give to a kernel and to take from it. All structs
 * of one list have the same size. */
typedef struct qdrt_interface {
  size_t size;
  const char *kernel; /* its name */
  uint32_t argument_count;
  uint32_t result_count;
  const qdrt_argument_info *arguments; /* in the kernel's order; NULL if there are none. Compared are name, kind, type,
                                          is_unsigned and, of arrays, shape and whether it is written */
  const qdrt_result_info *results; /* likewise, with type, is_unsigned and name */
} qdrt_interface;

/* The kernel of the interface's name, as qdrt_package_find_kernel gives it, if it
 * has that interface.
 * Returns: as qdrt_package_find_kernel; QDRT_INCOMPATIBLE for another interface, with
 * the first argument or result that differs; QDRT_INVALID_ARGUMENT for what describes
 * no interface. */
QDRT_API qdrt_status qdrt_package_find_interface(qdrt_package package, const qdrt_interface *expected,
                                                 qdrt_kernel *kernel);

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif /* QDRT_INTERFACES_H */
