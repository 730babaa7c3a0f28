//===- DeviceTraits.h - What plans of a device follow from ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that the loader asks of a device before it runs anything there: which
// images it takes, what its graphs can do, what loops cost. An open device has
// traits, and one that is only described, for which `qdc why` tells what a loader
// would do there (Described.h of a backend).
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_DEVICETRAITS_H
#define QDRT_CORE_DEVICETRAITS_H

#include "Runtime/Core/LoopCosts.h"

#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"

#include <memory>
#include <span>

namespace qdrt::loader {

/// What a device can do, and what the loader must do for it; the same for all its streams. A device is either
/// asynchronous or uses the host's memory, and not both: the loader copies arrays of the host for asynchronous launches
/// alone, and does not wait for a launch that uses them in place.
struct BackendCapabilities {
  /// Calls of a stream may return before their work is done. Where they don't, the loader looks at the error record
  /// after each task.
  bool isAsynchronous = false;
  /// Tasks use memory of the host under its own address, so that QDRT_MEMORY_HOST is not copied.
  bool usesHostMemory = false;
  /// BackendStream::buildGraph can be called.
  bool hasGraphs = false;
  /// Graphs may have decisions about loops and branches, and launching one waits for the device now and then until a
  /// loop in it is over: the strategy `replay`. For devices with graphs whose graphs decide by themselves about none.
  bool replaysLoops = false;
  /// The driver has streams that a caller may bring (adoptStream).
  bool adoptsStreams = false;
  /// A caller may capture what is added to a stream that it brought (isCapturing, capture).
  bool capturesStreams = false;
  /// BackendStream::checkSizes can be called, and graphs have such nodes.
  bool checksSizes = false;
  /// The caller brought the device, which takes the caller's buffers and semaphores and hands out its own
  /// (BackendDevice::importBuffer and exportBuffer; waitForSemaphore, signalSemaphore and point of streams).
  bool sharesObjects = false;
  /// Threads of the host that run tasks; none where the tasks run elsewhere.
  std::optional<uint32_t> threads = {};
};

/// Whether a device runs an image.
struct ImageFit {
  uint32_t preference = 0; // the highest is taken; of equal ones the first
  std::string reason; // why the device cannot run it; empty: it can
};

/// Thread-safe.
class DeviceTraits {
public:
  virtual ~DeviceTraits() = default;

  virtual const BackendCapabilities &capabilities() const = 0;
  /// `bytes` are those of the image, which nobody has checked yet.
  virtual ImageFit fit(const qdc::Image &image, std::span<const std::byte> bytes) const = 0;
  /// The target to compile for where no image fits, as qdc spells it; empty: qdc compiles for none that fits.
  virtual std::string target() const = 0;
  /// From which the loader estimates who leads a loop fastest. Of a device that is not asynchronous nobody asks: the
  /// host leads all its loops.
  virtual LoopCosts loopCosts() const = 0;
  /// Why graphs of this device can't have decisions; NULL: they can. Lives as long as the process.
  virtual const char *noDecisionsReason() const { return "the graphs of this device decide nothing"; }
  /// Why the device can't launch an entry point of an image that fits; NULL: it can. Lives as long as the process. An
  /// error for what no image of this device has.
  virtual qdc::Result<const char *> noLaunchReason(const qdc::EntryPoint &entry) const { return nullptr; }
};

/// A device that nobody opened.
struct DescribedDevice {
  std::string spelling; // "cuda:sm_90,driver=13.1,multiprocessors=132": with all that the description left open
  std::unique_ptr<DeviceTraits> traits;
};

} // namespace qdrt::loader

#endif // QDRT_CORE_DEVICETRAITS_H
