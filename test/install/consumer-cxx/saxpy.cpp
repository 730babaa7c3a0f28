//===- saxpy.cpp - A package, loaded and launched by a program in C++ -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <qdrt/qdrt.hpp>

#include <cstdio>

int main(int, char **argv) {
  try {
    qdrt::Device device = qdrt::Device::open();
    qdrt::Package package(device, argv[1]);
    const std::vector<float> x = {1, 2};
    std::vector<float> y = {3, 4};
    package.kernel("saxpy")(x, y, 2.5);
    return y == std::vector<float>{5.5f, 9} ? 0 : 1;
  } catch (const qdrt::Error &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
