//===- Stream.h - Work in order, and the instances made for it --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_STREAM_H
#define QDRT_STREAM_H

#include "Runtime/Device.h"

#include <mutex>

namespace qdrt::loader {

class Instance;
class Kernel;

/// Instances that one stream keeps. Beyond them, the one whose launch is longest ago is freed.
inline constexpr size_t kMaximumInstances = 256;

/// A stream of a device, which outlives it. Work on it is done with `mutex` held: two threads that use one stream
/// take turns.
class Stream {
public:
  Stream(Device &device, std::unique_ptr<BackendStream> work);
  ~Stream();

  Device &device() const { return owner; }
  BackendStream &work() const { return *backend; }
  std::mutex mutex;

  /// Waits for the stream's work, also for a launch that another thread is in. Takes `mutex`.
  qdc::Status synchronize();

  /// The instance of a kernel, made if there is none. With `mutex` held; valid until it is released or trim() is
  /// called.
  Instance &instanceOf(Kernel &kernel);
  /// After a launch that was refused or made an instance: frees instances that hold no launch, and those beyond
  /// kMaximumInstances whose launch is longest ago. With `mutex` held.
  void trim();
  /// More instances than are kept.
  bool isOverfull() const { return instances.size() > kMaximumInstances; }
  /// The same, but NULL if there is none.
  Instance *findInstance(const Kernel &kernel);
  /// Frees instances: those of a package's kernels, or all. Takes `mutex`.
  void forget(const Package &package);
  void forgetAll();

private:
  struct Entry {
    const Kernel *kernel;
    std::unique_ptr<Instance> instance;
    uint64_t used; // the launch, counted on this stream
  };

  Device &owner;
  const std::unique_ptr<BackendStream> backend;
  std::vector<Entry> instances;
  uint64_t launches = 0;
};

} // namespace qdrt::loader

#endif // QDRT_STREAM_H
