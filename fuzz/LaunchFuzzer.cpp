//===- LaunchFuzzer.cpp - Any manifest that is taken, launched ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input is a manifest. If the reader takes it, a package is made of it and
// every kernel is launched, with arrays of exactly the size that the manifest
// tells, on backends whose code does nothing, one as a CPU is and one as a GPU
// is: what the loader itself does with a verified manifest stays inside of the
// memory that it has.
//
//===----------------------------------------------------------------------===//
#include "Require.h"

#include "Runtime/API/Handles.h"
#include "Runtime/CPU/PrivateCopies.h"

#include "qdc/Package/ManifestReader.h"
#include "qdc/Package/PackageWriter.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <set>
#include <string>

using namespace qdc;
namespace loader = qdrt::loader;

namespace {

constexpr uint64_t kMaximumBytes = 64 * 1024;        // of one array
constexpr uint64_t kMaximumAllocation = 1024 * 1024; // of the loader; copies for threads are made of whole blocks
constexpr int kMaximumCalls = 1000; // of a stream; then it fails, so that every launch ends
/// One as a CPU is and one as a GPU is.
constexpr loader::BackendCapabilities kHost = {.usesHostMemory = true, .threads = 2},
                                      kGraphics = {.isAsynchronous = true, .hasGraphs = true};
constexpr int64_t kExtent = 3;                // of dynamic dimensions, and the value of integer scalars

Error exhausted() { return {ErrorCode::unsupported, "the fuzzer's stream has done enough"}; }

void doNothing(const qd_slot *, const qd_cpu_context *, int64_t, int64_t) {}

/// Reads the first and the last byte of an array's copies.
void lookAtCopies(const qd_slot *slots, const qd_cpu_context *, int64_t begin, int64_t end) {
  require(begin == 0 && slots[QD_MERGE_SLOT_COPIES] == *kHost.threads, "each thread has a copy");
  require(static_cast<uint64_t>(end) * QDC_MERGE_BLOCK == slots[QD_MERGE_SLOT_STRIDE], "blocks are whole");
  auto copies = reinterpret_cast<const volatile std::byte *>(slots[QD_MERGE_SLOT_FIRST_COPY]);
  (void)copies[0];
  (void)copies[slots[QD_MERGE_SLOT_STRIDE] * slots[QD_MERGE_SLOT_COPIES] - 1];
}

/// Copies at once and runs nothing.
class IdleStream final : public loader::BackendStream {
public:
  explicit IdleStream(const loader::BackendCapabilities &can) : BackendStream(can), pool(1), region(pool) {}

  void beginLaunch() override { calls = 0; }
  Status endLaunch() override { return {}; }
  Status runTask(const loader::TaskLaunch &task) override {
    require(task.extent >= 1 || (capabilities().isAsynchronous && task.extent == loader::kUnknownExtent),
            "a task that runs has an iteration");
    look(task);
    if (task.instance)
      static_cast<loader::cpu::PrivateCopies *>(task.instance)->run(task, region);
    return count();
  }
  /// Reads all that a task is given.
  void look(const loader::TaskLaunch &task) {
    qd_slot sum = 0;
    for (uint32_t slot = 0; slot < task.slotCount; ++slot)
      sum += task.slots[slot];
    seen = sum;
  }
  Status write(const loader::MemoryReference &to, const void *from, uint64_t bytes) override {
    return move(to.address(), from, bytes);
  }
  Status read(void *to, const loader::MemoryReference &from, uint64_t bytes) override {
    return move(to, from.address(), bytes);
  }
  Status readLater(const loader::MemoryReference &to, const loader::MemoryReference &from, uint64_t bytes) override {
    return copy(to, from, bytes);
  }
  Status copy(const loader::MemoryReference &to, const loader::MemoryReference &from, uint64_t bytes) override {
    return move(to.address(), from.address(), bytes);
  }
  Status move(void *to, const void *from, uint64_t bytes) {
    if (bytes != 0)
      std::memmove(to, from, bytes);
    return count();
  }
  Status fill(const loader::MemoryReference &to, uint64_t bytes, std::span<const std::byte> pattern) override {
    for (uint64_t at = 0; at < bytes; at += pattern.size())
      std::memcpy(static_cast<std::byte *>(to.address()) + at, pattern.data(), pattern.size());
    return {};
  }
  Status publish(const loader::GraphPublish &outcome) override {
    auto &report = *static_cast<qdrt_launch_report *>(outcome.report.address());
    report.number = *static_cast<uint64_t *>(outcome.number.address()) += QDRT_LAUNCH_NUMBER_STEP;
    return move(&report + 1, outcome.results.address(), outcome.resultWords * QDC_WORD_BYTES);
  }
  Status synchronize() override { return {}; }
  Result<std::unique_ptr<loader::BackendGraph>> buildGraph(std::span<const loader::GraphNode> nodes) override;

private:
  Status count() { return ++calls > kMaximumCalls ? Status(exhausted()) : Status(); }

