//===- Device.h - An open device --------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_DEVICE_H
#define QDRT_DEVICE_H

#include "Runtime/Backend.h"
#include "Runtime/LaunchFailure.h"
#include "Runtime/TurnMutex.h"

#include <mutex>
#include <optional>

namespace qdrt::loader {

class Package;
class Stream;

/// Every row of qdrt_device_query, of all backends in order. Lives as long as the process.
const std::vector<DeviceDescription> &deviceDescriptions();

/// A device that a caller opened. Whatever is made on it shares its ownership. Thread-safe.
class Device {
public:
  /// `backend` and `description` live as long as the process.
  static qdc::Result<std::shared_ptr<Device>> open(const Backend &backend, const DeviceDescription &description,
                                                   const qdrt_device_options &options);
  /// The same in a context of the caller (Backend::adopt).
  static qdc::Result<std::shared_ptr<Device>> adopt(const Backend &backend, void *context,
                                                    const qdrt_device_options &options);
  ~Device();

  const DeviceDescription &description() const { return about; }
  BackendDevice &backend() const { return *opened; }
  Stream &defaultStream() const { return *stream; }
  /// How a kernel that asks for `mode` is run here: QDRT_GRAPH wins.
  qdc::GraphMode graphMode(qdc::GraphMode mode) const { return forcedGraphMode.value_or(mode); }

  /// Guards who waits for the mutexes of this device and its streams (TurnMutex.h).
  std::mutex &queueMutex() const { return waiters; }

  /// Waits for the work of every stream, also for launches that other threads are in, but for none that begins later,
  /// and gives the first failure of one of them that nobody was told of.
  LaunchFailure synchronize();
  /// Waits likewise, then frees the instances of every stream and what the backend caches.
  LaunchFailure reset();

  /// Streams say when they come and go, so that packages and resets reach their instances.
  void attach(Stream &stream);
  void detach(Stream &stream);
  /// Frees the instances of a package's kernels on every stream.
  void forget(const Package &package);

  void setPrint(qdrt_print_function function, void *user);
  /// Hands a printed line to whoever asked for them.
  void print(const char *text, const char *file, uint32_t line);

private:
  Device(const DeviceDescription &description, std::unique_ptr<BackendDevice> opened);
  static qdc::Result<std::shared_ptr<Device>> make(const DeviceDescription &description,
                                                   std::unique_ptr<BackendDevice> opened);
  /// With `streamsMutex` held: the mutexes of all streams.
  Turns turnOfEach();
  /// With these held too.
  LaunchFailure synchronizeStreams();

  const DeviceDescription &about;
  const std::unique_ptr<BackendDevice> opened;
  std::optional<qdc::GraphMode> forcedGraphMode;
  mutable std::mutex waiters;
  TurnMutex streamsMutex{waiters}; // taken before a stream's own
  std::vector<Stream *> streams;
  std::unique_ptr<Stream> stream; // the default one
  std::mutex printMutex;
  qdrt_print_function printFunction = nullptr;
  void *printUser = nullptr;
};

} // namespace qdrt::loader

#endif // QDRT_DEVICE_H
