//===- ValidationTest.cpp - What the validation layer says ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether calls are looked at is decided once for a process: CMakeLists.txt runs
// the hidden case alone.
//
//===----------------------------------------------------------------------===//

#include "FakeFixture.h"

using namespace vulkan_test;

TEST_CASE_METHOD(Fake, "after a message of the validation layer every wait fails with the first", "[.validated]") {
  const qdrt::Device device = openDevice();
  const qdrt::Stream stream(device);
  checkSaxpy(device, qdrt::Package(device, saxpyPackage()));
  fake_vulkan::say("the first");
  fake_vulkan::say("the second");
  for (int attempt = 0; attempt < 2; ++attempt) {
    CHECK_THROWS_STATUS(device.synchronize(), QDRT_INTERNAL, "Vulkan's validation layer says: the first");
    CHECK_THROWS_STATUS(stream.synchronize(), QDRT_INTERNAL, "Vulkan's validation layer says: the first");
  }
}

TEST_CASE_METHOD(Fake, "nobody is told what a layer says that nobody asked for") {
  const qdrt::Device device = openDevice();
  fake_vulkan::say("the first");
  device.synchronize();
}
