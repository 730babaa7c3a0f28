//===- Device.h - An open device --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_DEVICE_DEVICE_H
#define QDRT_DEVICE_DEVICE_H

#include "Runtime/Core/Backend.h"
#include "Runtime/Core/LoopStrategyRequest.h"
#include "Runtime/Device/LiveBuffers.h"

#include <mutex>
#include <optional>

namespace qdrt::loader {

/// The rows of qdrt_device_query that a backend of backends() has, in the order of that. The driver is asked once, by
/// the first call. They live as long as the process.
const std::vector<DeviceDescription> &devicesOf(const Backend &backend);

/// A device that a caller opened, without its streams (Session.h). Whatever is made on it shares its ownership.
/// Thread-safe.
class Device {
public:
  /// `backend` lives as long as the process.
  static qdc::Result<std::shared_ptr<Device>> open(const Backend &backend, const DeviceDescription &description,
                                                   const qdrt_device_options &options);
  /// The same by what the caller made of it (Backend::adopt).
  static qdc::Result<std::shared_ptr<Device>> adopt(const Backend &backend, const qdrt_native_device &native,
                                                    const qdrt_device_options &options);

  const DeviceDescription &description() const { return about; }
  BackendDevice &backend() const { return *opened; }
  LiveBuffers &buffers() { return live; }
  const LiveBuffers &buffers() const { return live; }
  /// How a kernel that asks for `mode` is run here: QDRT_GRAPH wins.
  qdc::GraphMode graphMode(qdc::GraphMode mode) const { return forcedGraphMode.value_or(mode); }

  /// What QDRT_LOOP asks for.
  LoopStrategyRequest loopStrategies() const { return requestedLoops; }

  void setPrint(qdrt_print_function function, void *user);
  /// Gives a printed line to the caller's print function.
  void print(const char *text, const char *file, uint32_t line);

private:
  Device(DeviceDescription description, std::unique_ptr<BackendDevice> opened);
  static qdc::Result<std::shared_ptr<Device>> make(DeviceDescription description,
                                                   std::unique_ptr<BackendDevice> opened);

  const DeviceDescription about;
  const std::unique_ptr<BackendDevice> opened;
  LiveBuffers live;
  std::optional<qdc::GraphMode> forcedGraphMode;
  LoopStrategyRequest requestedLoops;
  std::mutex printMutex;
  qdrt_print_function printFunction = nullptr;
  void *printUser = nullptr;
};

} // namespace qdrt::loader

#endif // QDRT_DEVICE_DEVICE_H