  loader::cpu::ThreadPool pool;
  loader::cpu::ThreadPool::Region region;
  int calls = 0;
  volatile qd_slot seen = 0;
};

/// Copies and clears in the order of the nodes.
class IdleGraph final : public loader::BackendGraph {
public:
  IdleGraph(IdleStream &stream, std::span<const loader::GraphNode> nodes)
      : stream(stream), nodes(nodes.begin(), nodes.end()) {
    for (uint32_t index = 0; index < nodes.size(); ++index) {
      for (uint32_t before : nodes[index].dependencies)
        require(before < index, "a node comes after what it depends on");
      look(index);
    }
  }
  Status update(uint32_t index, const loader::GraphNode &node) override {
    require(index < nodes.size() && node.work.index() == nodes[index].work.index(), "a node keeps its kind");
    nodes[index] = node;
    look(index);
    return {};
  }
  Status launch() override {
    Status status;
    for (size_t index = 0; status && index < nodes.size(); ++index) {
      const auto &work = nodes[index].work;
      if (const auto *fill = std::get_if<loader::GraphFill>(&work))
        std::memset(fill->to.address(), 0, fill->bytes);
      else if (const auto *outcome = std::get_if<loader::GraphPublish>(&work))
        status = stream.publish(*outcome);
    }
    return status;
  }

private:
  void look(uint32_t index) {
    const auto *task = std::get_if<loader::TaskLaunch>(&nodes[index].work);
    if (!task)
      return;
    require(task->extent >= 0 || task->extent == loader::kUnknownExtent, "a task of a graph has an extent");
    stream.look(*task);
  }

  IdleStream &stream;
  std::vector<loader::GraphNode> nodes;
};

Result<std::unique_ptr<loader::BackendGraph>> IdleStream::buildGraph(std::span<const loader::GraphNode> nodes) {
  return std::unique_ptr<loader::BackendGraph>(std::make_unique<IdleGraph>(*this, nodes));
}

class IdleImage final : public loader::BackendImage {
public:
  Result<std::unique_ptr<loader::BackendEntry>> prepare(const EntryPoint &description) override {
    auto entry = std::make_unique<loader::cpu::Entry>();
    entry->description = &description;
    if (const PrivateForm *form = privateFormOf(description.launch)) {
      entry->privateCode = doNothing;
      entry->merges.assign(form->arrays.size(), lookAtCopies);
    }
    return std::unique_ptr<loader::BackendEntry>(std::move(entry));
  }
};

class IdleDevice final : public loader::BackendDevice {
public:
  explicit IdleDevice(const loader::BackendCapabilities &can) : can(can) {}

  const loader::BackendCapabilities &capabilities() const override { return can; }
  Result<loader::Allocation> allocate(uint64_t bytes, loader::MemoryUse) override {
    void *block = bytes <= kMaximumAllocation ? std::calloc(1, bytes) : nullptr;
    if (!block)
      return Error{ErrorCode::outOfMemory, "the fuzzer gives no more memory"};
    return loader::Allocation{block};
  }
  void free(const loader::Allocation &block, loader::MemoryUse) override { std::free(block.address); }
  std::string unusableReason(const void *) const override { return {}; }
  Status signal(const loader::MemoryReference &, uint32_t) override { return {}; }
  std::string target() const override { return "cpu:native"; }
  loader::ImageFit fit(const Image &, std::span<const std::byte>) const override { return {1, ""}; }
  Result<std::unique_ptr<loader::BackendImage>> load(std::span<const std::byte>) override {
    return std::unique_ptr<loader::BackendImage>(std::make_unique<IdleImage>());
  }
  Result<std::unique_ptr<loader::BackendStream>> createStream() override {
    return std::unique_ptr<loader::BackendStream>(std::make_unique<IdleStream>(can));
  }
  Result<std::unique_ptr<loader::BackendEvent>> createEvent() override { return exhausted(); }
  Result<std::unique_ptr<loader::BackendInstance>> createInstance(const Kernel &kernel,
                                                                  std::span<loader::BackendEntry *const> entries,
                                                                  loader::BackendStream &) override {
    if (!can.threads)
      return std::unique_ptr<loader::BackendInstance>();
    return loader::cpu::PrivateCopies::create(kernel, entries, *this, *can.threads);
  }
  Status synchronize() override { return {}; }
  void releaseCaches() override {}

private:
  const loader::BackendCapabilities &can;
};

class IdleBackend final : public loader::Backend {
public:
  explicit IdleBackend(const loader::BackendCapabilities &can) : can(can) {}

