//===- Session.h - An open device and its streams ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LAUNCH_SESSION_H
#define QDRT_LAUNCH_SESSION_H

#include "Runtime/Core/FairMutex.h"
#include "Runtime/Core/LaunchFailure.h"
#include "Runtime/Device/Device.h"

namespace qdrt::loader {

class Package;
class Stream;

/// An open device, its default stream and the list of all its streams. It outlives these. Thread-safe.
class Session {
public:
  static qdc::Result<std::shared_ptr<Session>> create(std::shared_ptr<Device> device);
  ~Session();

  Device &device() const { return *opened; }
  const std::shared_ptr<Device> &shareDevice() const { return opened; }
  Stream &defaultStream() const { return *stream; }

  /// Guards who waits for the mutexes of the streams (FairMutex.h).
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

private:
  explicit Session(std::shared_ptr<Device> device);
  /// With `streamsMutex` held: the mutexes of all streams.
  Turns turnOfEach();
  /// With these held too.
  LaunchFailure synchronizeStreams();

  const std::shared_ptr<Device> opened;
  mutable std::mutex waiters;
  FairMutex streamsMutex{waiters}; // taken before a stream's own
  std::vector<Stream *> streams;
  std::unique_ptr<Stream> stream; // the default one
};

} // namespace qdrt::loader

#endif // QDRT_LAUNCH_SESSION_H
