// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cases.h"
#include "Measure.h"
#include "Rivals.h"

void benchSaxpy(qdrt::Device &device, const std::string &folder) {
  qdrt::Package package(device, folder + "/saxpy.fatbin");
  qdrt::Kernel saxpy = package.kernel("saxpy");
  std::vector<float> x(1 << 24, 1.0f), y(1 << 24, 2.0f);
  Row row = {.name = "saxpy 2^24", .rivalName = "C++ with OpenMP", .goal = 1.1, .perUnit = 1e3, .unit = "ms"};
  measurePair(row, [&] { saxpy(x, y, 1e-6f); }, [&] { rivals::saxpy(x.data(), y.data(), 1e-6f, y.size()); }, 15, 3);
  print(row);
}
