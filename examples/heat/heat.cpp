// Heats the upper edge of a plate, lets the device relax it to a tolerance, and compares with plain C++.
// usage: example-heat heat.fatbin
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <qdrt/qdrt.h>
#include <vector>

static constexpr int64_t rows = 64, columns = 96;
static constexpr float k = 0.2f, tolerance = 1e-4f;
static constexpr int64_t limit = 100000;

static void check(qdrt_status status) {
  if (status == QDRT_OK)
    return;
  std::fprintf(stderr, "heat: %s\n", qdrt_last_error());
  std::exit(1);
}

// The same loop on the host, in double.
static int64_t relax(std::vector<double> &u) {
  std::vector<double> v = u;
  for (int64_t iteration = 1;; ++iteration) {
    double change = 0;
    for (int64_t i = 1; i + 1 < rows; ++i)
      for (int64_t j = 1; j + 1 < columns; ++j) {
        const double *c = &u[i * columns + j];
        double step = k * (c[-columns] + c[columns] + c[-1] + c[1] - 4 * c[0]);
        v[i * columns + j] = c[0] + step;
        change = std::max(change, std::abs(step));
      }
    u.swap(v);
    if (change <= tolerance || iteration == limit)
      return iteration;
  }
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3)
    return std::fprintf(stderr, "usage: %s heat.fatbin [DEVICE]\n", argv[0]), 2;
  qdrt_device device;
  qdrt_package package;
  qdrt_kernel heat;
  check(qdrt_device_open_by_name(argc == 3 ? argv[2] : "cpu", nullptr, &device));
  check(qdrt_package_load(device, argv[1], nullptr, &package));
  check(qdrt_package_find_kernel(package, "heat", &heat));

  std::vector<float> u(rows * columns), v(rows * columns);
  std::fill_n(u.begin(), columns, 100.0f);
  std::vector<double> expected(u.begin(), u.end());
  int32_t go = 0;
  float change = 0;
  const int64_t shape[2] = {rows, columns};
  qdrt_argument arguments[] = {
      {QDRT_F32, 2, QDRT_MEMORY_HOST, shape, u.data(), {}}, {QDRT_F32, 2, QDRT_MEMORY_HOST, shape, v.data(), {}},
      {QDRT_I32, 0, QDRT_MEMORY_HOST, nullptr, &go, {}},    {QDRT_F32, 0, QDRT_MEMORY_HOST, nullptr, &change, {}},
      {QDRT_F32, 0, 0, nullptr, nullptr, {.f32 = k}},       {QDRT_F32, 0, 0, nullptr, nullptr, {.f32 = tolerance}},
      {QDRT_I64, 0, 0, nullptr, nullptr, {.i64 = limit}},
  };
  check(qdrt_kernel_launch(heat, arguments, nullptr, nullptr));
  qdrt_scalar results[2];
  check(qdrt_kernel_results(heat, nullptr, results, 2));

  const int64_t iterations = relax(expected);
  double error = 0;
  for (size_t i = 0; i < u.size(); ++i)
    error = std::max(error, std::abs(u[i] - expected[i]));
  std::printf("heat: %lld iterations (plain C++ in double: %lld), last change %g, largest difference %g\n",
              static_cast<long long>(results[0].i64), static_cast<long long>(iterations), results[1].f32, error);
  qdrt_package_unload(package);
  qdrt_device_close(device);
  // f32 rounds the last changes, so the count may differ a little and the field by what those iterations move.
  return std::abs(results[0].i64 - iterations) <= iterations / 50 && error < 0.05 ? 0 : 1;
}
