// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

namespace {

using inputs::Fluid;

class Mpm88 final : public Case {
public:
  Mpm88(const qdrt::Device &device, const std::string &folder, const char *loops, FluidSize size)
      : device(device), package(device, folder + "/mpm88.fatbin"), kernel(package.kernel("substep")),
        options{.loops = loops}, x(device, {size.particles, 2}), v(device, {size.particles, 2}),
        c(device, {size.particles, 2, 2}), j(device, {size.particles}), gridV(device, {size.nodes, size.nodes, 2}),
        gridM(device, {size.nodes, size.nodes}) {
    const Fluid start(size.particles);
    x.write(start.x);
    v.write(start.v);
    j.write(start.j);
  }
  void call() override {
    kernel.launch(options, x, v, c, j, gridV, gridM, Fluid::dt, qdrt::View(Fluid::substeps).as(QDRT_INDEX));
  }
  void finish() override { device.synchronize(); }
  std::vector<double> values() const override { return inputs::fluidValues(x.read(), v.read(), j.read()); }

private:
  const qdrt::Device &device;
  qdrt::Package package;
  qdrt::Kernel kernel;
  qdrt::LaunchOptions options;
  qdrt::Array<float> x, v, c, j, gridV, gridM;
};

} // namespace

std::unique_ptr<Case> makeMpm88(const qdrt::Device &device, const std::string &folder, const char *loops,
                                FluidSize size) {
  return std::make_unique<Mpm88>(device, folder, loops, size);
}
