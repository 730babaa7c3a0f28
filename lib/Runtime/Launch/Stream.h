//===- Stream.h - Work in order, and the instances made for it --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_LAUNCH_STREAM_H
#define QDRT_LAUNCH_STREAM_H

#include "Runtime/Launch/LaunchingThreads.h"
#include "Runtime/Launch/Session.h"
#include "Runtime/Launch/StreamStop.h"

#include <forward_list>
#include <optional>

namespace qdrt::loader {

struct BoundWorkspace;
class Instance;
class Kernel;

/// Instances that one stream keeps, beside those with a workspace that a caller bound. Beyond them, the one whose
/// launch is longest ago is freed.
inline constexpr size_t kMaximumInstances = 256;

/// A stream of a session, which outlives it. Work on it is done with `mutex` held: two threads that use one stream
/// take turns. Launches take it by lock(), everything else by Turn, so that it does not wait for launches that come
/// later.
class Stream {
public:
  Stream(Session &session, std::unique_ptr<BackendStream> work);
  ~Stream();

  Device &device() const { return owner.device(); }
  BackendStream &work() const { return *backend; }
  /// BackendCapabilities::isAsynchronous: launches are complete once finish() waited for them.
  bool isAsynchronous() const { return asynchronous; }
  /// BackendStream::isCapturing(). With `mutex` held.
  bool isCapturing() const { return canBeCaptured && backend->isCapturing(); }
  FairMutex mutex;
  /// qdrt_stream_stop.
  StreamStop stop;

  /// Waits for the stream's work, also for a launch that another thread is in, and gives the first failure that nobody
  /// was told of. Takes `mutex`.
  LaunchFailure synchronize();
  /// The same with `mutex` held.
  LaunchFailure finishAndTell();
  /// Waits likewise and tells no failure of a launch. Takes `mutex`.
  qdc::Status wait();

  /// Waits for the stream's work and finishes its launches: their failures are known, their results are there and their
  /// lines are printed. With `mutex` held. The error tells which kernels were under way.
  qdc::Status finish();
  /// The memory in which the device counts the stream's launches that report (GraphPublish), made by the first call.
  /// Launches hold on to it. With `mutex` held, as what follows.
  qdc::Result<std::shared_ptr<const DeviceMemory>> launchNumber();
  /// A launch that reports was added to the stream's work: the number that the device gives it.
  uint64_t countLaunch() { return reportingLaunches += QDRT_LAUNCH_NUMBER_STEP; }
  /// Launches that were counted may not have been added after all, as their failure told.
  void noteLostLaunches() { mayCountMore = true; }
  /// Ahead of a launch that reports: after that, gives the device the number of launches anew.
  qdc::Status restoreNumber() { return mayCountMore ? writeNumber() : qdc::Status(); }
  /// For a launch that is captured now: between those before and after it.
  uint64_t numberOfCapture() const { return reportingLaunches + 1; }
  /// Launch `number` failed, and nobody was told yet.
  void noteFailure(uint64_t number, const LaunchFailure &failure);
  /// A caller was told of the failure of launch `number`.
  void noteTold(uint64_t number);

  /// The instance of a kernel, made if there is none. With `mutex` held; valid until it is released or trim() is
  /// called.
  Instance &instanceOf(Kernel &kernel);
  /// Launches of the kernel on the stream have their temporaries there from now on, or for nothing in memory of their
  /// own. Waits for those under way, which may fail; then nothing has changed. With `mutex` held.
  qdc::Status bindWorkspace(Kernel &kernel, const BoundWorkspace &workspace);
  /// After a launch that was refused or made an instance: frees instances that hold no launch, and those beyond
  /// kMaximumInstances whose launch is longest ago, for which it waits; where that fails, as while the stream is being
  /// captured, these stay until a later call. With `mutex` held.
  void trim();
  /// More instances than are kept.
  bool isOverfull() const { return instances.size() > kMaximumInstances + boundInstances; }
  /// The same, but NULL if there is none.
  Instance *findInstance(const Kernel &kernel);
  /// Waits, and frees instances: those of a package's kernels, or all. With `mutex` held.
  void forget(const Package &package);
  void forgetAll();

private:
  struct Entry {
    const Kernel *kernel;
    std::unique_ptr<Instance> instance;
    uint64_t used; // the launch, counted on this stream
  };

  /// The threads that launched a kernel here. It stays where instances go.
  struct Launched {
    const Kernel *kernel;
    LaunchingThreads threads;
  };

  struct Untold {
    uint64_t launch;
    LaunchFailure failure;
  };

  /// finish() before instances are freed: lines that are still to be printed are. Failures are dropped, also those of
  /// the caller's print function: no call is left that could tell them.
  void finishUntold() noexcept;
  [[gnu::cold]] qdc::Status writeNumber();
  /// `error`, with the kernels under way that it may come from.
  qdc::Status nameLaunches(const qdc::Error &error) const;

  Session &owner;
  const std::unique_ptr<BackendStream> backend;
  const bool asynchronous, canBeCaptured;
  /// After what changes which instances have a bound workspace.
  void countBound();

  std::forward_list<Launched> launched;
  std::vector<Entry> instances;
  size_t boundInstances = 0; // of them, with a workspace that a caller bound
  uint64_t launches = 0, reportingLaunches = 0;
  std::shared_ptr<const DeviceMemory> numberMemory;
  bool mayCountMore = false; // than the device
  std::optional<Untold> untold; // the first
};

} // namespace qdrt::loader

#endif // QDRT_LAUNCH_STREAM_H
