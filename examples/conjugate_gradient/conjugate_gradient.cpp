// Solves a Poisson problem with 1, 2 and 4 threads: the device decides when to stop, and every run gives the same bits.
// usage: example-conjugate_gradient conjugate_gradient.fatbin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <qdrt/qdrt.h>
#include <vector>

static constexpr int64_t n = 100, limit = 10000;
static constexpr double tolerance = 1e-12; // of the squared residual

static void check(qdrt_status status) {
  if (status == QDRT_OK)
    return;
  std::fprintf(stderr, "conjugate_gradient: %s\n", qdrt_last_error());
  std::exit(1);
}

// Solves on a device with the given number of threads, which means something on the CPU alone; gives the iterations.
static int64_t solve(const char *path, const char *deviceName, uint32_t threads, std::vector<double> b,
                     std::vector<double> &x) {
  qdrt_device_options options = {};
  options.size = sizeof(options);
  options.thread_count = threads;
  qdrt_device device;
  qdrt_package package;
  qdrt_kernel kernel;
  check(qdrt_device_open_by_name(deviceName, &options, &device));
  check(qdrt_package_load(device, path, nullptr, &package));
  check(qdrt_package_find_kernel(package, "solve", &kernel));
  std::vector<double> r(n * n), p(n * n), q(n * n);
  double residual = 0;
  int32_t go = 0;
  const int64_t shape[2] = {n, n};
  auto array = [&](std::vector<double> &data) {
    return qdrt_argument{QDRT_F64, 2, QDRT_MEMORY_HOST, shape, data.data(), {}};
  };
  qdrt_argument arguments[] = {
      array(b),
      array(x),
      array(r),
      array(p),
      array(q),
      {QDRT_F64, 0, QDRT_MEMORY_HOST, nullptr, &residual, {}},
      {QDRT_I32, 0, QDRT_MEMORY_HOST, nullptr, &go, {}},
      {QDRT_F64, 0, 0, nullptr, nullptr, {.f64 = tolerance}},
      {QDRT_I64, 0, 0, nullptr, nullptr, {.i64 = limit}},
  };
  check(qdrt_kernel_launch(kernel, arguments, nullptr, nullptr));
  qdrt_scalar results[2];
  check(qdrt_kernel_results(kernel, nullptr, results, 2));
  qdrt_package_unload(package);
  qdrt_device_close(device);
  return results[0].i64;
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3)
    return std::fprintf(stderr, "usage: %s conjugate_gradient.fatbin [DEVICE]\n", argv[0]), 2;
  // b = A expected, in plain C++; A is the 5-point Laplacian with zero borders.
  std::vector<double> expected(n * n), b(n * n), x(n * n), first;
  for (int64_t i = 0; i < n * n; ++i)
    expected[i] = std::sin(0.1 * (i / n)) + 0.01 * (i % n);
  auto at = [&](int64_t i, int64_t j) { return i < 0 || j < 0 || i >= n || j >= n ? 0 : expected[i * n + j]; };
  for (int64_t i = 0; i < n; ++i)
    for (int64_t j = 0; j < n; ++j)
      b[i * n + j] = 4 * at(i, j) - at(i - 1, j) - at(i + 1, j) - at(i, j - 1) - at(i, j + 1);

  for (uint32_t threads : {1u, 2u, 4u}) {
    int64_t iterations = solve(argv[1], argc == 3 ? argv[2] : "cpu", threads, b, x);
    double error = 0;
    for (int64_t i = 0; i < n * n; ++i)
      error = std::fmax(error, std::fabs(x[i] - expected[i]));
    std::printf("conjugate_gradient: %u threads, %lld iterations, largest error %g\n", threads,
                static_cast<long long>(iterations), error);
    if (first.empty())
      first = x;
    if (!(error < 1e-6) || iterations >= limit || std::memcmp(x.data(), first.data(), n * n * sizeof(double)))
      return 1;
  }
  return 0;
}
