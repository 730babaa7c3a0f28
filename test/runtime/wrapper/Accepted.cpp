//===- Accepted.cpp - qdrt.hpp is C++17, without warnings -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled, not run, by every compiler that is there and as every version of
// C++ from 17 on: each template of the header is used.
//
//===----------------------------------------------------------------------===//

#include "qdrt/qdrt.hpp"

#if __cplusplus >= 202002L
#include <span>
#endif

void useArguments(const qdrt::Device &device, const qdrt::Kernel &kernel);
void useOwners(qdrt::Device &device, const qdrt::Package &package);

void useArguments(const qdrt::Device &device, const qdrt::Kernel &kernel) {
  std::vector<float> values(3);
  const std::vector<float> fixed(3);
  std::array<double, 2> few = {};
  float plain[3] = {};
  qdrt::Array<int64_t> array(device, {3}), filled(device, {2}, std::vector<int64_t>{1, 2});
  const qdrt::Array<int64_t> &readOnly = array;
  kernel();
  kernel(values, fixed, few, plain, array, readOnly, std::vector<int>(3), qdrt::Span<float>(values));
  kernel(1, 2u, int64_t{3}, uint8_t{4}, true, 1.0f, 1.0);
  kernel(qdrt::View(values, {3, 1}), qdrt::View(fixed, {1, 3}), qdrt::View(plain, {1, 1, 3}));
  kernel(qdrt::View(plain, {3, 1}, QDRT_MEMORY_HOST), qdrt::View(1).as(QDRT_INDEX), qdrt::View(values).get().rank);
  qdrt::LaunchOptions options;
  options.ordinal = 7;
  kernel.launch(options, values);
  (void)kernel.result<double>();
  (void)kernel.result<int64_t>(1);
  (void)kernel.result<bool>(2);
  (void)kernel.result<uint16_t>(3);
  (void)kernel.counters();
  (void)kernel.graph();
  (void)kernel.graphDot();
#if __cplusplus >= 202002L
  std::span<float> span(values);
  kernel(span, std::span<const float>(fixed));
#endif
}

void useOwners(qdrt::Device &device, const qdrt::Package &package) {
  qdrt::Stream stream(device);
  qdrt::Event start(device), end(device);
  start.record(stream.get());
  end.makeWait(nullptr);
  (void)end.since(start);
  stream = qdrt::Stream::adopt(device, nullptr);
  qdrt::Array<double> array(device, qdrt::Shape(std::vector<int64_t>{2, 3}));
  array.write(std::vector<double>(6));
  array.fill(1.5);
  (void)array.read();
  qdrt_vulkan_buffer range = array.exportVulkan();
  array = qdrt::Array<double>::importVulkan(device, {2, 3}, range);
  device.waitForVulkan(device.vulkanPoint(), stream.get());
  device.signalVulkan({range.buffer, 1});
  double one = 0;
  package.readGlobal<double>("global", {&one, 1});
  package.writeGlobal<double>("global", {&one, 1});
  qdrt::Package other(device, std::vector<std::byte>(3));
  qdrt::PackageOptions options;
  options.variant = "bounds";
  qdrt::Package checked(device, "kernels.fatbin", options);
  device = qdrt::Device::open();
}
