//===- DeferredDevice.cpp - An asynchronous device of the tests -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DeferredDevice.h"

#include "Runtime/CPU/Image.h"

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

using Work = std::function<void()>;

Work workOf(const GraphNode &node) {
  if (const auto *task = std::get_if<TaskLaunch>(&node.work))
    return [copy = Task(*task)] { copy.run(); };
  if (const auto *fill = std::get_if<GraphFill>(&node.work))
    return [fill = *fill] { std::memset(fill.to, 0, fill.bytes); };
  return [read = std::get<GraphRead>(node.work)] { std::memcpy(read.to, read.from, read.bytes); };
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
  void endLaunch() override {}
  qdc::Status runTask(const TaskLaunch &task) override {
    qdc::Status status = attempt(state, "runTask");
    if (!status)
      return status;
    ++state.tasksSubmitted;
    add([copy = Task(task)] { copy.run(); });
    return {};
  }
  qdc::Status write(void *to, const void *from, uint64_t bytes) override {
    const auto *begin = static_cast<const std::byte *>(from);
    add([to, copy = std::vector<std::byte>(begin, begin + bytes)] { std::memcpy(to, copy.data(), copy.size()); });
    return {};
  }
  qdc::Status read(void *to, const void *from, uint64_t bytes) override {
    ++state.reads;
    run();
    std::memcpy(to, from, bytes);
    return {};
  }
  qdc::Status readLater(void *to, const void *from, uint64_t bytes) override { return copy(to, from, bytes); }
  qdc::Status copy(void *to, const void *from, uint64_t bytes) override {
    add([=] { std::memmove(to, from, bytes); });
    return {};
  }
  qdc::Status fill(void *to, uint64_t bytes, std::span<const std::byte> pattern) override {
    add([to, bytes, copy = std::vector<std::byte>(pattern.begin(), pattern.end())] {
      for (uint64_t at = 0; at < bytes; at += copy.size())
        std::memcpy(static_cast<std::byte *>(to) + at, copy.data(), copy.size());
    });
    return {};
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
      state.captured.push_back(workOf(node));
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
      work.push_back(workOf(node));
  }
  qdc::Status update(uint32_t index, const GraphNode &node) override {
    qdc::Status status = attempt(state, "updateGraph");
    if (!status)
      return status;
    state.updates.push_back(index);
    work[index] = workOf(node);
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

class DeferredDevice final : public BackendDevice {
public:
  explicit DeferredDevice(DeferredState &state) : state(state) {}
  ~DeferredDevice() override { state.kept.clear(); }

  const BackendCapabilities &capabilities() const override { return state.capabilities; }
  std::string refusalOf(const void *) const override { return {}; }
  qdc::Result<void *> allocate(uint64_t bytes) override {
    qdc::Status status = attempt(state, "allocate");
    if (!status)
      return status.error();
    void *block = std::aligned_alloc(QDC_ALLOCATION_ALIGNMENT,
                                     (bytes + QDC_ALLOCATION_ALIGNMENT - 1) & ~uint64_t{QDC_ALLOCATION_ALIGNMENT - 1});
    std::memset(block, 0, bytes);
    ++state.blocks;
    return block;
  }
  void free(void *address) override {
    std::free(address);
    --state.blocks;
  }
  qdc::Result<void *> allocateHost(uint64_t bytes) override { return allocate(bytes); }
  void freeHost(void *address) override { free(address); }
  std::string target() const override { return "cpu:native"; }
  ImageFit fit(const qdc::Image &, std::span<const std::byte>) const override { return {}; }
  qdc::Result<std::unique_ptr<BackendImage>> load(std::span<const std::byte> bytes) override {
    return cpu::Image::load(bytes);
  }
  qdc::Result<std::unique_ptr<BackendStream>> createStream() override {
    return std::unique_ptr<BackendStream>(std::make_unique<DeferredStream>(state));
  }
  qdc::Result<std::unique_ptr<BackendStream>> adoptStream(void *) override { return createStream(); }
  qdc::Result<std::unique_ptr<BackendEvent>> createEvent() override {
    return std::unique_ptr<BackendEvent>(std::make_unique<DeferredEvent>());
  }
  qdc::Status synchronize() override { return {}; }
  void releaseCaches() override {}

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
