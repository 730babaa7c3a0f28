// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

#include <string_view>

namespace {

using inputs::Relaxed, inputs::Timing;

class RelaxedCase : public Case {
public:
  std::vector<double> values() const final { return Relaxed::values(x.read(), y.read(), times); }
  void finish() final { device.synchronize(); }

protected:
  RelaxedCase(const qdrt::Device &device, const std::string &folder, const char *loops, const char *name, int64_t n)
      : device(device), package(device, folder + "/loops.fatbin"), kernel(package.kernel(name)), x(device, {n}),
        y(device, {n}), flag(device, {}), options{.loops = loops} {
    x.write(Relaxed::start(n));
    device.synchronize();
  }

  const qdrt::Device &device;
  qdrt::Package package;
  qdrt::Kernel kernel;
  qdrt::Array<float> x, y;
  qdrt::Array<int32_t> flag; // 0, where no kernel writes it
  qdrt::LaunchOptions options;
  int64_t times = 0; // that the two tasks ran
};

class Count final : public RelaxedCase {
public:
  Count(const qdrt::Device &device, const std::string &folder, const char *loops, int64_t n)
      : RelaxedCase(device, folder, loops, "count", n) {}
  void call() override {
    kernel.launch(options, x, y, flag, Relaxed::iterations);
    times += Relaxed::iterations;
  }
};

class Nested final : public RelaxedCase {
public:
  Nested(const qdrt::Device &device, const std::string &folder, const char *loops)
      : RelaxedCase(device, folder, loops, "nested", Relaxed::launchElements) {}
  void call() override {
    kernel.launch(options, x, y, flag, qdrt::View(Relaxed::outer).as(QDRT_INDEX), Relaxed::inner);
    times += Relaxed::outer * Relaxed::inner;
  }
};

class OnePass final : public RelaxedCase {
public:
  OnePass(const qdrt::Device &device, const std::string &folder, const char *loops, std::string_view name,
          Timing timing)
      : RelaxedCase(device, folder, loops, name.data(), Relaxed::launchElements), isPlain(name == "plain"),
        hasCount(name == "empty"), timing(timing) {}
  void call() override {
    if (isPlain)
      kernel.launch(options, x, y);
    else if (hasCount)
      kernel.launch(options, x, y, qdrt::View(int64_t(0)).as(QDRT_INDEX));
    else
      kernel.launch(options, x, y, flag);
    ++times;
    if (timing == Timing::synchronized)
      device.synchronize();
  }
  bool finishCounts() const override { return timing != Timing::host; }

private:
  bool isPlain, hasCount;
  Timing timing;
};

} // namespace

std::unique_ptr<Case> makeCount(const qdrt::Device &device, const std::string &folder, const char *loops, int64_t n) {
  return std::make_unique<Count>(device, folder, loops, n);
}

std::unique_ptr<Case> makeNested(const qdrt::Device &device, const std::string &folder, const char *loops) {
  return std::make_unique<Nested>(device, folder, loops);
}

std::unique_ptr<Case> makeOnePass(const qdrt::Device &device, const std::string &folder, const char *loops,
                                  const char *kernel, Timing timing) {
  return std::make_unique<OnePass>(device, folder, loops, kernel, timing);
}
