// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "QdcCases.h"

namespace {
/// A tolerance of 0 and a maximum of 1: one iteration a call.
class Heat final : public Case {
public:
  Heat(const qdrt::Device &device, const std::string &folder)
      : package(device, folder + "/heat.fatbin"), kernel(package.kernel("heat")) {}
  void call() override {
    kernel(host(state.u, {state.side, state.side}), host(state.v, {state.side, state.side}), host(go), host(change),
           state.k, 0.0f, int64_t(1));
  }
  std::vector<double> values() const override { return {inputs::sum(state.u), change}; }

private:
  qdrt::Package package;
  qdrt::Kernel kernel;
  inputs::Plate state;
  int32_t go = 1;
  float change = 0;
};
} // namespace

std::unique_ptr<Case> makeHeat(const qdrt::Device &device, const std::string &folder) {
  return std::make_unique<Heat>(device, folder);
}
