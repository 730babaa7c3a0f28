#include "my-kernels.h"
#include "typed/kernels.hpp"

#include <cstdio>
#include <vector>

int main() {
  std::vector<float> x = {1, 2}, gradient = {0, 0};
  float seed[1] = {1};
  qdrt::Device device = qdrt::Device::open();
  my_kernels::Package package(my_kernels_load(device));
  package.scale(x, 2.0f);
  package.sum(x);
  std::printf("%g", package.loaded.kernel("sum").result<float>());
  package.loaded.kernel("sum.grad")(x, gradient, seed[0]);
  std::printf(" %g\n", gradient[1]);
}
