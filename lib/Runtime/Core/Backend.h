//===- Backend.h - What a backend of the loader provides --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface between the loader and one driver API. Everything above it
// (packages, argument checks, instances, programs, results, prints)
// is written once; a backend is the classes below, in a folder of its own with
// the same file names as CPU/. docs/runtime.md tells how to add one.
//
// Addresses are device addresses. A backend object outlives what was made from
// it. All calls are thread-safe, but for a BackendStream, which one thread uses
// at a time.
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CORE_BACKEND_H
#define QDRT_CORE_BACKEND_H

#include "Runtime/Core/DeviceTraits.h"
#include "Runtime/Core/LaunchReport.h"
#include "Runtime/Core/MemoryReference.h"

#include "qdc/ABI/KernelABI.h"
#include "qdc/Package/Manifest.h"
#include "qdc/Support/Result.h"
#include "qdrt/qdrt.h"

#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace qdrt::loader {

/// The extent of a task that only the device knows; for streams that are asynchronous.
inline constexpr int64_t kUnknownExtent = -1;

/// An entry point made ready for launches. It is destroyed after what points at it, and before its image.
class BackendEntry {
public:
  virtual ~BackendEntry() = default;
  const char *unusableReason = nullptr; // why the device can't launch it; NULL: it can. Lives as long as the process
};

/// What a backend adds to a launch's counters.
struct InstanceUse {
  uint64_t privateTasks = 0; // tasks that ran without atomics, on copies
  uint64_t privateBytes = 0; // of the copies that there are
};

/// What a backend keeps for the launches of one kernel on one stream, which run one after the other. Used by the thread
/// that uses the stream.
class BackendInstance {
public:
  virtual ~BackendInstance() = default;
  /// Arguments or extents have changed; called before the first launch too. `arguments` tells
  /// scalars and extents, `extents` the iterations of each task (kUnknownExtent where a word tells). outOfMemory names
  /// what the memory is for; then no task runs before another call succeeds. Launches may be under way.
  virtual qdc::Status resize(const qdc::SizeExprBindings &arguments, std::span<const int64_t> extents) = 0;
  /// Slots of tasks have changed since the last launch, or resize() was called.
  virtual void noteChangedSlots() = 0;
  /// Of the tasks since the last call.
  virtual InstanceUse takeUse() = 0;
};

/// One launch of one task, or of a loop as one, whose extent is that of its largest task.
struct TaskLaunch {
  BackendEntry *entry = nullptr;
  const qd_slot *slots = nullptr;
  uint32_t slotCount = 0;
  uint32_t operations = 0; // estimate for one iteration; 0: unknown
  int64_t extent = 0; // iterations, 1 or more, or kUnknownExtent; in a graph also 0: none
  int64_t atMost = INT64_MAX; // of kUnknownExtent: about so many at most, from which the backend chooses threads
  BackendInstance *instance = nullptr; // that was made for the launch; NULL: the backend keeps nothing
  uint32_t task = 0; // of the kernel that the instance is for
};

