// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Inputs.h"
#include "QdcCases.h"

namespace {
class Mpm88 final : public Case {
public:
  Mpm88(const qdrt::Device &device, const std::string &folder)
      : package(device, folder + "/mpm88.fatbin"), kernel(package.kernel("substep")) {}
  void call() override {
    const int64_t particles = state.particles, nodes = state.nodes;
    kernel(host(state.x, {particles, 2}), host(state.v, {particles, 2}), host(state.c, {particles, 2, 2}), state.j,
           host(state.gridV, {nodes, nodes, 2}), host(state.gridM, {nodes, nodes}), state.dt,
           qdrt::View(state.substeps).as(QDRT_INDEX));
  }
  std::vector<double> values() const override { return state.values(); }

private:
  qdrt::Package package;
  qdrt::Kernel kernel;
  inputs::Fluid state;
};
} // namespace

std::unique_ptr<Case> makeMpm88(const qdrt::Device &device, const std::string &folder) {
  return std::make_unique<Mpm88>(device, folder);
}
