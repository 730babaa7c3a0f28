//===- odd.cpp - Kernels with odd names -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "odd.hpp"

#include <cstdint>
#include <cstdio>
#include <vector>

int main() {
  const qdrt::Device device = qdrt::Device::open("cpu");
  const kernels::Package package(device, "odd.fatbin");
  std::vector<float> copied = {1, 2};
  const double read[1][3] = {};
  std::uint16_t small[2][3] = {};
  const std::size_t count = 2;
  package.class_2.launch(qdrt::set<kernels::class_2>()
                             .for_(copied)
                             .x_y_2(read)
                             .x_y(small)
                             .argument_3d(count)
                             .argument(1)
                             .a(2)
                             .x(3)
                             .Results_2(4.0)
                             .add(5.0)
                             .kernels(true)
                             .Given_2(1)
                             .Setters_2(2)
                             .INT32_MAX_(3)
                             .what(4));
  const kernels::class_2::Results results = package.class_2.results();

  std::vector<float> position(2);
  const std::vector<float> velocity = {2, 5};
  package.class_.launch({{position, velocity}, 3.0});
  package.Package_2();
  const qdrt::BFloat16 element = {0};
  package.class_find(element);
  package.class_.results();
  std::printf("%u %u %d %d, %g %g\n", results.result0, static_cast<unsigned>(results.result1.bits), results.result2,
              static_cast<int>(results.result3), static_cast<double>(position[0]), static_cast<double>(position[1]));
}
