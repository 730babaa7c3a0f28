// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

namespace {

using inputs::Timing;
constexpr int64_t n = inputs::graphElements;

class Chain final : public Case {
public:
  Chain(const qdrt::Device &device, const std::string &folder, Timing timing, Change change)
      : stream(device), package(device, folder + "/graph.fatbin"), kernel(package.kernel("chain")), timing(timing),
        change(change), z(device, {n}), other(device, {n}), x(device, {n}), y(device, {n}) {
    z.fill(1);
    other.fill(1);
    device.synchronize();
  }
  void call() override {
    const auto &first = change == Change::pointer && calls % 2 == 0 ? other : z;
    auto s = [&](int task) {
      return change == Change::scalars ? inputs::changingFactor(calls, task) : inputs::graphFactor;
    };
    kernel.launch({.stream = stream.get()}, first, x, y, s(0), s(1), s(2), s(3), s(4), s(5), s(6), s(7), s(8), s(9));
    ++calls;
    if (timing == Timing::synchronized)
      stream.synchronize();
  }
  void finish() override { stream.synchronize(); }
  bool finishCounts() const override { return timing != Timing::host; }
  std::vector<double> values() const override { return {inputs::sum(y.read()), inputs::sum(x.read())}; }

private:
  qdrt::Stream stream;
  qdrt::Package package;
  qdrt::Kernel kernel;
  Timing timing;
  Change change;
  int64_t calls = 0;
  qdrt::Array<float> z, other, x, y;
};

class Elementwise final : public Case {
public:
  Elementwise(const qdrt::Device &device, const std::string &folder, const char *name)
      : device(device), package(device, folder + "/graph.fatbin"), kernel(package.kernel(name)), x(device, {n}) {}
  void call() override { kernel(x, inputs::graphFactor); }
  void finish() override { device.synchronize(); }
  std::vector<double> values() const override { return {inputs::sum(x.read())}; }

private:
  const qdrt::Device &device;
  qdrt::Package package;
  qdrt::Kernel kernel;
  qdrt::Array<float> x;
};

} // namespace

std::unique_ptr<Case> makeChain(const qdrt::Device &device, const std::string &folder, Timing timing, Change change) {
  return std::make_unique<Chain>(device, folder, timing, change);
}

std::unique_ptr<Case> makeElementwise(const qdrt::Device &device, const std::string &folder, const char *kernel) {
  return std::make_unique<Elementwise>(device, folder, kernel);
}
