/* odd.c - kernels with odd names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "odd.h"

#include <stdio.h>

int main(void) {
  qdrt_device device = NULL;
  qdrt_package package = NULL;
  kernels_package kernels;
  float copied[2] = {1, 2}, position[2] = {0};
  const float velocity[2] = {2, 5};
  const double read[1][3] = {{0}};
  uint16_t small[2][3] = {{0}}, element = 0;
  kernels_class_2_results results;
  const kernels_class_2 given = {.for_ = {copied, {2}, QDRT_MEMORY_HOST},
                                 .x_y_2 = {read[0], {1, 3}, QDRT_MEMORY_HOST},
                                 .x_y = {small[0], {2, 3}, QDRT_MEMORY_HOST},
                                 .argument_3d = 2,
                                 .kernels = true};
  const kernels_class_ body = {.body = {.x = {position, {2}, QDRT_MEMORY_HOST}, .v = {velocity, {2}, QDRT_MEMORY_HOST}},
                               .a = 3};
  const kernels_class_find one = {.x = {&element, QDRT_MEMORY_HOST}};
  if (qdrt_device_open_by_name("cpu", NULL, &device) != QDRT_OK ||
      qdrt_package_load(device, "odd.fatbin", NULL, &package) != QDRT_OK ||
      kernels_find(package, &kernels) != QDRT_OK ||
      kernels_class_2_launch(kernels.class_2, &given, NULL, NULL) != QDRT_OK ||
      kernels_class_2_take(kernels.class_2, NULL, &results) != QDRT_OK ||
      kernels_class__launch(kernels.class_, &body, NULL, NULL) != QDRT_OK ||
      kernels_Package_launch(kernels.Package, NULL, NULL) != QDRT_OK ||
      kernels_class_find_launch(kernels.class_find, &one, NULL, NULL) != QDRT_OK) {
    fprintf(stderr, "%s\n", qdrt_last_error());
    return 1;
  }
  printf("%u %u %d %d, %g %g\n", (unsigned)results.result0, (unsigned)results.result1, results.result2,
         (int)results.result3, (double)position[0], (double)position[1]);
  qdrt_package_unload(package);
  qdrt_device_close(device);
  return 0;
}
