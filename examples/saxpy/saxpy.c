/* Loads a package and runs its kernel from C, with arrays in host memory, and checks the result.
 * usage: example-saxpy saxpy.fatbin [DEVICE]    DEVICE: "cpu" when left out, or such as "cuda:0"
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <qdrt/qdrt.h>
#include <stdio.h>
#include <stdlib.h>

static void check(qdrt_status status) {
  if (status == QDRT_OK)
    return;
  fprintf(stderr, "saxpy: %s\n", qdrt_last_error());
  exit(1);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3) {
    fprintf(stderr, "usage: %s saxpy.fatbin [DEVICE]\n", argv[0]);
    return 2;
  }
  qdrt_device device;
  qdrt_package package;
  qdrt_kernel saxpy;
  check(qdrt_device_open_by_name(argc == 3 ? argv[2] : "cpu", NULL, &device));
  check(qdrt_package_load(device, argv[1], NULL, &package));
  check(qdrt_package_find_kernel(package, "saxpy", &saxpy));

  enum { n = 1000003 };
  const float a = 2.5f;
  float *x = malloc(n * sizeof(float)), *y = malloc(n * sizeof(float));
  if (!x || !y)
    return 1;
  for (int i = 0; i < n; ++i) {
    x[i] = (float)(i % 1000);
    y[i] = 0.5f;
  }

  const int64_t shape[1] = {n};
  const qdrt_argument arguments[3] = {
      {.type = QDRT_F32, .rank = 1, .memory = QDRT_MEMORY_HOST, .shape = shape, .data = x},
      {.type = QDRT_F32, .rank = 1, .memory = QDRT_MEMORY_HOST, .shape = shape, .data = y},
      {.type = QDRT_F32, .value = {.f32 = a}},
  };
  check(qdrt_kernel_launch(saxpy, arguments, NULL, NULL));
  check(qdrt_stream_synchronize(device, NULL));

  /* Every product and sum here is exact in f32, so the comparison is too. */
  for (int i = 0; i < n; ++i)
    if (y[i] != a * x[i] + 0.5f) {
      fprintf(stderr, "saxpy: y[%d] is %g, expected %g\n", i, y[i], a * x[i] + 0.5f);
      return 1;
    }
  printf("saxpy: %d elements, all equal to plain C\n", n);
  free(x);
  free(y);
  qdrt_package_unload(package);
  qdrt_device_close(device);
  return 0;
}
