//===- FakeFixture.h - What the tests on the fake Vulkan share --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDC_TEST_RUNTIME_VULKAN_FAKEFIXTURE_H
#define QDC_TEST_RUNTIME_VULKAN_FAKEFIXTURE_H

#include "../DriverSessions.h"
#include "FakeVulkan.h"

#include "Runtime/Core/DeviceMemory.h"
#include "Runtime/Vulkan/Backend.h"

#include <optional>

namespace vulkan_test {

using namespace qdrt::loader;
using namespace runtime_test;
using Catch::Matchers::Contains;

/// Packages are for the fake Vulkan. At the end nothing is programmed, whatever the test did, and what was made is
/// gone, rightly.
struct Fake {
  Fake();
  ~Fake();

  const fake_vulkan::Live before;
};

/// Runs saxpy on new memory of the device and checks the numbers.
void checkSaxpy(const qdrt::Device &device, const qdrt::Package &package, qdrt_stream stream = nullptr);
/// The same with a device of its own.
void checkThatItWorks();

/// The device, as the loader's inside sees it.
std::unique_ptr<BackendDevice> openBackend(const qdrt_device_options &options = {});

} // namespace vulkan_test

#endif // QDC_TEST_RUNTIME_VULKAN_FAKEFIXTURE_H