/// What one node of a graph does; exactly one of these.
struct GraphFill { // writes zeros
  MemoryReference to;
  uint64_t bytes = 0;
};
/// Hands over what a launch left, and makes the device side ready for the next launch, as LaunchReport.h says.
struct GraphPublish {
  MemoryReference report; // a qdrt_launch_report in memory for MemoryUse::hostVisible, with room for the results
  MemoryReference number; // of the stream's launches that report: a u64
  MemoryReference record; // the error record, or nothing
  MemoryReference prints; // the print buffer, or nothing
  MemoryReference results; // words, or nothing
  uint64_t resultWords = 0;
};
/// The bytes that it writes to memory of the host.
inline uint64_t bytesOf(const GraphPublish &outcome) {
  return sizeof(qdrt_launch_report) + outcome.resultWords * QDC_WORD_BYTES;
}
/// Checks extents that tasks have computed, by the slots of SizeCheck.h. A graph's node keeps their number.
struct GraphSizeCheck {
  std::span<const qd_slot> slots;
};
/// A number that the host knows, or that lies on the device and is read where a loop begins.
struct GraphNumber {
  int64_t value = 0;
  MemoryReference word; // an i64; nothing: it is `value`
};
/// A loop or a branch about which the device decides. It runs the nodes in its body as qdc::NodeKind says: of a
/// whileDo, `before` is there already ahead of it and at the end of the body. HostExecutor.h does the same by steps.
/// Once the code of the error record is not 0, no body begins.
struct GraphDecision {
  qdc::NodeKind kind = qdc::NodeKind::doWhile; // but task
  MemoryReference condition; // all but repeat: it holds where a byte of these is not 0
  uint32_t conditionBytes = 1; // 8 at most
  GraphNumber lower, upper, step; // repeat
  GraphNumber maximum; // doWhile: of iterations; below 1 counts as 1
  bool maximumIsError = false; // doWhile: reaching it is QD_ERROR_LOOP_MAXIMUM
  int64_t allowed = INT64_MAX; // doWhile, whileDo: iterations after which one more is QD_ERROR_LAUNCH_MAXIMUM
  MemoryReference word; // an i64, or nothing: doWhile leaves its number of iterations there, repeat the value of each
  MemoryReference count; // a loop's: each iteration adds 1 to this i64; or nothing
  MemoryReference record; // the error record, or nothing, for what can't fail
  uint32_t site = 0; // of a loop, for that
  MemoryReference
      stopWord; // the stream's, or nothing, as without a record: a loop that would go on ends the launch by it
};
/// A node that is in no body.
inline constexpr uint32_t kNoParent = UINT32_MAX;
struct GraphNode {
  std::variant<TaskLaunch, GraphFill, GraphPublish, GraphDecision, GraphSizeCheck> work;
  std::vector<uint32_t> dependencies = {}; // earlier nodes, in the same body
  /// The decision in whose body it is. What a decision holds follows it, each with all that it holds itself.
  uint32_t parent = kNoParent;
  bool isElse = false; // in the other body of a branch; of its two bodies one has a node
  /// A task in the body of a loop whose code decides about the next iteration (qdc::CoverageKind::end), after all other
  /// nodes of the body. The backend gives it what its slots `conditionHandle` and `loopState` are for.
  bool decides = false;
};

/// Nodes that a device runs with one submission. It belongs to the stream that built it, and is used as that is.
class BackendGraph {
public:
  virtual ~BackendGraph() = default;
  /// Changes node `index`, which keeps its kind, its entry point, its dependencies and its place in a body. Launches
  /// under way keep what they have.
  virtual qdc::Status update(uint32_t index, const GraphNode &node) = 0;
  /// Adds the graph to the stream's work. A device that replays loops waits where that is needed to know that one is
  /// over; after an error the nodes after it were not added.
  virtual qdc::Status launch() = 0;
};

/// When a timeline semaphore, in the driver's own form, reaches a value.
struct SemaphorePoint {
  void *semaphore = nullptr;
  uint64_t value = 0;
};

/// Work in order. What a call reads and writes on the host may be reused when it returns, but for that of readLater.
class BackendStream {
public:
  /// `capabilities` are the device's.
  explicit BackendStream(const BackendCapabilities &capabilities) : ofDevice(capabilities) {}
  virtual ~BackendStream() = default;

  const BackendCapabilities &capabilities() const { return ofDevice; }

  /// Brackets what one thread adds for one kernel launch; a backend keeps its resources at hand in between. It may also
  /// hold back what is added, until the end, a wait or a graph; an error of one of these says that nothing runs of what
  /// was added since the last of them. Where a stream is not asynchronous, the end does not fail.
  virtual void beginLaunch() = 0;
  virtual qdc::Status endLaunch() = 0;
  virtual qdc::Status runTask(const TaskLaunch &task) = 0;

