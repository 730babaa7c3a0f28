// Kernels that are as fast as memory, by hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"
#include "RawSum.h"

#include "Shaders/saxpy.h"

#include <algorithm>

namespace {

constexpr uint32_t threads = 256;

std::vector<float> largeValues(int64_t n) {
  std::vector<float> values(n);
  for (int64_t i = 0; i < n; ++i)
    values[i] = inputs::largeValue(i);
  return values;
}

class Saxpy final : public SubmittedCase {
public:
  explicit Saxpy(const Machine &machine)
      : SubmittedCase(machine), x(device, largeValues(machine.sizes.large)),
        y(device, std::vector<float>(machine.sizes.large, 0.5f)) {
    const auto vectors = uint32_t(machine.sizes.large / 4), groups = (vectors + threads - 1) / threads;
    const uint32_t wide = std::min(groups, device.limits.maxComputeWorkGroupCount[0]);
    commands = std::make_unique<raw::Commands>(device, [&](raw::Commands &to) {
      to.barrier();
      to.dispatch(saxpy, Push{x.address, y.address, inputs::largeFactor, vectors}, wide, (groups + wide - 1) / wide);
    });
  }
  std::vector<double> values() const override {
    const std::vector<float> all = y.read();
    return {inputs::sum(all), all.back()};
  }

private:
  struct Push {
    VkDeviceAddress x, y;
    float a;
    uint32_t count;
  };
  raw::Array x, y;
  raw::Pipeline saxpy{device, saxpyShader, sizeof(Push)};
};

/// The sums of workgroups, and the sum of those.
class Sum final : public SubmittedCase {
public:
  explicit Sum(const Machine &machine) : SubmittedCase(machine), x(device, largeValues(machine.sizes.large)) {
    commands = std::make_unique<raw::Commands>(device, [&](raw::Commands &to) {
      to.barrier();
      sum.add(to, x, uint32_t(machine.sizes.large / 4), parts, groups);
      to.barrier();
      sum.add(to, parts, groups / 4, total, 1);
    });
  }
  std::vector<double> values() const override { return {inputs::sum(total.read())}; }

private:
  static constexpr uint32_t perMultiprocessor = 8, groupsElsewhere = 1024;
  uint32_t groups =
      device.multiprocessors() != 0 ? perMultiprocessor * device.multiprocessors() : groupsElsewhere; // of four
  raw::Array x, parts{device, groups}, total{device, 1};
  SumPipeline sum{device};
};

} // namespace

std::unique_ptr<Case> makeRawSaxpy(const Machine &machine) { return std::make_unique<Saxpy>(machine); }
std::unique_ptr<Case> makeRawSum(const Machine &machine) { return std::make_unique<Sum>(machine); }
