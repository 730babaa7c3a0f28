//===- Device.cpp - An open device ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Device/Device.h"

#include "Runtime/Core/Environment.h"

#include <algorithm>
#include <cstdio>
#include <mutex>

using namespace qdrt::loader;

const std::vector<DeviceDescription> &qdrt::loader::devicesOf(const Backend &backend) {
  struct Rows {
    std::once_flag listed;
    std::vector<DeviceDescription> rows;
  };
  static std::vector<Rows> all(backends().size());
  Rows &own = all[static_cast<size_t>(std::ranges::find(backends(), &backend) - backends().begin())];
  std::call_once(own.listed, [&] { own.rows = backend.devices(); });
  return own.rows;
}

qdc::Result<std::shared_ptr<Device>> Device::open(const Backend &backend, const DeviceDescription &description,
                                                  const qdrt_device_options &options) {
  if (!description.unavailable.empty())
    return qdc::makeError(qdc::ErrorCode::noDevice, "device '{}' can't be opened: {}", description.spelling,
                          description.unavailable);
  qdc::Result<std::unique_ptr<BackendDevice>> opened = backend.open(description.index, options);
  if (!opened)
    return opened.error();
  return make(description, std::move(*opened));
}

/// What the backend does not read of `native` is 0: else the caller means something that this library does not know.
static qdc::Status checkUnusedBytes(const Backend &backend, const qdrt_native_device &native) {
  const auto *bytes = reinterpret_cast<const std::byte *>(&native.of);
  for (size_t at = backend.nativeBytes(); at < sizeof(native.of); ++at)
    if (bytes[at] != std::byte{0})
      return qdc::makeError(qdc::ErrorCode::unsupported,
                            "qdrt_native_device.of.reserved[{}] is not 0; a device of kind {} ('{}') is named by the "
                            "first {} bytes of 'of', and this version of libqdrt takes zeros after them",
                            at / sizeof(native.of.reserved[0]), static_cast<int>(backend.kind()), backend.name(),
                            backend.nativeBytes());
  return {};
}

qdc::Result<std::shared_ptr<Device>> Device::adopt(const Backend &backend, const qdrt_native_device &native,
                                                   const qdrt_device_options &options) {
  if (backend.nativeBytes() == 0)
    return qdc::makeError(qdc::ErrorCode::unsupported,
                          "backend '{}' takes no native device; qdrt_device_open opens its devices", backend.name());
  if (qdc::Status unused = checkUnusedBytes(backend, native); !unused)
    return unused;
  qdc::Result<AdoptedDevice> adopted = backend.adopt(native, options);
  if (!adopted)
    return adopted.error();
  return make(std::move(adopted->description), std::move(adopted->device));
}

qdc::Result<std::shared_ptr<Device>> Device::make(DeviceDescription description,
                                                  std::unique_ptr<BackendDevice> opened) {
  const BackendCapabilities &can = opened->capabilities();
  if (can.isAsynchronous == can.usesHostMemory)
    return qdc::makeError(qdc::ErrorCode::internal,
                          "device '{}' must be either asynchronous or use the host's memory, and is {}",
                          description.spelling, can.isAsynchronous ? "both" : "neither");
  qdc::Result<std::optional<qdc::GraphMode>> graphs = graphModeFromEnvironment();
  if (!graphs)
    return graphs.error();
  qdc::Result<LoopStrategyRequest> loops = loopsFromEnvironment();
  if (!loops)
    return loops.error();
  std::shared_ptr<Device> device(new Device(std::move(description), std::move(opened)));
  device->forcedGraphMode = *graphs;
  device->requestedLoops = *loops;
  return device;
}

Device::Device(DeviceDescription description, std::unique_ptr<BackendDevice> opened)
    : about(std::move(description)), opened(std::move(opened)) {}

void Device::setPrint(qdrt_print_function function, void *user) {
  std::lock_guard lock(printMutex);
  printFunction = function;
  printUser = user;
}

void Device::print(const char *text, const char *file, uint32_t line) {
  // Held during the call, so that nobody is called after qdrt_device_set_print() returned.
  std::lock_guard lock(printMutex);
  if (printFunction)
    printFunction(printUser, text, file, line);
  else
    std::printf("%s\n", text);
}
