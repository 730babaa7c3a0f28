/* What the bench times from the start of the process: loads a package, launches saxpy once, says when that was done.
 * Writes CLOCK_MONOTONIC in nanoseconds and the first and last element. On a GPU the time is less that of cuInit and of
 * making the context, which every program pays; exit code 77: there is none.
 * usage: bench-start DEVICE THREADS saxpy.fatbin [PACKAGE...], where THREADS are the CPU's; the others are loaded too
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <qdrt/qdrt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void check(qdrt_status status) {
  if (status == QDRT_OK)
    return;
  fprintf(stderr, "bench-start: %s\n", qdrt_last_error());
  exit(1);
}

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Makes the context of the first GPU, and returns how many nanoseconds that took. */
static long long startDriver(void) {
  long long begin = now();
  void *driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  int (*init)(unsigned) = driver ? (int (*)(unsigned))dlsym(driver, "cuInit") : NULL;
  int (*retain)(void **, int) = driver ? (int (*)(void **, int))dlsym(driver, "cuDevicePrimaryCtxRetain") : NULL;
  void *context;
  if (!init || !retain || init(0) != 0 || retain(&context, 0) != 0) {
    fprintf(stderr, "bench-start: no CUDA device\n");
    exit(77);
  }
  return now() - begin;
}

int main(int argc, char **argv) {
  if (argc < 4) {
    fprintf(stderr, "usage: %s DEVICE THREADS saxpy.fatbin [PACKAGE...]\n", argv[0]);
    return 2;
  }
  long long driver = strcmp(argv[1], "cuda:0") == 0 ? startDriver() : 0;
  qdrt_device_options options = {.size = sizeof(options), .thread_count = (uint32_t)atoi(argv[2])};
  qdrt_device device;
  qdrt_package package;
  qdrt_kernel saxpy;
  check(qdrt_device_open_by_name(argv[1], &options, &device));
  check(qdrt_package_load(device, argv[3], NULL, &package));
  for (int each = 4; each < argc; ++each) {
    qdrt_package other; /* the process ends with it */
    check(qdrt_package_load(device, argv[each], NULL, &other));
  }
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
  printf("%lld %g %g\n", now() - driver, y[0], y[n - 1]);
  qdrt_package_unload(package);
  qdrt_device_close(device);
  return 0;
}
