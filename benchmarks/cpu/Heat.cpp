// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cases.h"
#include "Measure.h"
#include "Rivals.h"

void benchHeat(qdrt::Device &device, const std::string &folder) {
  constexpr int64_t side = 2048;
  qdrt::Package package(device, folder + "/heat.fatbin");
  qdrt::Kernel heat = package.kernel("heat");
  std::vector<float> u(side * side), v(side * side);
  for (int64_t i = 0; i < side; ++i)
    u[i] = 100;
  std::vector<float> u2 = u, v2 = v;
  int32_t go = 1;
  float change = 0;
  Row row = {.name = "heat 2048x2048, one iteration",
             .rivalName = "C++ with OpenMP",
             .goal = 1.1,
             .perUnit = 1e3,
             .unit = "ms"};
  auto host = [](auto *data, qdrt::Shape shape) { return qdrt::View(data, shape, QDRT_MEMORY_HOST); };
  measurePair(
      row,
      [&] {
        heat(host(u.data(), {side, side}), host(v.data(), {side, side}), host(&go, {}), host(&change, {}), 0.2f, 0.0f,
             int64_t(1));
      },
      [&] { rivals::heat(u2.data(), v2.data(), side, side, 0.2f); }, 15, 5);
  print(row);
}
