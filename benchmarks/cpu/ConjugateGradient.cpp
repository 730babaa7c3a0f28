// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cases.h"
#include "Measure.h"
#include "Rivals.h"

void benchConjugateGradient(qdrt::Device &device, const std::string &folder) {
  constexpr int64_t side = 1024, iterations = 10;
  qdrt::Package package(device, folder + "/conjugate_gradient.fatbin");
  qdrt::Kernel solve = package.kernel("solve");
  std::vector<double> b(side * side), x(side * side), r(side * side), p(side * side), q(side * side);
  for (int64_t i = 0; i < side * side; ++i)
    b[i] = 1.0 / (1 + i % 97);
  std::vector<double> x2 = x, r2 = r, p2 = p, q2 = q;
  double residual = 0;
  int32_t go = 1;
  auto host = [](auto *data, qdrt::Shape shape) { return qdrt::View(data, shape, QDRT_MEMORY_HOST); };
  auto grid = [&](std::vector<double> &values) { return host(values.data(), {side, side}); };
  Row row = {.name = "conjugate gradient 1024x1024, start and 10 iterations",
             .rivalName = "C++ with OpenMP",
             .goal = 1.1,
             .perUnit = 1e3,
             .unit = "ms"};
  measurePair(
      row,
      [&] { solve(grid(b), grid(x), grid(r), grid(p), grid(q), host(&residual, {}), host(&go, {}), 0.0, iterations); },
      [&] {
        rivals::ConjugateGradient rival = {side, side, b.data(), x2.data(), r2.data(), p2.data(), q2.data(), 0};
        rival.start();
        for (int64_t i = 0; i < iterations; ++i)
          rival.iterate();
      },
      9, 1);
  print(row);
}
