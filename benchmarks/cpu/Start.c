/* What the bench times from the start of the process: loads a package, launches saxpy once, says when that was done.
 * Writes CLOCK_MONOTONIC in nanoseconds and the first and last element.
 * usage: bench-cpu-start THREADS saxpy.fatbin
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _POSIX_C_SOURCE 200809L
#include <qdrt/qdrt.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void check(qdrt_status status) {
  if (status == QDRT_OK)
    return;
  fprintf(stderr, "bench-cpu-start: %s\n", qdrt_last_error());
  exit(1);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s THREADS saxpy.fatbin\n", argv[0]);
    return 2;
  }
  qdrt_device_options options = {.size = sizeof(options), .thread_count = (uint32_t)atoi(argv[1])};
  qdrt_device device;
  qdrt_package package;
  qdrt_kernel saxpy;
  check(qdrt_device_open(QDRT_CPU, 0, &options, &device));
  check(qdrt_package_load(device, argv[2], NULL, &package));
  check(qdrt_package_find_kernel(package, "saxpy", &saxpy));
  enum { n = 1000 };
  static float x[n], y[n];
  for (int i = 0; i < n; ++i) {
    x[i] = (float)i;
    y[i] = 0.5f;
  }
  const int64_t shape[1] = {n};
  const qdrt_argument arguments[3] = {
      {.type = QDRT_F32, .rank = 1, .memory = QDRT_MEMORY_HOST, .shape = shape, .data = x},
      {.type = QDRT_F32, .rank = 1, .memory = QDRT_MEMORY_HOST, .shape = shape, .data = y},
      {.type = QDRT_F32, .value = {.f32 = 2}},
  };
  check(qdrt_kernel_launch(saxpy, arguments, NULL, NULL));
  check(qdrt_stream_synchronize(device, NULL));
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf("%lld %g %g\n", (long long)now.tv_sec * 1000000000 + now.tv_nsec, y[0], y[n - 1]);
  qdrt_package_unload(package);
  qdrt_device_close(device);
  return 0;
}
