// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cases.h"
#include "Measure.h"
#include "Rivals.h"

#include <random>

namespace {
struct Fluid {
  static constexpr int64_t particles = 8192, nodes = 128;
  std::vector<float> x, v, c, j, gridV, gridM;
  Fluid()
      : x(2 * particles), v(2 * particles), c(4 * particles), j(particles, 1.0f), gridV(nodes * nodes * 2),
        gridM(nodes * nodes) {
    std::mt19937 random(88);
    for (float &coordinate : x)
      coordinate = 0.2f + 0.4f * (random() >> 8) / float(1 << 24);
    for (int64_t p = 0; p < particles; ++p)
      v[2 * p + 1] = -1;
  }
};
} // namespace

void benchMpm88(qdrt::Device &device, const std::string &folder) {
  constexpr int64_t substeps = 20, n = Fluid::nodes, count = Fluid::particles;
  qdrt::Package package(device, folder + "/mpm88.fatbin");
  qdrt::Kernel substep = package.kernel("substep");
  Fluid a, b;
  auto host = [](std::vector<float> &values, qdrt::Shape shape) {
    return qdrt::View(values.data(), shape, QDRT_MEMORY_HOST);
  };
  Row row = {.name = "mpm88 substep", .rivalName = "C++ with OpenMP", .goal = 1.1};
  measurePair(
      row,
      [&] {
        substep(host(a.x, {count, 2}), host(a.v, {count, 2}), host(a.c, {count, 2, 2}), a.j, host(a.gridV, {n, n, 2}),
                host(a.gridM, {n, n}), 2e-4f, qdrt::View(substeps).as(QDRT_INDEX));
      },
      [&] {
        rivals::Mpm88 rival = {count,      n,          b.x.data(),     b.v.data(),
                               b.c.data(), b.j.data(), b.gridV.data(), b.gridM.data()};
        for (int64_t step = 0; step < substeps; ++step)
          rival.substep(2e-4f);
      },
      21, 2);
  row.qdc /= substeps;
  row.rival /= substeps;
  print(row);
}
