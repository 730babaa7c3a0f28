/* Launches kernel saxpy of the package that it is linked with: prints 5 7, and where the package lies. */
#include <qdrt/qdrt.h>
#include <stdio.h>

extern const unsigned char package_bytes[];
extern const size_t package_bytes_size;

int main(void) {
  qdrt_device device;
  qdrt_package package;
  qdrt_kernel saxpy;
  float x[2] = {1, 2}, y[2] = {3, 3};
  const int64_t shape[1] = {2};
  const qdrt_argument arguments[3] = {
      {.type = QDRT_F32, .rank = 1, .memory = QDRT_MEMORY_HOST, .shape = shape, .data = x},
      {.type = QDRT_F32, .rank = 1, .memory = QDRT_MEMORY_HOST, .shape = shape, .data = y},
      {.type = QDRT_F32, .value = {.f32 = 2}}};
  if (qdrt_device_open(QDRT_CPU, 0, NULL, &device) != QDRT_OK ||
      qdrt_package_load_memory(device, package_bytes, package_bytes_size, NULL, &package) != QDRT_OK ||
      qdrt_package_find_kernel(package, "saxpy", &saxpy) != QDRT_OK ||
      qdrt_kernel_launch(saxpy, arguments, NULL, NULL) != QDRT_OK) {
    fprintf(stderr, "%s\n", qdrt_last_error());
    return 1;
  }
  printf("%g %g, at a multiple of 64: %d\n", y[0], y[1], (size_t)package_bytes % 64 == 0);
  qdrt_package_unload(package);
  qdrt_device_close(device);
  return 0;
}
