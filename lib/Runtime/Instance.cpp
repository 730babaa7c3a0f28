//===- Instance.cpp - A kernel made ready for a stream --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Instance.h"

#include "Runtime/Error.h"
#include "Runtime/GraphWalk.h"
#include "Runtime/Print.h"
#include "Runtime/Stream.h"
#include "Runtime/Types.h"

#include <algorithm>
#include <cstring>

using namespace qdrt::loader;

Instance::Instance(Kernel &kernel, Stream &stream) : kernel(kernel), stream(stream) {
  arguments.resize(kernel.description().arguments.size());
  candidates.resize(arguments.size());
  changed.reserve(arguments.size());
  scratch.resize(kernel.allVariants().size());
  ++kernel.instances;
}

Instance::~Instance() { --kernel.instances; }

qdc::Status Instance::bindArguments(const qdrt_argument *given) {
  const qdc::Kernel &description = kernel.description();
  changed.clear();
  for (uint32_t index = 0; index < arguments.size(); ++index)
    if (!bound || !isUnchanged(arguments[index], description.arguments[index], given[index]))
      changed.push_back(index);
  if (bound && changed.empty())
    return {};
  candidates = arguments;
  bool sameSizes = bound;
  for (uint32_t index : changed) {
    qdc::Result<BoundArgument> checked = checkArgument(description, index, given[index]);
    if (!checked)
      return checked.error();
    candidates[index] = *checked;
    sameSizes &= candidates[index].shape == arguments[index].shape && candidates[index].bits == arguments[index].bits;
  }
  for (uint32_t index : changed) {
    qdc::Status apart = checkOverlap(kernel, candidates, index);
    if (!apart)
      return apart;
  }
  arguments.swap(candidates);
  bound = true;
  selected &= sameSizes;
  if (!sameSizes)
    for (std::optional<Scratch> &each : scratch)
      if (each)
        each->sized = false;
  if (current)
    for (uint32_t index : changed)
      writeSlots(current->variant->slotsOfArgument[index]);
  return {};
}

qdc::Status Instance::bindGlobals() {
  uint64_t generation = kernel.package().globalGeneration();
  if (generation == globalGeneration)
    return {};
  for (const GlobalUse &use : kernel.globals())
    if (!kernel.package().globals()[use.global].address.load())
      return invalidArgument("global '" + kernel.package().manifest().globals[use.global].name + "' of kernel '" +
                             kernel.description().name +
                             "' is external and not bound; qdrt_package_bind_global binds it");
  for (uint32_t index = 0; index < arguments.size(); ++index) {
    qdc::Status apart = checkOverlap(kernel, arguments, index);
    if (!apart)
      return apart;
  }
  globalGeneration = generation;
  // Slots of all variants are stale; the current one is written now, the others when they are selected.
  if (current)
    writeSlots(current->variant->globalSlots);
  return {};
}

qdc::Status Instance::selectVariant() {
  if (selected)
    return {};
  std::span<const Variant> variants = kernel.allVariants();
  size_t index = 0;
  auto fits = [&](const qdc::SpecializedValue &value) { return arguments[value.argument].bits == value.bits; };
  while (index + 1 < variants.size() && !std::ranges::all_of(variants[index].description->specializedValues, fits))
    ++index;
  std::optional<Scratch> &wanted = scratch[index];
  selected = wanted && &*wanted == current;
  if (selected)
    return {};
  if (!wanted) {
    qdc::Result<Scratch> made = build(variants[index]);
    if (!made)
      return made.error();
    wanted = std::move(*made);
    built = true;
  }
  current = &*wanted;
  selected = true;
  for (const std::vector<uint32_t> &slots : current->variant->slotsOfArgument)
    writeSlots(slots);
  writeSlots(current->variant->globalSlots);
  writeSlots(current->variant->errorSlots);
  writeSlots(current->variant->printSlots);
  writeSlots(current->variant->workspaceSlots);
  return {};
}