  qdrt_backend kind() const override { return QDRT_CPU; }
  const char *name() const override { return "cpu"; }
  std::vector<loader::DeviceDescription> devices() const override { return {{QDRT_CPU, 0, "idle", "cpu", 1, ""}}; }
  Result<loader::BackendCapabilities> capabilities(const qdrt_device_options &) const override { return can; }
  Result<std::unique_ptr<loader::BackendDevice>> open(uint32_t, const qdrt_device_options &) const override {
    return std::unique_ptr<loader::BackendDevice>(std::make_unique<IdleDevice>(can));
  }

private:
  const loader::BackendCapabilities &can;
};

/// The arguments of one kernel, each array in memory of its own.
class Arguments final : public SizeExprBindings {
public:
  explicit Arguments(qdrt_kernel kernel) : description(kernel->kernel->description()) {
    for (uint32_t index = 0; index < qdrt_kernel_argument_count(kernel); ++index) {
      qdrt_argument_info info = {};
      info.size = sizeof(info);
      require(qdrt_kernel_argument(kernel, index, &info) == QDRT_OK, "an argument is described");
      qdrt_argument &argument = list.emplace_back();
      argument.type = info.type;
      argument.rank = info.rank;
      argument.value.bits = info.type == QDRT_I1 ? 1 : static_cast<uint64_t>(kExtent);
      std::vector<int64_t> &shape = shapes.emplace_back(info.shape, info.shape + info.rank);
      std::ranges::replace(shape, QDRT_DYNAMIC, kExtent);
      argument.shape = shape.data();
      isArray.push_back(info.kind == QDRT_ARRAY);
    }
  }

  /// Gives arrays the extents that their names ask for, and memory. Too large an array is NULL, and refused.
  void makeArrays() {
    for (uint32_t index = 0; index < list.size(); ++index) {
      if (!isArray[index])
        continue;
      uint64_t bytes = qdrt_type_bytes(list[index].type);
      for (uint32_t axis = 0; axis < shapes[index].size(); ++axis) {
        int64_t &extent = shapes[index][axis];
        extent = extentOf(index, axis).value_or(extent);
        if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(extent), &bytes) || bytes > kMaximumBytes)
          bytes = kMaximumBytes + 1;
      }
      bool fits = bytes <= kMaximumBytes;
      list[index].data = fits ? memory.emplace_back(std::make_unique<std::byte[]>(bytes)).get() : nullptr;
    }
  }

  Result<int64_t> scalar(uint32_t argument) const override { return static_cast<int64_t>(list[argument].value.bits); }
  Result<int64_t> dim(uint32_t argument, uint32_t axis) const override { return shapes[argument][axis]; }
  Result<int64_t> word(uint64_t) const override { return exhausted(); }

  std::vector<qdrt_argument> list;

private:
  /// What the name of an extent stands for, where that can be one.
  std::optional<int64_t> extentOf(uint32_t index, uint32_t axis) const {
    const std::vector<NamedExtent> &dims = description.arguments[index].dims;
    if (axis >= dims.size() || !dims[axis].extent)
      return std::nullopt;
    Result<int64_t> extent = dims[axis].extent->evaluate(*this);
    return extent && *extent >= 0 ? std::optional(*extent) : std::nullopt;
  }

  const Kernel &description;
  std::deque<std::vector<int64_t>> shapes;
  std::vector<bool> isArray;
  std::vector<std::unique_ptr<std::byte[]>> memory;
};

} // namespace

/// A refusal is fine, a bug is not.
static void checkStatus(qdrt_status status) {
  require(status != QDRT_INTERNAL, qdrt_last_error());
  require(status == QDRT_OK || *qdrt_last_error() != 0, "a failure has a message");
}

/// A loop of the graph that holds no task could count for years, as it was told to: it runs once.
static void shortenLoops(std::vector<Node> &nodes) {
  for (Node &node : nodes) {
    if (node.kind == NodeKind::repeat)
      node.upper = SizeExpr::binary(SizeExprKind::min, *node.upper,
                                    SizeExpr::binary(SizeExprKind::add, *node.lower, SizeExpr::constant(1)));
    shortenLoops(node.before);
    shortenLoops(node.body);
    shortenLoops(node.elseBody);
  }
}

