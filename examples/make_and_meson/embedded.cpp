#include <cstdio>
#include <qdrt/qdrt.hpp>
#include <vector>

extern "C" {
extern const unsigned char kernels[];
extern const size_t kernels_size;
}

int main() {
  std::vector<float> x = {1, 2, 3};
  qdrt::Device device = qdrt::Device::open();
  qdrt::Package package(device, {reinterpret_cast<const std::byte *>(kernels), kernels_size});
  package.kernel("scale")(x, 2.5f);
  std::printf("%g %g %g\n", x[0], x[1], x[2]);
}
