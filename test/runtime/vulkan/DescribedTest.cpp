//===- DescribedTest.cpp - Devices of Vulkan that are not there -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeFixture.h"

#include "Runtime/Vulkan/Described.h"

using namespace vulkan_test;

static DescribedDevice described(const char *text) { return std::move(*vulkan::describe(text)); }

/// Why the device takes no image with that target and these needs; "": it does.
static std::string refusal(const DescribedDevice &device, const char *target, std::vector<std::string> needs = {}) {
  qdc::Image image;
  image.target = target;
  image.features = std::move(needs);
  return device.traits->fit(image, {}).reason;
}

TEST_CASE("a device is described by its version, what it has and its size") {
  CHECK(described("1.2").spelling == "vulkan:1.2,multiprocessors=132");
  CHECK(described("1.3,multiprocessors=40,shaderInt8,shaderFloat64").spelling ==
        "vulkan:1.3,shaderInt8,shaderFloat64,multiprocessors=40");
  const DescribedDevice device = described("1.2,shaderFloat64");
  CHECK(refusal(device, "vulkan:1.2", {"bufferDeviceAddress", "shaderFloat64", "shaderInt64", "vulkanMemoryModel"}) ==
        "");
  CHECK(refusal(device, "vulkan:1.2", {"shaderInt8"}) == "it needs 'shaderInt8', which this device lacks");
  CHECK(refusal(device, "vulkan:1.3") == "it runs on Vulkan 1.3 on; this device has 1.2");
  CHECK(refusal(described("1.3"), "vulkan:1.3") == "");
  CHECK(device.traits->target() == "vulkan:1.2");
  CHECK(device.traits->capabilities().hasGraphs);
}

TEST_CASE("a described device has the least that devices have") {
  const DescribedDevice device = described("1.2");
  qdc::EntryPoint entry;
  entry.symbol = "k";
  qdc::LaunchShape shape;
  shape.blockThreads = 128;
  shape.subgroupWidth = 0;
  shape.slotPassing = qdc::SlotPassing::memory;
  entry.launch = shape;
  CHECK(*device.traits->noLaunchReason(entry) == nullptr);
  shape.blockThreads = 256;
  entry.launch = shape;
  CHECK(device.traits->noLaunchReason(entry).error().message ==
        "entry point 'k' of the Vulkan image is for blocks of 256 threads; those of this device have 128 at most");
  shape.blockThreads = 1;
  shape.grid = qdc::GridSize::cooperative;
  entry.launch = shape;
  CHECK(*device.traits->noLaunchReason(entry) ==
        std::string("Vulkan promises nothing of blocks that wait for each other"));
}

TEST_CASE("what describes no device of Vulkan is refused, and what would is told") {
  for (const char *text :
       {"", "1.1", "1.4", "1.2,", "1.2,shaderQuantum", "1.2,shaderInt8,shaderInt8", "1.2,multiprocessors=0",
        "1.2,multiprocessors=4097", "1.2,multiprocessors=2,multiprocessors=2", "1.2,multiprocessors=2x"}) {
    CAPTURE(text);
    const qdc::Result<DescribedDevice> refused = vulkan::describe(text);
    REQUIRE_FALSE(refused.ok());
    CHECK(refused.error().code == qdc::ErrorCode::invalidArgument);
    CHECK_THAT(
        refused.error().message,
        Contains("a device of Vulkan is described by its version, '1.2' or '1.3', and after it by the features") &&
            Contains("'vulkan:1.2,shaderFloat64,shaderInt8,multiprocessors=40'"));
  }
}