qdc::Result<Scratch> Instance::build(const Variant &variant) {
  Scratch made;
  made.variant = &variant;
  made.slots.resize(variant.slots.size());
  made.extents.resize(variant.tasks.size());
  made.loopIterations.resize(variant.loops.size());
  BackendDevice &device = stream.device().backend();
  if (!variant.errorSlots.empty()) {
    qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device, sizeof(qd_error_record));
    if (!memory)
      return memory.error();
    made.errorRecord = std::move(*memory);
  }
  if (!variant.printSlots.empty()) {
    qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(device, kPrintBytes);
    if (!memory)
      return memory.error();
    made.printBuffer = std::move(*memory);
    qdc::Status initialized = initializePrintBuffer(stream.work(), made.printBuffer.address());
    if (!initialized)
      return initialized.error();
  }
  return made;
}

qdc::Status Instance::evaluateSizes() {
  if (current->sized)
    return {};
  const qdc::Kernel &description = *current->variant->description;
  // What reads a word is evaluated just before it is needed.
  ArgumentBindings bindings(description, arguments, stream.work(), {});
  for (size_t index = 0; index < description.tasks.size(); ++index) {
    const qdc::Task &task = description.tasks[index];
    if (task.extent.readsWord())
      continue;
    qdc::Result<int64_t> extent = task.extent.evaluate(bindings);
    if (!extent)
      return qdc::Error{extent.error().code, "extent of task '" + task.name + "' of kernel '" + description.name +
                                                 "': " + extent.error().message};
    current->extents[index] = *extent;
  }
  qdc::Result<int64_t> bytes = description.workspace.bytes.evaluate(bindings);
  if (!bytes)
    return qdc::Error{bytes.error().code, "workspace of kernel '" + description.name + "': " + bytes.error().message};
  if (*bytes < 0 || static_cast<uint64_t>(*bytes) < current->variant->wordsEnd)
    return qdc::Error{qdc::ErrorCode::invalidPackage, "workspace of kernel '" + description.name + "' has " +
                                                          std::to_string(*bytes) + " bytes; its tasks use " +
                                                          std::to_string(current->variant->wordsEnd)};
  if (static_cast<uint64_t>(*bytes) > current->workspace.size()) {
    qdc::Result<DeviceMemory> memory = DeviceMemory::allocate(stream.device().backend(), static_cast<uint64_t>(*bytes));
    if (!memory)
      return qdc::Error{memory.error().code,
                        "workspace of kernel '" + description.name + "': " + memory.error().message};
    current->workspace = std::move(*memory);
    writeSlots(current->variant->workspaceSlots);
  }
  current->sized = true;
  return {};
}

qd_slot Instance::slotValue(const qdc::SlotSource &source) const {
  auto address = [](const void *start) { return static_cast<qd_slot>(reinterpret_cast<uintptr_t>(start)); };
  switch (source.kind) {
  case qdc::SlotKind::array:
    return address(arguments[source.index].data);
  case qdc::SlotKind::dim:
    return static_cast<qd_slot>(arguments[source.index].shape[source.axis]);
  case qdc::SlotKind::scalar:
    return arguments[source.index].bits;
  case qdc::SlotKind::global:
    return address(kernel.package().globals()[source.index].address.load());
  case qdc::SlotKind::workspace:
    return address(current->workspace.address()) + source.offset;
  case qdc::SlotKind::errorRecord:
    return address(current->errorRecord.address());
  case qdc::SlotKind::printBuffer:
    return address(current->printBuffer.address());
  case qdc::SlotKind::seed:
  case qdc::SlotKind::launchOrdinal:
    break;
  }
  return 0;
}

void Instance::writeSlots(std::span<const uint32_t> slots) {
  for (uint32_t slot : slots)
    current->slots[slot] = slotValue(current->variant->slots[slot]);
  counters.patchedSlots += slots.size();
}

