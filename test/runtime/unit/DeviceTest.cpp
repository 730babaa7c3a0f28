//===- DeviceTest.cpp - Tests of Device.h and Error.h ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Runtime/Device/Device.h"

#include "Runtime/Core/DriverError.h"
#include "Runtime/Core/Error.h"
#include "Runtime/Core/MissingBackend.h"
#include "Runtime/Null/Device.h"

#include <catch2/catch.hpp>

using namespace qdrt::loader;

TEST_CASE("a device that is unavailable is refused with its reason") {
  const DeviceDescription description = {QDRT_CPU, 3, "", "cpu:3", 1, "there is no driver"};
  qdc::Result<std::shared_ptr<Device>> opened = Device::open(*backends()[0], description, {});
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().code == qdc::ErrorCode::noDevice);
  CHECK(opened.error().message == "device 'cpu:3' can't be opened: there is no driver");
}

TEST_CASE("a device that would leave arrays of the host unwaited for or uncopied is a mistake of its backend") {
  struct OddDevice final : null::Device {
    explicit OddDevice(bool isBoth) : can{.isAsynchronous = isBoth, .usesHostMemory = isBoth} {}
    const BackendCapabilities &capabilities() const override { return can; }
    BackendCapabilities can;
  };
  struct OddBackend final : Backend {
    qdrt_backend kind() const override { return QDRT_NULL; }
    const char *name() const override { return "odd"; }
    std::vector<DeviceDescription> devices() const override { return {}; }
    qdc::Result<BackendCapabilities> capabilities(const qdrt_device_options &) const override {
      return BackendCapabilities();
    }
    qdc::Result<std::unique_ptr<BackendDevice>> open(uint32_t index, const qdrt_device_options &) const override {
      return std::unique_ptr<BackendDevice>(std::make_unique<OddDevice>(index == 1));
    }
  };
  for (uint32_t index : {0u, 1u}) {
    const DeviceDescription description = {QDRT_NULL, index, "", "odd", 12, ""};
    const qdc::Error refusal = Device::open(OddBackend(), description, {}).error();
    CHECK(refusal.code == qdc::ErrorCode::internal);
    CHECK(refusal.message == std::string("device 'odd' must be either asynchronous or use the host's memory, and is ") +
                                 (index == 1 ? "both" : "neither"));
  }
}

// This program's loader has the CPU and the null backend.
TEST_CASE("a backend that was left out has a device that tells so, one that nobody knows has none") {
  const std::string reason = "this libqdrt was built without the backend 'cuda' (QDRT_BACKENDS)";
  REQUIRE(backends().size() == 4);
  CHECK(backends()[0]->kind() == QDRT_CPU);
  CHECK(backends()[2]->kind() == QDRT_VULKAN);
  CHECK(backends()[2]->devices()[0].dlpackType == 7);
  CHECK(backends()[3]->kind() == QDRT_NULL);
  const Backend &cuda = *backends()[1];
  CHECK(cuda.kind() == QDRT_CUDA);
  CHECK(cuda.name() == std::string("cuda"));
  REQUIRE(cuda.devices().size() == 1);
  CHECK(cuda.devices()[0].spelling == "cuda:0");
  CHECK(cuda.devices()[0].dlpackType == 2);
  CHECK(cuda.devices()[0].unavailable == reason);
  for (const qdc::Error &error : {cuda.open(0, {}).error(), cuda.capabilities({}).error()}) {
    CHECK(error.code == qdc::ErrorCode::noDevice);
    CHECK(error.message == reason);
  }
  qdrt_device device = nullptr;
  CHECK(qdrt_device_open_by_name("cuda:0", nullptr, &device) == QDRT_NO_DEVICE);
  CHECK(qdrt_last_error() == "device 'cuda:0' can't be opened: " + reason);
  CHECK(qdrt_device_open(QDRT_CUDA, 0, nullptr, &device) == QDRT_NO_DEVICE);
  CHECK(qdrt_last_error() == "device 'cuda:0' can't be opened: " + reason);
  const qdrt_native_device native = {sizeof(native), QDRT_CUDA, {{&device}}};
  CHECK(qdrt_device_adopt(&native, nullptr, &device) == QDRT_NO_DEVICE);
  CHECK(qdrt_last_error() == reason);
}

TEST_CASE("a backend that was left out says so of native devices only if it would take any") {
  auto adopt = [](const Backend &backend) {
    const qdrt_native_device native = {sizeof(native), backend.kind(), {}};
    return Device::adopt(backend, native, {}).error();
  };
  const qdc::Error none = adopt(MissingBackend(QDRT_CPU, "cpu", "cpu", 1, 0));
  CHECK(none.code == qdc::ErrorCode::unsupported);
  CHECK(none.message == "backend 'cpu' takes no native device; qdrt_device_open opens its devices");
  const qdc::Error leftOut = adopt(MissingBackend(QDRT_CUDA, "cuda", "cuda:0", 2, 8));
  CHECK(leftOut.code == qdc::ErrorCode::noDevice);
  CHECK(leftOut.message == "this libqdrt was built without the backend 'cuda' (QDRT_BACKENDS)");
}

TEST_CASE("errors of a driver have its code, also one without a name") {
  const qdc::Error named = driverError({"API", -3, "API_LOST", qdc::ErrorCode::deviceLost}, "do it", "api:1");
  CHECK(named.code == qdc::ErrorCode::deviceLost);
  CHECK(named.message == "cannot do it on 'api:1': API error -3 (API_LOST)");
  CHECK(driverError({"API", 7}, "do it", "api:1").message ==
        "cannot do it on 'api:1': API error 7 (a code without a name)");
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
  CHECK(backends()[0]->nativeBytes() == 0);
  CHECK_FALSE(capabilities.capturesStreams);
  CHECK_FALSE((*stream)->isCapturing());
  auto check = [](const qdc::Error &error, const std::string &what) {
    CHECK(error.code == qdc::ErrorCode::internal);
    CHECK(error.message == "the device was asked for " + what + ", which it does not have");
  };
  check((*stream)->buildGraph({}).error(), "a graph");
  check((*stream)->capture({}, nullptr).error(), "a capture");
  check((*device)->adoptStream(nullptr).error(), "a stream of the caller");
  check(backends()[0]->adopt({}, {}).error(), "a native device of the caller");
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
