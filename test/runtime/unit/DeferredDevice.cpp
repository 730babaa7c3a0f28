//===- DeferredDevice.cpp - An asynchronous device of the tests -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeferredDevice.h"

#include "Runtime/CPU/Image.h"
#include "Runtime/CUDA/LoopCosts.h"
#include "Runtime/Null/Device.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <mutex>

using namespace qdrt::loader;
using namespace runtime_test;

static qdc::Status attempt(const DeferredState &state, const std::string &call) {
  if (state.failing == call)
    return qdc::Error{qdc::ErrorCode::unsupported, "the test makes '" + call + "' fail"};
  return {};
}

namespace {
/// A task with its own copy of the slots.
struct Task {
  TaskLaunch launch;
  std::vector<qd_slot> slots;

  explicit Task(const TaskLaunch &launch) : launch(launch), slots(launch.slots, launch.slots + launch.slotCount) {}
  void run() const {
    int64_t extent = launch.extent;
    if (extent == kUnknownExtent)
      std::memcpy(&extent, reinterpret_cast<const void *>(slots.back()), sizeof(extent));
    qd_cpu_context context = {0, 1};
    if (extent > 0)
      static_cast<const cpu::Entry &>(*launch.entry).code(slots.data(), &context, 0, extent);
  }
};

/// An image for the CPU whose entry points may be launched as a GPU's.
class DeferredImage final : public BackendImage {
public:
  explicit DeferredImage(std::unique_ptr<BackendImage> image) : image(std::move(image)) {}
  qdc::Result<std::unique_ptr<BackendEntry>> prepare(const qdc::EntryPoint &description) override {
    qdc::EntryPoint &own = descriptions.emplace_back(description);
    if (qdc::gridOf(own.launch))
      own.launch = qdc::CPULaunch();
    return image->prepare(own);
  }

private:
  std::deque<qdc::EntryPoint> descriptions;
  std::unique_ptr<BackendImage> image;
};

using Work = std::function<void()>;

/// Where the bytes lie that a call names. Those of a block are named by its object, as drivers with objects ask for.
std::byte *find(DeferredState &state, const MemoryReference &named, uint64_t bytes) {
  auto *address = static_cast<std::byte *>(named.address());
  auto block = state.blocks.upper_bound(address);
  const bool isInBlock = block != state.blocks.begin() && address < std::prev(block)->first + std::prev(block)->second;
  if (!named.allocation().native) {
    REQUIRE_FALSE(isInBlock);
    return address;
  }
  REQUIRE(isInBlock);
  REQUIRE(named.allocation().native == &*std::prev(block));
  REQUIRE(named.offset() + bytes <= std::prev(block)->second);
  return std::prev(block)->first + named.offset();
}

/// What a launch hands over at its end.
Work publishing(DeferredState &state, const GraphPublish &outcome) {
  const uint64_t resultBytes = outcome.resultWords * QDC_WORD_BYTES;
  auto findOrNone = [&](const MemoryReference &place, uint64_t bytes) {
    return place ? find(state, place, bytes) : nullptr;
  };
  REQUIRE(state.hostVisible.contains(static_cast<std::byte *>(outcome.report.allocation().address)));
  auto *report = reinterpret_cast<qdrt_launch_report *>(find(state, outcome.report, bytesOf(outcome)));
  auto *number = reinterpret_cast<uint64_t *>(find(state, outcome.number, sizeof(uint64_t)));
  auto *record = reinterpret_cast<qd_error_record *>(findOrNone(outcome.record, sizeof(qd_error_record)));
  const auto *prints = reinterpret_cast<qd_print_buffer *>(findOrNone(outcome.prints, sizeof(qd_print_buffer)));
  const std::byte *results = findOrNone(outcome.results, resultBytes);
  return [=] {
    report->number = *number += QDRT_LAUNCH_NUMBER_STEP;
    if (resultBytes != 0)
      std::memcpy(report + 1, results, resultBytes);
    if (prints)
      report->printed = prints->used;
    report->last = record ? std::exchange(*record, {}) : qd_error_record();
    if (report->last.code == QD_ERROR_NONE || report->first.code != QD_ERROR_NONE)
      return;
    report->first = report->last;
    report->first_number = report->number;
  };
}

Work workOf(DeferredState &state, const GraphNode &node) {
  if (const auto *task = std::get_if<TaskLaunch>(&node.work))
    return [copy = Task(*task)] { copy.run(); };
  if (const auto *fill = std::get_if<GraphFill>(&node.work))
    return [to = find(state, fill->to, fill->bytes), bytes = fill->bytes] { std::memset(to, 0, bytes); };
  return publishing(state, std::get<GraphPublish>(node.work));
}

class DeferredStream final : public BackendStream {
public:
  explicit DeferredStream(DeferredState &state) : BackendStream(state.capabilities), state(state) {}
  ~DeferredStream() override { run(); }

