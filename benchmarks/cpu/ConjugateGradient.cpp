// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "QdcCases.h"

namespace {
/// A call starts anew and runs `iterations`, since the tolerance is 0.
class ConjugateGradient final : public Case {
public:
  ConjugateGradient(const qdrt::Device &device, const std::string &folder)
      : package(device, folder + "/conjugate_gradient.fatbin"), kernel(package.kernel("solve")) {}
  void call() override {
    qdrt::Shape grid = {state.side, state.side};
    kernel(host(state.b, grid), host(state.x, grid), host(state.r, grid), host(state.p, grid), host(state.q, grid),
           host(residual), host(go), 0.0, state.iterations);
  }
  std::vector<double> values() const override { return {inputs::sum(state.x), residual}; }

private:
  qdrt::Package package;
  qdrt::Kernel kernel;
  inputs::Poisson state;
  double residual = 0;
  int32_t go = 1;
};
} // namespace

std::unique_ptr<Case> makeConjugateGradient(const qdrt::Device &device, const std::string &folder) {
  return std::make_unique<ConjugateGradient>(device, folder);
}