/// The package of a manifest whose loops are short; nothing if it cannot be made.
static std::optional<ByteVector> makePackage(Manifest manifest) {
  static const std::vector<std::byte> zeros(kMaximumBytes);
  std::vector<ModuleContents> contents;
  for (Module &module : manifest.modules) {
    if (module.dataBytes > kMaximumBytes)
      return std::nullopt;
    for (Kernel &kernel : module.kernels)
      shortenLoops(kernel.graph);
    contents.push_back({std::vector<ImageBytes>(module.images.size(), {asBytes("code"), "none", "none"}),
                        ByteSpan(zeros).first(module.dataBytes)});
  }
  Result<ByteVector> bytes = writePackage(std::move(manifest), contents);
  return bytes ? std::optional(*std::move(bytes)) : std::nullopt;
}

static void launchTwice(qdrt_kernel kernel) {
  Arguments arguments(kernel);
  qdrt_launch_options options = {};
  options.size = sizeof(options);
  options.maximum_iterations = 2;
  std::vector<qdrt_scalar> results(qdrt_kernel_result_count(kernel));
  for (int round = 0; round < 2; ++round) {
    arguments.makeArrays();
    checkStatus(qdrt_kernel_launch(kernel, arguments.list.data(), nullptr, &options));
    checkStatus(qdrt_kernel_results(kernel, nullptr, results.data(), static_cast<uint32_t>(results.size())));
    // Other scalars ask for other code, other extents and another workspace; arrays of the host are copied to a GPU.
    for (qdrt_argument &argument : arguments.list)
      if (argument.data)
        argument.memory = QDRT_MEMORY_HOST;
      else if (argument.type != QDRT_I1)
        argument.value.bits = 5;
  }
  for (uint32_t index = 0; index < qdrt_kernel_loop_count(kernel); ++index) {
    qdrt_loop_info info = {};
    info.size = sizeof(info);
    require(qdrt_kernel_loop(kernel, index, &info) == QDRT_OK, "a loop is described");
  }
}

static void bindGlobals(qdrt_package package, std::vector<std::unique_ptr<std::byte[]>> &memory) {
  for (uint32_t index = 0; index < qdrt_package_global_count(package); ++index) {
    qdrt_global_info info = {};
    info.size = sizeof(info);
    require(qdrt_package_global(package, index, &info) == QDRT_OK, "a global is described");
    if (!info.is_external || info.bytes > kMaximumBytes)
      continue;
    std::byte *block = memory.emplace_back(std::make_unique<std::byte[]>(info.bytes)).get();
    require(qdrt_package_bind_global(package, info.name, block, info.bytes) == QDRT_OK, "a global is bound");
  }
}

/// Launches the kernels without checks, or those of a variant.
static void launchAll(const IdleBackend &backend, const ByteVector &bytes, const std::string &variant) {
  static const loader::DeviceDescription description = backend.devices()[0];
  qdrt_device_s device = {*loader::Session::create(*loader::Device::open(backend, description, {}))};
  qdrt_package package = nullptr;
  std::vector<std::unique_ptr<std::byte[]>> memory;
  qdrt_package_options options = {};
  options.size = sizeof(options);
  options.variant = variant.c_str();
  checkStatus(qdrt_package_load_memory(&device, bytes.data(), bytes.size(), &options, &package));
  if (package)
    bindGlobals(package, memory);
  for (uint32_t index = 0; index < qdrt_package_kernel_count(package); ++index) {
    qdrt_kernel kernel = nullptr;
    checkStatus(qdrt_package_kernel(package, index, &kernel));
    if (kernel)
      launchTwice(kernel);
  }
  qdrt_package_unload(package);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Result<Manifest> manifest = readManifest({reinterpret_cast<const char *>(data), size});
  std::set<std::string> variants = {""};
  if (manifest)
    for (const Module &module : manifest->modules)
      for (const Image &image : module.images)
        variants.insert(image.variant);
  std::optional<ByteVector> bytes = manifest ? makePackage(*std::move(manifest)) : std::nullopt;
  if (!bytes)
    return 0;
  static const IdleBackend cpu(kHost), gpu(kGraphics);
  for (const std::string &variant : variants) {
    launchAll(cpu, *bytes, variant);
    launchAll(gpu, *bytes, variant);
  }
  return 0;
}
