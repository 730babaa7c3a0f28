#include "inner.h"

#include <vector>

/// Twice the value, by way of a kernel.
__attribute__((visibility("default"))) float twice(float value);

float twice(float value) {
  std::vector<float> x = {value};
  qdrt::Device device = qdrt::Device::open();
  inner_load(device).kernel("scale")(x, 2.0f);
  return x[0];
}
