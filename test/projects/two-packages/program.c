/* Scales x by 2 and adds its squares up: prints 4 20. The gradient of the sum must be there. */
#include "scale-kernels.h"
#include "sum.h"

#include <stdio.h>

static float x[2] = {1, 2};
static const int64_t shape[1] = {2};

static qdrt_argument array(float *data) {
  const qdrt_argument argument = {
      .type = QDRT_F32, .rank = 1, .memory = QDRT_MEMORY_HOST, .shape = shape, .data = data};
  return argument;
}

int main(void) {
  qdrt_device device;
  qdrt_package scale, sum;
  qdrt_kernel kernel;
  qdrt_scalar result;
  const qdrt_argument scaled[2] = {array(x), {.type = QDRT_F32, .value = {.f32 = 2}}};
  const qdrt_argument summed[1] = {array(x)};
  if (qdrt_device_open(QDRT_CPU, 0, NULL, &device) != QDRT_OK || scale_kernels_load(device, NULL, &scale) != QDRT_OK ||
      sum_load(device, NULL, &sum) != QDRT_OK || qdrt_package_find_kernel(scale, "scale", &kernel) != QDRT_OK ||
      qdrt_kernel_launch(kernel, scaled, NULL, NULL) != QDRT_OK ||
      qdrt_package_find_kernel(sum, "sum", &kernel) != QDRT_OK ||
      qdrt_kernel_launch(kernel, summed, NULL, NULL) != QDRT_OK ||
      qdrt_kernel_results(kernel, NULL, &result, 1) != QDRT_OK ||
      qdrt_package_find_kernel(sum, "sum.grad", &kernel) != QDRT_OK) {
    fprintf(stderr, "%s\n", qdrt_last_error());
    return 1;
  }
  printf("%g %g\n", x[1], result.f32);
  return 0;
}