  virtual qdc::Status write(const MemoryReference &to, const void *from, uint64_t bytes) = 0;
  /// Waits for the bytes.
  virtual qdc::Status read(void *to, const MemoryReference &from, uint64_t bytes) = 0;
  /// `to` lies in memory for MemoryUse::hostVisible, and has the bytes when the stream's work up to here is done.
  virtual qdc::Status readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) = 0;
  /// The two may overlap.
  virtual qdc::Status copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) = 0;
  /// Repeats `pattern`; its size divides `bytes`.
  virtual qdc::Status fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) = 0;
  /// Writes zeros.
  qdc::Status clear(const MemoryReference &to, uint64_t bytes) {
    static constexpr std::byte zero[1] = {};
    return fill(to, bytes, zero);
  }
  /// Ends a launch that reports; for streams that are asynchronous.
  virtual qdc::Status publish(const GraphPublish &outcome);
  /// For devices that check sizes.
  virtual qdc::Status checkSizes(const GraphSizeCheck &check);
  virtual qdc::Status synchronize() = 0;
  /// The address by which tasks know a byte of memory for MemoryUse::hostVisible, where they do.
  virtual qd_slot addressForTasks(const MemoryReference &place) const {
    return static_cast<qd_slot>(reinterpret_cast<uintptr_t>(place.address()));
  }

  // For devices that share objects. A semaphore of the caller's is a timeline, of the driver's own form.
  /// What is added later waits until it has reached the value.
  virtual qdc::Status waitForSemaphore(void *semaphore, uint64_t value);
  /// It reaches the value when all up to here is done. invalidArgument: it has reached that already.
  virtual qdc::Status signalSemaphore(void *semaphore, uint64_t value);
  /// What a semaphore of the stream's reaches when all up to here is done.
  virtual qdc::Result<SemaphorePoint> point();

  /// Builds a graph of nodes, which name entries of images of this device, with decisions where the device has them or
  /// replays loops. What they point at is read before the call returns. For devices that have graphs, as the next two
  /// are for those that capture.
  virtual qdc::Result<std::unique_ptr<BackendGraph>> buildGraph(std::span<const GraphNode> nodes);
  /// The caller is capturing what is added to the stream, so nothing runs now: waiting and reading are refused.
  virtual bool isCapturing() const { return false; }
  /// While the stream isCapturing(): adds the nodes, with decisions where the device has them, to the graph that the
  /// caller is capturing, which owns `kept` from then on. Dropping `kept` frees memory of the device, so it is done
  /// where the driver allows that, at the latest with the device.
  virtual qdc::Status capture(std::span<const GraphNode> nodes, std::shared_ptr<void> kept);

private:
  const BackendCapabilities &ofDevice;
};

/// Brackets a launch, also if something throws.
class OpenLaunch {
public:
  explicit OpenLaunch(BackendStream &work) : work(work) { work.beginLaunch(); }
  /// Of a launch that has failed already, where end() was not called.
  ~OpenLaunch() {
    if (!isOpen)
      return;
    try {
      (void)work.endLaunch();
    } catch (const std::bad_alloc &) {
    }
  }
  qdc::Status end() {
    isOpen = false;
    return work.endLaunch();
  }
  OpenLaunch(const OpenLaunch &) = delete;
  OpenLaunch &operator=(const OpenLaunch &) = delete;

private:
  BackendStream &work;
  bool isOpen = true;
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
  /// Makes an entry point ready for launches: all that they need of its description. invalidPackage names a symbol that
  /// is not there. The image and `description` outlive the result.
  virtual qdc::Result<std::unique_ptr<BackendEntry>> prepare(const qdc::EntryPoint &description) = 0;
  /// The same for several, in their order, where that is faster than one by one. Of several errors, that of the first.
  virtual qdc::Result<std::vector<std::unique_ptr<BackendEntry>>>
  prepareAll(std::span<const qdc::EntryPoint *const> descriptions);
};

/// What became of the code that was loaded on a device in a form that its driver compiles.
struct CodeUse {
  uint64_t compiled = 0; // by the driver
  uint64_t cached = 0; // taken from a cache, compiled
  uint64_t kept = 0; // put into it, of those compiled
  uint64_t failures = 0; // of the cache
  const char *firstFailure = ""; // lives as long as the device; "": there was none
};

