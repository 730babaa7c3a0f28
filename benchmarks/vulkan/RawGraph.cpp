// Ten small tasks in a row, by hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"

#include "Shaders/chain.h"

namespace {

constexpr uint32_t n = inputs::graphElements, threads = 256;

struct Push {
  VkDeviceAddress from, to;
  float factor;
  uint32_t count;
};

/// Task k goes from x to y or back, task 0 from z to x.
class Chain final : public SubmittedCase {
public:
  Chain(const Machine &machine, inputs::Timing timing) : SubmittedCase(machine, timing) {
    commands = std::make_unique<raw::Commands>(device, [this](raw::Commands &to) {
      for (int task = 0; task < inputs::graphTasks; ++task) {
        to.barrier(); // also between what is submitted one after the other
        const raw::Array &from = task == 0 ? z : task % 2 ? x : y;
        to.dispatch(shift, Push{from.address, (task % 2 ? y : x).address, inputs::graphFactor, n}, n / threads);
      }
    });
  }
  std::vector<double> values() const override { return {inputs::sum(y.read()), inputs::sum(x.read())}; }

private:
  raw::Array z{device, std::vector<float>(n, 1.0f)}, x{device, n}, y{device, n};
  raw::Pipeline shift{device, chainShader, sizeof(Push)};
};

} // namespace

std::unique_ptr<Case> makeRawChain(const Machine &machine, inputs::Timing timing) {
  return std::make_unique<Chain>(machine, timing);
}
