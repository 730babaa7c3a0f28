// Moving least squares MPM as in examples/mpm88, by hand: one command buffer for a substep.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RawCases.h"

#include "Shaders/grid.h"
#include "Shaders/grid_to_particles.h"
#include "Shaders/particles_to_grid.h"

namespace {

using inputs::Fluid;
constexpr uint32_t threads = 128;

struct Push {
  VkDeviceAddress x, v, c, j, gridV, gridM;
  uint32_t particles;
  int32_t nodes;
  float dt;
};

class Mpm88 final : public Case {
public:
  explicit Mpm88(const Machine &machine)
      : device(machine.device), sizes(machine.sizes), start(sizes.particles), submitter(device, machine.by) {}
  void call() override {
    for (int64_t step = 0; step < Fluid::substeps; ++step)
      submitter.submit(substep);
  }
  void finish() override { submitter.finish(); }
  std::vector<double> values() const override { return inputs::fluidValues(x.read(), v.read(), j.read()); }

private:
  void record(raw::Commands &to) const {
    const auto particles = uint32_t(sizes.particles), nodes = uint32_t(sizes.nodes);
    const Push push = {x.address,     v.address, c.address,      j.address, gridV.address,
                       gridM.address, particles, int32_t(nodes), Fluid::dt};
    to.barrier();
    to.fill(gridV);
    to.fill(gridM);
    to.barrier();
    to.dispatch(particlesToGrid, push, (particles + threads - 1) / threads);
    to.barrier();
    to.dispatch(grid, push, (nodes * nodes + threads - 1) / threads);
    to.barrier();
    to.dispatch(gridToParticles, push, (particles + threads - 1) / threads);
  }

  const raw::Device &device;
  const inputs::Sizes sizes;
  const Fluid start;
  raw::Submitter submitter;
  raw::Array x{device, start.x}, v{device, start.v}, c{device, 4 * start.j.size()}, j{device, start.j};
  raw::Array gridV{device, size_t(2 * sizes.nodes * sizes.nodes)}, gridM{device, size_t(sizes.nodes * sizes.nodes)};
  raw::Pipeline particlesToGrid{device, particles_to_gridShader, sizeof(Push)};
  raw::Pipeline grid{device, gridShader, sizeof(Push)};
  raw::Pipeline gridToParticles{device, grid_to_particlesShader, sizeof(Push)};
  raw::Commands substep{device, [this](raw::Commands &to) { record(to); }};
};

} // namespace

std::unique_ptr<Case> makeRawMpm88(const Machine &machine) {
  if (!machine.device.addsFloats())
    throw std::runtime_error("the device has no atomic addition of floats");
  return std::make_unique<Mpm88>(machine);
}