/// An open device.
class BackendDevice : public DeviceTraits {
public:
  /// Why tasks here cannot use memory at `address` as QDRT_MEMORY_DEVICE, to follow the memory's name in a message; "":
  /// they can, or nobody knows. `address` may be anything. Asks the driver, so it is for addresses that are new.
  virtual std::string unusableReason(const void *address) const = 0;
  /// Whether the driver says that there is memory at `address`, and that tasks here can use it. false also where no
  /// driver is asked, and of memory that it does not manage.
  virtual bool hasMemoryAt(const void *address) const { return false; }
  /// Zeroed memory aligned to QDC_ALLOCATION_ALIGNMENT, at once and on every stream; `bytes` is 1 or more. outOfMemory
  /// names the size. Also while the caller is capturing a stream, as all calls for memory. Tasks use memory
  /// for `device` and `signalled`. Other memory has an address of the host; the device may know it by another one, or
  /// by none where it publishes without one.
  virtual qdc::Result<Allocation> allocate(uint64_t bytes, MemoryUse use) = 0;
  /// `use` is what the block was allocated for. Work that uses the memory may be under way: it is free for others after
  /// that.
  virtual void free(const Allocation &allocation, MemoryUse use) = 0;

  /// Memory of the caller's as a block for MemoryUse::device, which free() lets go, for devices that share objects.
  /// invalidArgument names a member of `range` that is not right.
  virtual qdc::Result<Allocation> importBuffer(const qdrt_vulkan_buffer &range);
  /// How the driver knows memory for MemoryUse::device, likewise. `bytes` and `size` are left 0.
  virtual qdc::Result<qdrt_vulkan_buffer> exportBuffer(const MemoryReference &start) const;

  /// Writes a word of 4 bytes of memory for `signalled`, in one step, past all streams: work that is under way may read
  /// it. Waits for the write
  /// alone. Also while the caller is capturing a stream. The first call, which makes what later ones need, comes before
  /// work that one of these is to reach.
  virtual qdc::Status signal(const MemoryReference &to, uint32_t value) = 0;

  /// Loads an image for which fit() gave no reason against it. `bytes` may go away afterwards.
  virtual qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes) = 0;
  /// Until now; zeros where the driver compiles nothing.
  virtual CodeUse codeUse() const { return {}; }

  virtual qdc::Result<std::unique_ptr<BackendStream>> createStream() = 0;
  /// A stream of the caller, in the driver's own form; for devices that adopt them. invalidArgument if it is not one of
  /// this device.
  virtual qdc::Result<std::unique_ptr<BackendStream>> adoptStream(void *native);
  virtual qdc::Result<std::unique_ptr<BackendEvent>> createEvent() = 0;
  /// Makes what the backend keeps for launches of a kernel on `stream`, one of this device, with these entries, one for
  /// each task; NULL: nothing. They and the stream are used as long as launches are: of a launch that the caller
  /// captures they may be destroyed before the result is.
  virtual qdc::Result<std::unique_ptr<BackendInstance>>
  createInstance(const qdc::Kernel &kernel, std::span<BackendEntry *const> entries, BackendStream &stream);
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

/// A device of the caller, and what its row in Backend::devices() is.
struct AdoptedDevice {
  DeviceDescription description;
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
  /// Those of a device opened with these options; invalidArgument for an option or environment variable that is wrong.
  virtual qdc::Result<BackendCapabilities> capabilities(const qdrt_device_options &options) const = 0;
  /// Opens the device of row `index` of devices(). noDevice with the reason.
  virtual qdc::Result<std::unique_ptr<BackendDevice>> open(uint32_t index,
                                                           const qdrt_device_options &options) const = 0;
  /// How many bytes of qdrt_native_device.of name a device that a caller brings, also where this build or machine has
  /// no such driver; 0: callers bring none.
  virtual size_t nativeBytes() const { return 0; }
  /// Opens a device by what the caller made of it with the driver and keeps: `native` is of this kind, and 0 after
  /// nativeBytes(), which is not 0. invalidArgument where the driver does not know it.
  virtual qdc::Result<AdoptedDevice> adopt(const qdrt_native_device &native, const qdrt_device_options &options) const;
};

/// Every backend of this build, in the order of qdrt_backend.
std::span<const Backend *const> backends();

} // namespace qdrt::loader

#endif // QDRT_CORE_BACKEND_H
