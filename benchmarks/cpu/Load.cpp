// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "QdcCases.h"

namespace {
/// Loads a package of 2,000 kernels, finds the last one and unloads it again.
class Load final : public Case {
public:
  Load(const qdrt::Device &device, const std::string &folder)
      : device(device), path(folder + "/kernels-2000-50---mix-chain.fatbin") {}
  void call() override {
    const qdrt::Package package(device, path);
    kernels = qdrt_package_kernel_count(package.get());
    arguments = qdrt_kernel_argument_count(package.kernel("generated1999").get());
  }
  std::vector<double> values() const override { return {static_cast<double>(kernels), static_cast<double>(arguments)}; }

private:
  const qdrt::Device &device;
  const std::string path;
  uint32_t kernels = 0, arguments = 0;
};
} // namespace

std::unique_ptr<Case> makeLoad(const qdrt::Device &device, const std::string &folder) {
  return std::make_unique<Load>(device, folder);
}
