/* not_compiled.c - what typed headers of C refuse
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each CASE is one mistake; with none of them the file compiles.
 */
#include "kernels.h"

qdrt_status use(const kernels_package *package);

qdrt_status use(const kernels_package *package) {
  static float x[3], y[3];
  static double wide[3];
  (void)wide;
  /* A number that is left out by name is 0. */
  const kernels_saxpy named = {.x = {x, {3}, QDRT_MEMORY_HOST}, .y = {y, {3}, QDRT_MEMORY_HOST}};
#if CASE == 1 /* by place it is missing */
  const kernels_saxpy placed = {{x, {3}, QDRT_MEMORY_HOST}, {y, {3}, QDRT_MEMORY_HOST}};
#elif CASE == 2 /* other elements */
  const kernels_saxpy placed = {{wide, {3}, QDRT_MEMORY_HOST}, {y, {3}, QDRT_MEMORY_HOST}, 1};
#elif CASE == 3 /* another rank */
  const kernels_saxpy placed = {{x, {3, 1}, QDRT_MEMORY_HOST}, {y, {3}, QDRT_MEMORY_HOST}, 1};
#elif CASE == 4 /* a name that there is not */
  const kernels_saxpy placed = {.b = 1};
#else
  const kernels_saxpy placed = {{x, {3}, QDRT_MEMORY_HOST}, {y, {3}, QDRT_MEMORY_HOST}, 1};
#endif
  const qdrt_status status = kernels_saxpy_launch(package->saxpy, &named, NULL, NULL);
  return status != QDRT_OK ? status : kernels_saxpy_launch(package->saxpy, &placed, NULL, NULL);
}
