#include "kernels.h"

#include <cstdio>
#include <vector>

int main() {
  std::vector<float> x = {1, 2, 3};
  qdrt::Device device = qdrt::Device::open();
  qdrt::Package package = kernels_load(device);
  package.kernel("scale")(x, 2.5f);
  std::printf("%g %g %g\n", x[0], x[1], x[2]);
}
