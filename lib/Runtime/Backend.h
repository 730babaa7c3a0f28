//===- Backend.h - What a backend of the loader provides --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between the loader and one driver API. Everything above it
// (packages, argument checks, instances, the walk of a graph, results, prints)
// is written once; a backend is the classes below, in a folder of its own with
// the same file names as CPU/. docs/runtime.md tells how to add one.
//
// Addresses are device addresses. A backend object outlives what was made from
// it. All calls are thread-safe, but for a BackendStream, which one thread uses
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_BACKEND_H
#define QDRT_BACKEND_H

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"
#include "qdrt/qdrt.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace qdrt::loader {

/// A launchable symbol of a loaded image: a function address on the CPU.
using EntryHandle = void *;

/// One launch of one task.
struct TaskLaunch {
  EntryHandle entry = nullptr;
  const qd_slot *slots = nullptr;
  uint32_t slotCount = 0;
  int64_t extent = 0;      // iterations, 1 or more
  uint32_t blockDim = 0;   // hint; 0: none
  uint32_t operations = 0; // estimate for one iteration; 0: unknown
};

/// Work in order. What a call reads and writes on the host may be reused when it returns.
class BackendStream {
public:
  virtual ~BackendStream() = default;

  /// Brackets the tasks of one kernel launch; a backend keeps its resources at hand in between.
  virtual void beginLaunch() = 0;
  virtual void endLaunch() = 0;
  virtual qdc::Status runTask(const TaskLaunch &task) = 0;

  virtual qdc::Status write(void *to, const void *from, uint64_t bytes) = 0;
  /// Waits for the bytes.
  virtual qdc::Status read(void *to, const void *from, uint64_t bytes) = 0;
  virtual qdc::Status copy(void *to, const void *from, uint64_t bytes) = 0;
  /// Repeats `pattern`; its size divides `bytes`.
  virtual qdc::Status fill(void *to, uint64_t bytes, std::span<const std::byte> pattern) = 0;
  virtual qdc::Status synchronize() = 0;
};

/// A point in a stream's work.
class BackendEvent {
public:
  virtual ~BackendEvent() = default;
  virtual qdc::Status record(BackendStream &stream) = 0;
  virtual qdc::Status makeStreamWait(BackendStream &stream) = 0;
  virtual qdc::Status synchronize() = 0;
  /// Waits for both. `start` is of the same backend; both were recorded.
  virtual qdc::Result<double> secondsSince(BackendEvent &start) = 0;
};

/// Machine code on a device.
class BackendImage {
public:
  virtual ~BackendImage() = default;
  /// invalidPackage names a symbol that is not there.
  virtual qdc::Result<EntryHandle> find(const std::string &symbol) = 0;
};

/// Whether a device runs an image.
struct ImageFit {
  uint32_t preference = 0; // the highest is taken; of equal ones the first
  std::string reason;      // why the device cannot run it; empty: it can
};

/// An open device.
class BackendDevice {
public:
  virtual ~BackendDevice() = default;

  /// Threads that run tasks; 0 where that means nothing.
  virtual uint32_t threadCount() const = 0;

  /// Zeroed memory aligned to QDC_ALLOCATION_ALIGNMENT; `bytes` is 1 or more. outOfMemory names the size.
  virtual qdc::Result<void *> allocate(uint64_t bytes) = 0;
  virtual void free(void *address) = 0;

  virtual ImageFit fit(const qdc::Image &image) const = 0;
  /// Loads an image for which fit() gave no reason against it. `bytes` may go away afterwards.
  virtual qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes) = 0;

  virtual qdc::Result<std::unique_ptr<BackendStream>> createStream() = 0;
  virtual qdc::Result<std::unique_ptr<BackendEvent>> createEvent() = 0;
  virtual qdc::Status synchronize() = 0;
  /// Frees what only speeds up the next launch. No task is running.
  virtual void releaseCaches() = 0;
};

/// A row of the list of devices.
struct DeviceDescription {
  qdrt_backend backend = QDRT_CPU;
  uint32_t index = 0;
  std::string name;        // the device's own
  std::string spelling;    // "cpu"
  int32_t dlpackType = 0;  // the device type by which DLPack knows it
  std::string unavailable; // the reason why it can't be opened; empty: it can
};

/// One driver API. Immutable.
class Backend {
public:
  virtual ~Backend() = default;
  virtual qdrt_backend kind() const = 0;
  virtual const char *name() const = 0; // "cpu": the part of a target before the colon
  /// At least one row: without a device, it tells why.
  virtual std::vector<DeviceDescription> devices() const = 0;
  /// Threads that a device opened with these options would use, 0 where that means nothing; invalidArgument for
  /// an option or environment variable that is wrong.
  virtual qdc::Result<uint32_t> threadCount(const qdrt_device_options &options) const = 0;
  /// Opens the device of row `index` of devices(). noDevice with the reason.
  virtual qdc::Result<std::unique_ptr<BackendDevice>> open(uint32_t index,
                                                           const qdrt_device_options &options) const = 0;
};

/// Every backend of this build, in the order of qdrt_backend.
std::span<const Backend *const> backends();

} // namespace qdrt::loader

#endif // QDRT_BACKEND_H