  void add(Work work) { queue.push_back(std::move(work)); }
  void run() {
    for (; !queue.empty(); queue.pop_front())
      queue.front()();
  }

  void beginLaunch() override {}
  qdc::Status endLaunch() override { return {}; }
  qdc::Status runTask(const TaskLaunch &task) override {
    qdc::Status status = attempt(state, "runTask");
    if (!status)
      return status;
    ++state.tasksSubmitted;
    add([copy = Task(task)] { copy.run(); });
    return {};
  }
  qdc::Status write(const MemoryReference &to, const void *from, uint64_t bytes) override {
    const auto *begin = static_cast<const std::byte *>(from);
    add([to = find(state, to, bytes), copy = std::vector<std::byte>(begin, begin + bytes)] {
      std::memcpy(to, copy.data(), copy.size());
    });
    return {};
  }
  qdc::Status read(void *to, const MemoryReference &from, uint64_t bytes) override {
    ++state.reads;
    run();
    std::memcpy(to, find(state, from, bytes), bytes);
    return {};
  }
  qdc::Status readLater(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override {
    qdc::Status status = attempt(state, "readLater");
    return status ? copy(to, from, bytes) : status;
  }
  qdc::Status copy(const MemoryReference &to, const MemoryReference &from, uint64_t bytes) override {
    add([target = find(state, to, bytes), source = find(state, from, bytes), bytes] {
      std::memmove(target, source, bytes);
    });
    return {};
  }
  qdc::Status fill(const MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) override {
    if (qdc::Status status = attempt(state, "fill"); !status)
      return status;
    ++state.fills;
    add([to = find(state, to, bytes), bytes, copy = std::vector<std::byte>(pattern.begin(), pattern.end())] {
      for (uint64_t at = 0; at < bytes; at += copy.size())
        std::memcpy(static_cast<std::byte *>(to) + at, copy.data(), copy.size());
    });
    return {};
  }
  qdc::Status publish(const GraphPublish &outcome) override {
    qdc::Status status = attempt(state, "publish");
    if (status)
      add(publishing(state, outcome));
    return status;
  }
  qdc::Status synchronize() override {
    ++state.waits;
    run();
    return attempt(state, "synchronize");
  }
  qdc::Result<std::unique_ptr<BackendGraph>> buildGraph(std::span<const GraphNode> nodes) override;
  bool isCapturing() const override { return state.isCapturing; }
  qdc::Status capture(std::span<const GraphNode> nodes, std::shared_ptr<void> kept) override {
    qdc::Status status = attempt(state, "capture");
    if (!status)
      return status;
    for (const GraphNode &node : nodes)
      state.captured.push_back(workOf(state, node));
    state.kept.push_back(std::move(kept));
    return {};
  }

private:
  DeferredState &state;
  std::deque<Work> queue;
};

class DeferredGraph final : public BackendGraph {
public:
  DeferredGraph(DeferredState &state, DeferredStream &stream, std::span<const GraphNode> nodes)
      : state(state), stream(stream) {
    for (const GraphNode &node : nodes)
      work.push_back(workOf(state, node));
  }
  qdc::Status update(uint32_t index, const GraphNode &node) override {
    qdc::Status status = attempt(state, "updateGraph");
    if (!status)
      return status;
    state.updates.push_back(index);
    work[index] = workOf(state, node);
    return {};
  }
  qdc::Status launch() override {
    qdc::Status status = attempt(state, "launchGraph");
    if (!status)
      return status;
    ++state.graphLaunches;
    for (const Work &each : work)
      stream.add(each);
    return {};
  }

private:
  DeferredState &state;
  DeferredStream &stream;
  std::vector<Work> work;
};

qdc::Result<std::unique_ptr<BackendGraph>> DeferredStream::buildGraph(std::span<const GraphNode> nodes) {
  qdc::Status status = attempt(state, "buildGraph");
  if (!status)
    return status.error();
  ++state.graphsBuilt;
  state.nodes.assign(nodes.begin(), nodes.end());
  return std::unique_ptr<BackendGraph>(std::make_unique<DeferredGraph>(state, *this, nodes));
}

class DeferredEvent final : public BackendEvent {
public:
  qdc::Status record(BackendStream &on) override {
    stream = static_cast<DeferredStream *>(&on);
    return {};
  }
  qdc::Status makeStreamWait(BackendStream &) override { return {}; }
  /// Everything on the stream is more than was asked for, which an event may do.
  qdc::Status synchronize() override {
    stream->run();
    return {};
  }
  qdc::Result<double> secondsSince(BackendEvent &) override { return 0.0; }

private:
  DeferredStream *stream = nullptr;
};

/// Keeps what it was told, and says that every task ran on copies of 100 bytes.
class DeferredInstance final : public BackendInstance {
public:
  DeferredInstance(DeferredState &state, const qdc::Kernel &kernel)
      : state(state), kernel(kernel), kept(state.instances.back()) {}
  qdc::Status resize(const qdc::SizeExprBindings &arguments, std::span<const int64_t> extents) override {
    if (qdc::Status status = attempt(state, "resize"); !status)
      return status;
    ++kept->resizes;
    kept->extents.assign(extents.begin(), extents.end());
    kept->dims.clear();
    for (uint32_t index = 0; index < kernel.arguments.size(); ++index)
      if (!kernel.arguments[index].shape.empty())
        kept->dims.push_back(*arguments.dim(index, 0));
    return {};
  }
  void noteChangedSlots() override { ++kept->notes; }
  InstanceUse takeUse() override { return {kept->entries.size(), 100}; }

private:
  DeferredState &state;
  const qdc::Kernel &kernel;
  const std::shared_ptr<KeptInstance> kept;
};

class DeferredDevice final : public null::Device {
public:
  explicit DeferredDevice(DeferredState &state) : state(state) {}
  ~DeferredDevice() override { state.kept.clear(); }

