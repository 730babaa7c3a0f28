//===- DeviceTest.cpp - Tests of Device.h and Error.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime/Device/Device.h"

#include "Runtime/Core/Error.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader;

TEST_CASE("a device that is unavailable is refused with its reason") {
  const DeviceDescription description = {QDRT_CPU, 3, "", "cpu:3", 1, "there is no driver"};
  qdc::Result<std::shared_ptr<Device>> opened = Device::open(*backends()[0], description, {});
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().code == qdc::ErrorCode::noDevice);
  CHECK(opened.error().message == "device 'cpu:3' can't be opened: there is no driver");
}

TEST_CASE("a CPU says what it has not, and asking for it is a mistake of the loader") {
  qdc::Result<std::unique_ptr<BackendDevice>> device = backends()[0]->open(0, {});
  REQUIRE(device.ok());
  qdc::Result<std::unique_ptr<BackendStream>> stream = (*device)->createStream();
  REQUIRE(stream.ok());
  const BackendCapabilities &capabilities = (*stream)->capabilities();
  CHECK(&capabilities == &(*device)->capabilities());
  CHECK_FALSE(capabilities.isAsynchronous);
  CHECK_FALSE(capabilities.hasGraphs);
  CHECK_FALSE(capabilities.adoptsStreams);
  CHECK_FALSE(capabilities.adoptsContexts);
  CHECK_FALSE(capabilities.capturesStreams);
  CHECK_FALSE((*stream)->isCapturing());
  auto check = [](const qdc::Error &error, const std::string &what) {
    CHECK(error.code == qdc::ErrorCode::internal);
    CHECK(error.message == "the device was asked for " + what + ", which it does not have");
  };
  check((*stream)->buildGraph({}).error(), "a graph");
  check((*stream)->capture({}, nullptr).error(), "a capture");
  check((*device)->adoptStream(nullptr).error(), "a stream of the caller");
  check(backends()[0]->adopt(nullptr, {}).error(), "a context of the caller");
}

TEST_CASE("every error code has a status") {
  using enum qdc::ErrorCode;
  CHECK(statusOf(qdc::ErrorCode::invalidArgument) == QDRT_INVALID_ARGUMENT);
  CHECK(statusOf(invalidPackage) == QDRT_INVALID_PACKAGE);
  CHECK(statusOf(incompatible) == QDRT_INCOMPATIBLE);
  CHECK(statusOf(notFound) == QDRT_NOT_FOUND);
  CHECK(statusOf(outOfMemory) == QDRT_OUT_OF_MEMORY);
  CHECK(statusOf(inputOutput) == QDRT_IO_ERROR);
  CHECK(statusOf(noDevice) == QDRT_NO_DEVICE);
  CHECK(statusOf(deviceLost) == QDRT_DEVICE_LOST);
  CHECK(statusOf(unsupported) == QDRT_UNSUPPORTED);
  CHECK(statusOf(toolMissing) == QDRT_UNSUPPORTED);
  CHECK(statusOf(internal) == QDRT_INTERNAL);
}
