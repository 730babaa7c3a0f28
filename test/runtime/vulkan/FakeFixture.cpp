//===- FakeFixture.cpp - What the tests on the fake Vulkan share ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeFixture.h"

using namespace vulkan_test;

const std::string &runtime_test::deviceUnderTest() {
  static const std::string spelling = "vulkan:0";
  return spelling;
}

Fake::Fake() : before(fake_vulkan::live()) {
  useImages("vulkan:0", builtImages() + "/fake_vulkan");
  fake_vulkan::takeCalls();
}

Fake::~Fake() {
  fake_vulkan::failCall("", 0, VK_SUCCESS);
  fake_vulkan::settings() = {};
  INFO("wrong last: " << fake_vulkan::lastWrong());
  CHECK(fake_vulkan::live() == before);
  fake_vulkan::takeCalls();
}

void vulkan_test::checkSaxpy(const qdrt::Device &device, const qdrt::Package &package, qdrt_stream stream) {
  qdrt::Array<float> x(device, {4}, std::vector<float>{1, 2, 3, 4}), y(device, {4});
  device.synchronize();
  package.kernel("saxpy").launch({.stream = stream}, x, y, 2.0f);
  REQUIRE(qdrt_stream_synchronize(device.get(), stream) == QDRT_OK);
  CHECK(y.read() == std::vector<float>{2, 4, 6, 8});
}

void vulkan_test::checkThatItWorks() {
  const qdrt::Device device = openDevice();
  checkSaxpy(device, qdrt::Package(device, saxpyPackage()));
}

std::unique_ptr<BackendDevice> vulkan_test::openBackend(const qdrt_device_options &options) {
  return std::move(*vulkan::Backend().open(0, options));
}