void Instance::writeSlots(std::span<const uint32_t> slots, uint64_t value) {
  for (uint32_t slot : slots) {
    counters.patchedSlots += current->slots[slot] != value;
    current->slots[slot] = value;
  }
}

qdc::Status Instance::launch(const qdrt_argument *given, const qdrt_launch_options &options) {
  counters = {};
  built = false;
  qdc::Status status = bindArguments(given);
  if (status)
    status = bindGlobals();
  if (status)
    status = selectVariant();
  if (status)
    status = evaluateSizes();
  if (status)
    status = cleanScratch();
  if (!status)
    return status;
  readback.resize(current->variant->description->workspace.readbackBytes);
  uint64_t ordinal = kernel.nextOrdinal();
  writeSlots(current->variant->seedSlots, options.seed);
  writeSlots(current->variant->ordinalSlots, options.set_ordinal ? options.ordinal : ordinal);
  return run(options);
}

qdc::Status Instance::clearErrorRecord() {
  static constexpr std::byte kZero[1] = {};
  if (!current->errorRecord.address())
    return {};
  return stream.work().fill(current->errorRecord.address(), sizeof(qd_error_record), kZero);
}

qdc::Status Instance::cleanScratch() {
  if (current->clean)
    return {};
  qdc::Status status = clearErrorRecord();
  if (status && current->printBuffer.address())
    status = discardPrints(stream.work(), current->printBuffer.address());
  current->clean = status.ok();
  return status;
}

namespace {
/// Brackets the tasks of a launch, also if something throws.
class OpenLaunch {
public:
  explicit OpenLaunch(BackendStream &work) : work(work) { work.beginLaunch(); }
  ~OpenLaunch() { work.endLaunch(); }
  OpenLaunch(const OpenLaunch &) = delete;
  OpenLaunch &operator=(const OpenLaunch &) = delete;

private:
  BackendStream &work;
};
} // namespace

qdc::Status Instance::collect(bool finished) {
  BackendStream &work = stream.work();
  qdc::Status status = finished ? qdc::Status() : clearErrorRecord();
  const qdc::Workspace &workspace = current->variant->description->workspace;
  if (status && !readback.empty())
    status =
        work.read(readback.data(), static_cast<std::byte *>(current->workspace.address()) + workspace.readbackOffset,
                  readback.size());
  if (status && current->printBuffer.address()) {
    qdc::Result<uint64_t> dropped =
        flushPrintBuffer(kernel.package().manifest(), stream.device(), work, current->printBuffer.address());
    if (!dropped)
      return dropped.error();
    counters.droppedPrints = *dropped;
  }
  current->clean = status.ok();
  return status;
}

qdc::Status Instance::run(const qdrt_launch_options &options) {
  std::fill(current->loopIterations.begin(), current->loopIterations.end(), 0);
  // Until the end this is no launch whose results could be asked for: something may throw.
  launchedVariant = nullptr;
  current->clean = false;
  GraphWalk walk(kernel.package(), *current, arguments, stream.work(), options.maximum_iterations);
  bool finished = false;
  {
    OpenLaunch open(stream.work());
    finished = walk.run();
  }
  if (!finished || lastFailure.status != QDRT_OK)
    lastFailure = walk.failure();
  qdc::Status status = collect(finished);
  launchedVariant = current->variant;
  counters.tasks = walk.tasks();
  counters.sourceLoops = walk.sourceLoops();
  counters.workspaceBytes = current->workspace.size();
  counters.specialized = !current->variant->description->specializedValues.empty();
  kernel.publish(*current->variant, counters, current->loopIterations, built);
  return status;
}

qdrt_scalar Instance::result(uint32_t index) const {
  const qdc::Kernel &description = *launchedVariant->description;
  const qdc::KernelResult &result = description.results[index];
  qdrt_scalar value = {};
  std::memcpy(&value.bits, readback.data() + (result.workspaceOffset - description.workspace.readbackOffset),
              qdc::elementSize(result.type));
  return value;
}
