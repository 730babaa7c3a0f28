// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

namespace {

/// A call starts anew and runs all `iterations`, since the tolerance is 0.
class Sparse final : public Case {
public:
  Sparse(const qdrt::Device &device, const std::string &folder, const char *loops, int64_t side, int64_t iterations)
      : device(device), cube(side, iterations), package(device, folder + "/sparse.fatbin"),
        kernel(package.kernel("solve")), options{.loops = loops}, start(device, {cube.rows + 1}, cube.start),
        column(device, {int64_t(cube.column.size())}, cube.column),
        value(device, {int64_t(cube.value.size())}, cube.value), b(device, {cube.rows}, cube.b), x(device, {cube.rows}),
        r(device, {cube.rows}), p(device, {cube.rows}), q(device, {cube.rows}), residual(device, {}), go(device, {}) {}
  void call() override {
    kernel.launch(options, start, column, value, b, x, r, p, q, residual, go, 0.0, cube.iterations);
  }
  void finish() override { device.synchronize(); }
  std::vector<double> values() const override { return cube.values(x.read()); }

private:
  const qdrt::Device &device;
  inputs::Cube cube;
  qdrt::Package package;
  qdrt::Kernel kernel;
  qdrt::LaunchOptions options;
  qdrt::Array<int32_t> start, column;
  qdrt::Array<double> value, b, x, r, p, q, residual;
  qdrt::Array<int32_t> go;
};

} // namespace

std::unique_ptr<Case> makeSparse(const qdrt::Device &device, const std::string &folder, const char *loops, int64_t side,
                                 int64_t iterations) {
  return std::make_unique<Sparse>(device, folder, loops, side, iterations);
}
