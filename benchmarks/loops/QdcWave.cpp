// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

namespace {

class Wave final : public Case {
public:
  Wave(const qdrt::Device &device, const std::string &folder, const char *loops)
      : device(device), package(device, folder + "/wave.fatbin"), kernel(package.kernel("wave")),
        options{.loops = loops}, u(device, {W::side, W::side}, start.u), v(device, {W::side, W::side}, start.v),
        snapshots(device, {W::snapshots, W::side, W::side}) {}
  void call() override {
    kernel.launch(options, u, v, snapshots, W::k, qdrt::View(W::iterations).as(QDRT_INDEX),
                  qdrt::View(W::every).as(QDRT_INDEX));
    ++calls;
  }
  void finish() override { device.synchronize(); }
  std::vector<double> values() const override { return W::values(u.read(), snapshots.read(), calls); }

private:
  using W = inputs::Wave;
  const qdrt::Device &device;
  qdrt::Package package;
  qdrt::Kernel kernel;
  qdrt::LaunchOptions options;
  W start;
  qdrt::Array<float> u, v, snapshots;
  int calls = 0;
};

} // namespace

std::unique_ptr<Case> makeWave(const qdrt::Device &device, const std::string &folder, const char *loops) {
  return std::make_unique<Wave>(device, folder, loops);
}
