// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

namespace {

/// A call starts anew and runs all `iterations`, since the tolerance is 0.
class Solve final : public Case {
public:
  Solve(const qdrt::Device &device, const std::string &folder, const char *loops, int64_t side, int64_t iterations)
      : device(device), plate(side, iterations), package(device, folder + "/conjugate_gradient.fatbin"),
        kernel(package.kernel("solve")), options{.loops = loops}, b(device, {side, side}, plate.b),
        x(device, {side, side}), r(device, {side, side}), p(device, {side, side}), q(device, {side, side}),
        residual(device, {}), go(device, {}) {}
  void call() override { kernel.launch(options, b, x, r, p, q, residual, go, 0.0, plate.iterations); }
  void finish() override { device.synchronize(); }
  std::vector<double> values() const override { return plate.values(x.read(), residual.read().front()); }

private:
  const qdrt::Device &device;
  inputs::Plate plate;
  qdrt::Package package;
  qdrt::Kernel kernel;
  qdrt::LaunchOptions options;
  qdrt::Array<double> b, x, r, p, q, residual;
  qdrt::Array<int32_t> go;
};

} // namespace

std::unique_ptr<Case> makePlate(const qdrt::Device &device, const std::string &folder, const char *loops, int64_t side,
                                int64_t iterations) {
  return std::make_unique<Solve>(device, folder, loops, side, iterations);
}
