// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "QdcCases.h"

namespace {
class TinyCase : public Case {
protected:
  TinyCase(const qdrt::Device &device, const std::string &folder, const char *name)
      : package(device, folder + "/tiny.fatbin"), kernel(package.kernel(name)) {}
  qdrt::Package package;
  qdrt::Kernel kernel;
};

class SerialLaunch final : public TinyCase {
public:
  SerialLaunch(const qdrt::Device &device, const std::string &folder) : TinyCase(device, folder, "serial") {}
  void call() override { kernel(view); }
  std::vector<double> values() const override { return {static_cast<double>(counter)}; }

private:
  int32_t counter = 0;
  qdrt::View view = host(counter);
};

class ParallelLaunch final : public TinyCase {
public:
  ParallelLaunch(const qdrt::Device &device, const std::string &folder, size_t elements, std::chrono::milliseconds rest)
      : TinyCase(device, folder, "parallel"), x(elements), rest(rest) {}
  void call() override { kernel(x); }
  std::vector<double> values() const override { return {inputs::sum(x)}; }
  std::chrono::milliseconds restBeforeCall() const override { return rest; }

private:
  std::vector<float> x;
  std::chrono::milliseconds rest;
};

class DoWhile final : public TinyCase {
public:
  DoWhile(const qdrt::Device &device, const std::string &folder) : TinyCase(device, folder, "loop") {}
  void call() override { kernel(x, y, host(go), int64_t(1000)); }
  std::vector<double> values() const override { return {inputs::sum(x), inputs::sum(y)}; }

private:
  std::vector<float> x = std::vector<float>(64), y = std::vector<float>(64);
  int32_t go = 1;
};
} // namespace

std::unique_ptr<Case> makeSerialLaunch(const qdrt::Device &device, const std::string &folder) {
  return std::make_unique<SerialLaunch>(device, folder);
}

std::unique_ptr<Case> makeParallelLaunch(const qdrt::Device &device, const std::string &folder, size_t elements,
                                         std::chrono::milliseconds rest) {
  return std::make_unique<ParallelLaunch>(device, folder, elements, rest);
}

std::unique_ptr<Case> makeDoWhile(const qdrt::Device &device, const std::string &folder) {
  return std::make_unique<DoWhile>(device, folder);
}
