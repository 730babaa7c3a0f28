// What parts of a loop cost, by hand. Each case checks what it computed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"
#include "RawSum.h"
#include "loops/Inputs.h"

#include "Shaders/block.h"
#include "Shaders/chain.h"
#include "Shaders/decide.h"

#include <array>
#include <cmath>

namespace {

using inputs::require;
constexpr uint32_t n = inputs::costElements;
constexpr int iterations = inputs::costIterations;

/// A task that adds a half to what another one wrote.
struct Task {
  VkDeviceAddress from, to;
  float factor = 1;
  uint32_t count = n;
};
constexpr float added = 0.5f;

bool areAll(const std::vector<float> &values, float wanted) {
  for (float value : values)
    if (value != wanted)
      return false;
  return true;
}

/// Tasks that go from x to y and back, in order.
class Dependent final : public SubmittedCase {
public:
  Dependent(const Machine &machine, Part part)
      : SubmittedCase(machine), part(part), groups(device, {part == Part::skipped ? 0u : 1u, 1, 1}) {
    commands = std::make_unique<raw::Commands>(device, [this](raw::Commands &to) {
      for (int iteration = 0; iteration < iterations; ++iteration)
        add(to, iteration % 2 == 0 ? Task{x.address, y.address} : Task{y.address, x.address});
    });
  }
  std::vector<double> values() const override {
    const int64_t tasks = part == Part::skipped ? 0 : calls * iterations;
    require(areAll(x.read(), added * float(tasks)), "not each dispatch came after the one before it");
    require(part != Part::decided || counts.read()[0] == uint32_t(tasks), "not each iteration was decided");
    return {double(tasks)};
  }

private:
  void add(raw::Commands &to, const Task &push) const {
    to.barrier();
    if (part == Part::dependent)
      to.dispatch(task, push, 1);
    else
      to.dispatchIndirect(task, push, groups);
    if (part != Part::decided)
      return;
    to.barrier();
    to.dispatch(decide, std::array{counts.address, groups.address}, 1);
  }

  Part part;
  raw::Array x{device, n}, y{device, n};
  raw::ArrayOf<uint32_t> groups, counts{device, {0, UINT32_MAX}};
  raw::Pipeline task{device, chainShader, sizeof(Task)};
  raw::Pipeline decide{device, decideShader, sizeof(std::array<VkDeviceAddress, 2>)};
};

/// Tasks that all read x; each writes an array of its own.
class Independent final : public SubmittedCase {
public:
  explicit Independent(const Machine &machine) : SubmittedCase(machine) {
    commands = std::make_unique<raw::Commands>(device, [this](raw::Commands &to) {
      to.barrier();
      for (int iteration = 0; iteration < iterations; ++iteration)
        to.dispatch(task, Task{x.address, y.address + iteration * n * sizeof(float)}, 1);
    });
  }
  std::vector<double> values() const override {
    const std::vector<float> all = y.read();
    require(areAll(all, added), "not each dispatch was done");
    return {inputs::sum(all)};
  }

private:
  raw::Array x{device, n}, y{device, size_t(iterations) * n};
  raw::Pipeline task{device, chainShader, sizeof(Task)};
};

/// A task of one element in memory of the host, which looks at it.
class RoundTrip final : public Case {
public:
  explicit RoundTrip(const Machine &machine) : device(machine.device), submitter(device, machine.by) {}
  void call() override {
    submitter.submitAndWait(calls % 2 == 0 ? there : back);
    ++calls;
    areRight = areRight && *static_cast<const float *>((calls % 2 == 0 ? x : y).mapped) == added * float(calls);
  }
  std::vector<double> values() const override {
    require(areRight, "the host did not see what the device wrote");
    return {double(calls)};
  }

private:
  void add(raw::Commands &to, const raw::Buffer &from, const raw::Buffer &into) const {
    to.barrier();
    to.dispatch(task, Task{from.address, into.address, 1, 1}, 1);
    to.hostBarrier();
  }

  const raw::Device &device;
  raw::Submitter submitter;
  raw::Buffer x{device, sizeof(float), raw::Buffer::Place::host}, y{device, sizeof(float), raw::Buffer::Place::host};
  raw::Pipeline task{device, chainShader, sizeof(Task)};
  raw::Commands there{device, [this](raw::Commands &to) { add(to, x, y); }};
  raw::Commands back{device, [this](raw::Commands &to) { add(to, y, x); }};
  int64_t calls = 0;
  bool areRight = true;
};

class Block final : public SubmittedCase {
public:
  explicit Block(const Machine &machine) : SubmittedCase(machine) {
    commands = std::make_unique<raw::Commands>(device, [this](raw::Commands &to) {
      to.barrier();
      to.dispatch(loop, Push{x.address, y.address, iterations, 0}, 1);
    });
  }
  std::vector<double> values() const override {
    require(areAll(x.read(), float(calls * iterations)), "not each iteration came after the one before it");
    return {double(calls)};
  }

private:
  struct Push {
    VkDeviceAddress x, y;
    uint32_t iterations, unused;
  };
  raw::Array x{device, n}, y{device, n};
  raw::Pipeline loop{device, blockShader, sizeof(Push)};
};

class BlockMemory final : public SubmittedCase {
public:
  explicit BlockMemory(const Machine &machine) : SubmittedCase(machine) {
    std::vector<float> numbers(inputs::blockElements);
    for (size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = inputs::largeValue(int64_t(i));
    wanted = inputs::sum(numbers);
    raw::write(x, numbers.data(), numbers.size() * sizeof(float));
    commands = std::make_unique<raw::Commands>(device, [this](raw::Commands &to) {
      to.barrier();
      sum.add(to, x, inputs::blockElements / 4, total, 1);
    });
  }
  std::vector<double> values() const override {
    const double computed = total.read()[0];
    require(std::abs(computed - wanted) <= 1e-4 * wanted, "the sum of one workgroup");
    return {computed};
  }

private:
  double wanted = 0;
  raw::Array x{device, inputs::blockElements}, total{device, 1};
  SumPipeline sum{device};
};

} // namespace

std::unique_ptr<Case> makeRawDispatches(const Machine &machine, Part part) {
  if (part == Part::independent)
    return std::make_unique<Independent>(machine);
  return std::make_unique<Dependent>(machine, part);
}
std::unique_ptr<Case> makeRawRoundTrip(const Machine &machine) { return std::make_unique<RoundTrip>(machine); }
std::unique_ptr<Case> makeRawBlock(const Machine &machine) { return std::make_unique<Block>(machine); }
std::unique_ptr<Case> makeRawBlockMemory(const Machine &machine) { return std::make_unique<BlockMemory>(machine); }
