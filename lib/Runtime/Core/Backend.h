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

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace qdrt::loader {

/// A launchable symbol of a loaded image: a function address on the CPU.
using EntryHandle = void *;

/// The extent of a task that only the device knows; for streams that are asynchronous.
inline constexpr int64_t kUnknownExtent = -1;

/// A merge function, and the copies of one array (KernelABI.h).
struct MergeLaunch {
  EntryHandle entry = nullptr;
  std::array<qd_slot, QD_MERGE_SLOT_COUNT> slots = {};
  int64_t blocks = 0;      // its extent; 0: there is nothing to merge
  uint32_t operations = 0; // estimate for one block
};

/// The private form of a task (KernelABI.h), and what folds the copies into the arrays afterwards.
struct PrivateLaunch {
  EntryHandle entry = nullptr;
  const qd_slot *slots = nullptr; // slotCount of TaskLaunch for each of the device's threads, one after the other
  std::span<const MergeLaunch> merges;
};

/// One launch of one task.
struct TaskLaunch {
  EntryHandle entry = nullptr;
  const qd_slot *slots = nullptr;
  uint32_t slotCount = 0;
  int64_t extent = 0;                         // iterations, 1 or more, or kUnknownExtent; in a graph also 0: none
  uint32_t operations = 0;                    // estimate for one iteration; 0: unknown
  const qdc::LaunchShape *shape = nullptr;    // of the entry point; NULL on the CPU
  const PrivateLaunch *privateForm = nullptr; // runs in place of `entry`; NULL: `entry` does
};

/// What one node of a graph does; exactly one of these.
struct GraphFill { // writes zeros
  void *to = nullptr;
  uint64_t bytes = 0;
};
struct GraphRead { // from device memory to memory of allocateHost
  void *to = nullptr;
  const void *from = nullptr;
  uint64_t bytes = 0;
};
struct GraphNode {
  std::variant<TaskLaunch, GraphFill, GraphRead> work;
  std::vector<uint32_t> dependencies; // earlier nodes
};

/// Nodes that a device runs with one submission. It belongs to the stream that built it, and is used as that is.
class BackendGraph {
public:
  virtual ~BackendGraph() = default;
  /// Changes node `index`, which keeps its kind, its entry point and its dependencies. Launches under way keep what
  /// they have.
  virtual qdc::Status update(uint32_t index, const GraphNode &node) = 0;
  /// Adds the graph to the stream's work.
  virtual qdc::Status launch() = 0;
};

/// Work in order. What a call reads and writes on the host may be reused when it returns, but for that of readLater.
class BackendStream {
public:
  virtual ~BackendStream() = default;

  /// False: every call has done its work when it returns, and the loader looks at the error record after each task.
  virtual bool isAsynchronous() const = 0;

  /// Brackets what one thread adds for one kernel launch; a backend keeps its resources at hand in between.
  virtual void beginLaunch() = 0;
  virtual void endLaunch() = 0;
  virtual qdc::Status runTask(const TaskLaunch &task) = 0;

  virtual qdc::Status write(void *to, const void *from, uint64_t bytes) = 0;
  /// Waits for the bytes.
  virtual qdc::Status read(void *to, const void *from, uint64_t bytes) = 0;
  /// `to` lies in memory of allocateHost, and has the bytes when the stream's work up to here is done.
  virtual qdc::Status readLater(void *to, const void *from, uint64_t bytes) = 0;
  virtual qdc::Status copy(void *to, const void *from, uint64_t bytes) = 0;
  /// Repeats `pattern`; its size divides `bytes`.
  virtual qdc::Status fill(void *to, uint64_t bytes, std::span<const std::byte> pattern) = 0;
  virtual qdc::Status synchronize() = 0;

  /// Whether buildGraph() can be called; the same for every stream of a backend.
  virtual bool hasGraphs() const = 0;
  /// Builds a graph of nodes, which name entries of images of this device. What they point at is read before the call
  /// returns.
  virtual qdc::Result<std::unique_ptr<BackendGraph>> buildGraph(std::span<const GraphNode> nodes) = 0;
  /// The caller is capturing what is added to the stream, so nothing runs now: waiting and reading are refused.
  virtual bool isCapturing() const = 0;
  /// While the stream isCapturing(): adds the nodes to the graph that the caller is capturing, which owns `kept` from
  /// then on. Dropping `kept` frees memory of the device, so it is done where the driver allows that, at the latest
  /// with the device.
  virtual qdc::Status capture(std::span<const GraphNode> nodes, std::shared_ptr<void> kept) = 0;
};

/// Brackets a launch, also if something throws.
class OpenLaunch {
public:
  explicit OpenLaunch(BackendStream &work) : work(work) { work.beginLaunch(); }
  ~OpenLaunch() { work.endLaunch(); }
  OpenLaunch(const OpenLaunch &) = delete;
  OpenLaunch &operator=(const OpenLaunch &) = delete;

private:
  BackendStream &work;
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
  std::string reason; // why the device cannot run it; empty: it can
};

/// An open device.
class BackendDevice {
public:
  virtual ~BackendDevice() = default;

  /// Threads that run tasks; 0 where that means nothing.
  virtual uint32_t threadCount() const = 0;

  /// Tasks use memory of the host under its own address, so that QDRT_MEMORY_HOST is not copied.
  virtual bool usesHostMemory() const = 0;
  /// Why tasks here cannot use memory at `address` as QDRT_MEMORY_DEVICE, to follow the memory's name in a message; "":
  /// they can, or nobody knows. `address` may be anything. Asks the driver, so it is for addresses that are new.
  virtual std::string refusalOf(const void *address) const = 0;
  /// Zeroed memory aligned to QDC_ALLOCATION_ALIGNMENT, at once and on every stream; `bytes` is 1 or more. outOfMemory
  /// names the size. Also while the caller is capturing a stream, as all calls for memory.
  virtual qdc::Result<void *> allocate(uint64_t bytes) = 0;
  /// Nothing that uses the memory is under way.
  virtual void free(void *address) = 0;
  /// Host memory that copies to and from the device are fastest with, zeroed and aligned likewise; the device has it
  /// under the same address.
  virtual qdc::Result<void *> allocateHost(uint64_t bytes) = 0;
  virtual void freeHost(void *address) = 0;

  /// `bytes` are those of the image, which nobody has checked yet.
  virtual ImageFit fit(const qdc::Image &image, std::span<const std::byte> bytes) const = 0;
  /// The target to compile for where no image fits, as qdc spells it.
  virtual std::string target() const = 0;
  /// Loads an image for which fit() gave no reason against it. `bytes` may go away afterwards.
  virtual qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes) = 0;

  virtual qdc::Result<std::unique_ptr<BackendStream>> createStream() = 0;
  /// A stream of the caller, in the driver's own form. invalidArgument if it is not one of this device; unsupported
  /// where the backend has none of its own.
  virtual qdc::Result<std::unique_ptr<BackendStream>> adoptStream(void *native) = 0;
  virtual qdc::Result<std::unique_ptr<BackendEvent>> createEvent() = 0;
  virtual qdc::Status synchronize() = 0;
  /// Frees what only speeds up the next launch. No task is running.
  virtual void releaseCaches() = 0;
};

/// A row of the list of devices.
struct DeviceDescription {
  qdrt_backend backend = QDRT_CPU;
  uint32_t index = 0;
  std::string name; // the device's own
  std::string spelling; // "cpu"
  int32_t dlpackType = 0; // the device type by which DLPack knows it
  std::string unavailable; // the reason why it can't be opened; empty: it can
};

/// A device in a context of the caller, and its row in Backend::devices().
struct AdoptedDevice {
  uint32_t index = 0;
  std::unique_ptr<BackendDevice> device;
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
  /// The same in a context that the caller made, in the driver's own form, and keeps. invalidArgument if it is none;
  /// unsupported where the backend has no contexts.
  virtual qdc::Result<AdoptedDevice> adopt(void *context, const qdrt_device_options &options) const = 0;
};

/// Every backend of this build, in the order of qdrt_backend.
std::span<const Backend *const> backends();

} // namespace qdrt::loader

#endif // QDRT_BACKEND_H
