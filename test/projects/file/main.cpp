#ifndef PACKAGE_HEADER
#define PACKAGE_HEADER "beside.h"
#endif
#include PACKAGE_HEADER

#include <cstdio>
#include <exception>
#include <vector>

int main() {
  try {
    std::vector<float> x = {1, 2, 3};
    qdrt::Device device = qdrt::Device::open();
    beside_load(device).kernel("scale")(x, 2.5f);
    std::printf("%g %g %g\n", x[0], x[1], x[2]);
  } catch (const std::exception &error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
