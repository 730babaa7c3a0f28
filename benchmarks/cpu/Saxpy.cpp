// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "QdcCases.h"

namespace {
class Saxpy final : public Case {
public:
  Saxpy(const qdrt::Device &device, const std::string &folder)
      : package(device, folder + "/saxpy.fatbin"), kernel(package.kernel("saxpy")) {}
  void call() override { kernel(state.x, state.y, state.a); }
  std::vector<double> values() const override { return {inputs::sum(state.y), state.y.back()}; }

private:
  qdrt::Package package;
  qdrt::Kernel kernel;
  inputs::Saxpy state;
};
} // namespace

std::unique_ptr<Case> makeSaxpy(const qdrt::Device &device, const std::string &folder) {
  return std::make_unique<Saxpy>(device, folder);
}
