// Measures the loader and its kernels on the CPU; one line of JSON a row.
// usage: bench-cpu FOLDER-OF-PACKAGES
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cases.h"

#include <cstdio>

int main(int argc, char **argv) {
  if (argc != 2)
    return std::fprintf(stderr, "usage: %s FOLDER-OF-PACKAGES\n", argv[0]), 2;
  try {
    qdrt::Device device = qdrt::Device::open("cpu");
    benchLaunch(device, argv[1]);
    benchSaxpy(device, argv[1]);
    benchHeat(device, argv[1]);
    benchConjugateGradient(device, argv[1]);
    benchMpm88(device, argv[1]);
  } catch (const qdrt::Error &error) {
    return std::fprintf(stderr, "bench-cpu: %s\n", error.what()), 1;
  }
  return 0;
}
