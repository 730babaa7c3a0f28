#include "scaling.h"
#include "scaling_kernels.h"

#include <stdio.h>

int main(void) {
  float x[2] = {1, 2};
  qdrt_device device;
  qdrt_package package;
  scaling_kernel_package kernels;
  const scaling_kernel_scale arguments = {{x, {2}, QDRT_MEMORY_HOST}, 3};
  if (qdrt_device_open(QDRT_CPU, 0, NULL, &device) != QDRT_OK || scaling_load(device, NULL, &package) != QDRT_OK ||
      scaling_kernel_find(package, &kernels) != QDRT_OK ||
      scaling_kernel_scale_launch(kernels.scale, &arguments, NULL, NULL) != QDRT_OK) {
    fprintf(stderr, "%s\n", qdrt_last_error());
    return 1;
  }
  printf("%g %g\n", x[0], x[1]);
  return 0;
}