  const BackendCapabilities &capabilities() const override { return state.capabilities; }
  LoopCosts loopCosts() const override { return cuda::loopCostsOf(132); }
  qdc::Result<Allocation> allocate(uint64_t bytes, MemoryUse use) override {
    qdc::Status status = attempt(state, "allocate");
    if (!status)
      return status.error();
    qdc::Result<Allocation> made = null::Device::allocate(bytes, use);
    if (made && use == MemoryUse::hostVisible)
      state.hostVisible.insert(static_cast<std::byte *>(made->address));
    if (made)
      made->native = &*state.blocks.emplace(static_cast<std::byte *>(made->address), bytes).first;
    return made;
  }
  void free(const Allocation &allocation, MemoryUse use) override {
    CHECK(state.hostVisible.erase(static_cast<std::byte *>(allocation.address)) ==
          (use == MemoryUse::hostVisible ? 1 : 0));
    CHECK(state.blocks.erase(static_cast<std::byte *>(allocation.address)) == 1);
    null::Device::free(allocation, use);
  }
  qdc::Status signal(const MemoryReference &to, uint32_t value) override {
    qdc::Status status = attempt(state, "signal");
    return status ? null::Device::signal(to, value) : status;
  }
  bool hasMemoryAt(const void *) const override { return state.hasMemory; }
  std::string target() const override { return "cpu:native"; }
  ImageFit fit(const qdc::Image &, std::span<const std::byte>) const override { return {}; }
  qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes) override {
    qdc::Result<std::unique_ptr<BackendImage>> image = cpu::Image::load(bytes);
    if (!image)
      return image.error();
    return std::unique_ptr<BackendImage>(std::make_unique<DeferredImage>(std::move(*image)));
  }
  qdc::Result<std::unique_ptr<BackendStream>> createStream() override {
    return std::unique_ptr<BackendStream>(std::make_unique<DeferredStream>(state));
  }
  qdc::Result<std::unique_ptr<BackendStream>> adoptStream(void *) override { return createStream(); }
  qdc::Result<std::unique_ptr<BackendEvent>> createEvent() override {
    return std::unique_ptr<BackendEvent>(std::make_unique<DeferredEvent>());
  }

  qdc::Result<std::unique_ptr<BackendInstance>>
  createInstance(const qdc::Kernel &kernel, std::span<BackendEntry *const> entries, BackendStream &) override {
    if (!state.keepsInstances)
      return std::unique_ptr<BackendInstance>();
    state.instances.push_back(std::make_shared<KeptInstance>());
    state.instances.back()->entries.assign(entries.begin(), entries.end());
    return std::unique_ptr<BackendInstance>(std::make_unique<DeferredInstance>(state, kernel));
  }

private:
  DeferredState &state;
};

class DeferredBackend final : public Backend {
public:
  explicit DeferredBackend(DeferredState &state) : state(state) {}
  qdrt_backend kind() const override { return QDRT_CPU; }
  const char *name() const override { return "cpu"; }
  std::vector<DeviceDescription> devices() const override { return {}; }
  qdc::Result<BackendCapabilities> capabilities(const qdrt_device_options &) const override {
    return state.capabilities;
  }
  qdc::Result<std::unique_ptr<BackendDevice>> open(uint32_t, const qdrt_device_options &) const override {
    return std::unique_ptr<BackendDevice>(std::make_unique<DeferredDevice>(state));
  }

private:
  DeferredState &state;
};
} // namespace

std::shared_ptr<Session> runtime_test::openDeferredDevice(DeferredState &state) {
  // Packages of the tests have images for the CPU.
  static const DeviceDescription description = {QDRT_CPU, 0, "deferred", "cpu", 1, ""};
  qdc::Result<std::shared_ptr<Device>> opened = Device::open(DeferredBackend(state), description, {});
  qdc::Result<std::shared_ptr<Session>> session = Session::create(*opened);
  if (!session)
    std::abort();
  return *session;
}
