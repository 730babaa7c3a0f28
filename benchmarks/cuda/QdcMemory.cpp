// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

namespace {

class LargeCase : public Case {
public:
  LargeCase(const qdrt::Device &device, const std::string &folder, const char *name, int64_t n)
      : device(device), package(device, folder + "/" + name + ".fatbin"), kernel(package.kernel(name)), x(device, {n}) {
    std::vector<float> values(n);
    for (int64_t i = 0; i < n; ++i)
      values[i] = inputs::largeValue(i);
    x.write(values);
  }
  void finish() final { device.synchronize(); }

protected:
  const qdrt::Device &device;
  qdrt::Package package;
  qdrt::Kernel kernel;
  qdrt::Array<float> x;
};

class Saxpy final : public LargeCase {
public:
  Saxpy(const qdrt::Device &device, const std::string &folder, int64_t n)
      : LargeCase(device, folder, "saxpy", n), y(device, {n}) {
    y.fill(0.5f);
  }
  void call() override { kernel(x, y, inputs::largeFactor); }
  std::vector<double> values() const override {
    const std::vector<float> all = y.read();
    return {inputs::sum(all), all.back()};
  }

private:
  qdrt::Array<float> y;
};

class Sum final : public LargeCase {
public:
  Sum(const qdrt::Device &device, const std::string &folder, int64_t n)
      : LargeCase(device, folder, "sum", n), total(device, {}) {}
  void call() override { kernel(x, total); }
  std::vector<double> values() const override { return {inputs::sum(total.read())}; }

private:
  qdrt::Array<float> total;
};

} // namespace

std::unique_ptr<Case> makeSaxpy(const qdrt::Device &device, const std::string &folder, int64_t n) {
  return std::make_unique<Saxpy>(device, folder, n);
}

std::unique_ptr<Case> makeSum(const qdrt::Device &device, const std::string &folder, int64_t n) {
  return std::make_unique<Sum>(device, folder, n);
}
