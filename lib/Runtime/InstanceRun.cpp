//===- InstanceRun.cpp - Launches of an instance, now or later ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Error.h"
#include "Runtime/GraphPlan.h"
#include "Runtime/GraphWalk.h"
#include "Runtime/Instance.h"
#include "Runtime/Package.h"
#include "Runtime/Print.h"
#include "Runtime/Stream.h"

#include <algorithm>
#include <utility>

using namespace qdrt::loader;

qdc::Status Instance::clearErrorRecord() {
  static constexpr std::byte kZero[1] = {};
  if (!current->errorRecord.address())
    return {};
  return stream.work().fill(current->errorRecord.address(), sizeof(qd_error_record), kZero);
}

void Instance::count(uint64_t tasks, uint64_t sourceLoops, uint64_t nodes) {
  counters.tasks = tasks;
  counters.sourceLoops = sourceLoops;
  counters.nodes = nodes;
  counters.workspaceBytes = current->workspace.size();
  counters.specialized = !current->variant->description->specializedValues.empty();
}

void Instance::publish() { kernel.publish(*current->variant, counters, current->loopIterations, built); }

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

//===----------------------------------------------------------------------===//
// Synchronous streams
//===----------------------------------------------------------------------===//

qdc::Status Instance::sizeCopies() {
  // A launch that ran out of host memory may have left copies that were not merged.
  if (!current->clean) {
    current->copies.discard();
    current->copiesSized = false;
  }
  if (current->copiesSized)
    return {};
  qdc::Status sized =
      current->copies.resize(*current->variant, arguments, current->extents, stream.device().backend(), stream.work());
  if (!sized)
    return within(ofKernel("copies for each thread", kernel.description().name), sized.error());
  current->copiesSized = true;
  current->patched = true;
  return {};
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

qdc::Status Instance::readBack(bool finished) {
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

qdc::Status Instance::runNow(const qdrt_launch_options &options) {
  std::fill(current->loopIterations.begin(), current->loopIterations.end(), 0);
  // Until the end this is no launch whose results could be asked for: something may throw.
  launched = nullptr;
  current->clean = false;
  if (current->patched)
    current->copies.bindSlots(*current->variant, current->slots);
  current->patched = false;
  GraphWalk walk(kernel.package(), *current, arguments, stream.work(), options.maximum_iterations);
  bool finished = false;
  {
    OpenLaunch open(stream.work());
    finished = walk.run();
  }
  if (!finished || lastFailure.status != QDRT_OK)
    lastFailure = walk.failure();
  qdc::Status status = readBack(finished);
  launched = current;
  count(walk.tasks(), walk.sourceLoops(), current->variant->nodeCount);
  counters.privateTasks = walk.privateTasks();
  counters.privateBytes = current->copies.bytes();
  publish();
  return status;
}

//===----------------------------------------------------------------------===//
// Asynchronous streams
//===----------------------------------------------------------------------===//

void Instance::noteRecord(const Scratch &of, uint64_t launch, const qd_error_record &record) {
  if (record.code == QD_ERROR_NONE)
    return;
  LaunchFailure failure = failureOfRecord(kernel.package().manifest(), *of.variant->description, record);
  stream.noteFailure(launch, failure);
  if (launch == lastNumber)
    lastFailure = std::move(failure);
}

qdc::Result<qd_error_record *> Instance::takeRecord(uint64_t number) {
  if (!current->errors) {
    qdc::Result<ErrorRing> made = ErrorRing::create(stream.device().backend(), stream.work());
    if (!made)
      return made.error();
    current->errors = std::move(*made);
  }
  return current->errors->take(
      number, [this](uint64_t launch, const qd_error_record &filled) { noteRecord(*current, launch, filled); });
}

qdc::Status Instance::submit(const qdrt_launch_options &options) {
  uint64_t number = stream.nextLaunch();
  qd_error_record *record = nullptr;
  if (current->errorRecord.address()) {
    qdc::Result<qd_error_record *> taken = takeRecord(number);
    if (!taken)
      return taken.error();
    record = *taken;
  }
  lastNumber = number;
  if (lastFailure.status != QDRT_OK)
    lastFailure = {};
  launched = nullptr;
  underWay = true;
  qdc::Status status;
  {
    OpenLaunch open(stream.work());
    status = hostArrays.copyIn(arguments, stream.work(), counters.bytesCopied);
    if (status)
      status = submitTasks(options, record);
    if (!status)
      return status;
    launched = current;
    if (hostArrays.anyIsWritten())
      status = hostArrays.copyOut(arguments, stream.work(), counters.bytesCopied);
  }
  publish();
  return status && hostArrays.anyIsWritten() ? stream.finish() : status;
}

bool Instance::wantsGraph() const {
  if (!current->variant->isOnlyTasks || current->variant->graph.empty())
    return false;
  switch (stream.device().graphMode(current->variant->description->graphMode)) {
  case qdc::GraphMode::never:
    return false;
  case qdc::GraphMode::always:
    return true;
  case qdc::GraphMode::automatic:
    // A kernel that is launched once never pays for a graph of one task, which takes longer to build than to do
    // without.
    return current->ranDirectly || countNodes(*current->variant) > 1;
  }
  return false;
}

qdc::Status Instance::submitTasks(const qdrt_launch_options &options, qd_error_record *record) {
  std::fill(current->loopIterations.begin(), current->loopIterations.end(), 0);
  if (!current->graph) {
    if (!wantsGraph())
      return submitWalk(options, record);
    qdc::Result<std::unique_ptr<TaskGraph>> made = TaskGraph::build(*current, record, stream.work());
    if (!made)
      return within(ofKernel("graph", kernel.description().name), made.error());
    if (!*made)
      return submitWalk(options, record);
    current->graph = std::move(*made);
    current->patched = false;
    built = true;
  }
  return submitGraph(record);
}

qdc::Status Instance::submitGraph(qd_error_record *record) {
  qdc::Result<uint64_t> updated = current->graph->update(*current, record);
  qdc::Status status = updated ? qdc::Status() : updated.error();
  if (status) {
    current->patched = false;
    counters.patchedNodes = *updated;
    status = current->graph->launch();
  }
  if (!status)
    return within(ofKernel("graph", kernel.description().name), status.error());
  counters.bytesCopied += current->graph->bytesCopied();
  count(current->variant->graph.size(), current->variant->sourceLoopCount, current->graph->nodes().size());
  return {};
}

qdc::Status Instance::submitWalk(const qdrt_launch_options &options, qd_error_record *record) {
  BackendStream &work = stream.work();
  qdc::Status status = clearErrorRecord();
  if (!status)
    return status;
  GraphWalk walk(kernel.package(), *current, arguments, work, options.maximum_iterations);
  const bool finished = walk.run();
  current->ranDirectly = true;
  counters.bytesCopied += walk.bytesCopied();
  auto copy = [&](const GraphRead &read) {
    if (status)
      status = work.readLater(read.to, read.from, read.bytes);
    counters.bytesCopied += read.bytes;
  };
  if (finished && record)
    copy({record, current->errorRecord.address(), sizeof(*record)});
  if (finished && !current->variant->description->results.empty())
    copy(readOfResults(*current));
  if (current->printBuffer.address())
    copy({&current->hostReport()->printed, current->printBuffer.address(), sizeof(qd_print_buffer)});
  // A walk that stopped early knows why.
  if (!finished)
    lastFailure = walk.failure();
  count(walk.tasks(), walk.sourceLoops(), current->variant->nodeCount);
  return status;
}

qdc::Status Instance::collectPrints(Scratch &of) {
  if (!of.printBuffer.address() || of.hostReport()->printed.used == 0)
    return {};
  of.hostReport()->printed = {};
  qdc::Result<uint64_t> dropped =
      flushPrintBuffer(kernel.package().manifest(), stream.device(), stream.work(), of.printBuffer.address());
  if (!dropped)
    return dropped.error();
  kernel.noteDroppedPrints(*dropped);
  // The buffer is being emptied, and may be freed.
  return stream.work().synchronize();
}

qdc::Status Instance::collect() {
  collectCaptured();
  if (!underWay)
    return {};
  underWay = false;
  for (std::optional<Scratch> &each : scratch)
    if (each && each->errors)
      each->errors->empty([&](uint64_t launch, const qd_error_record &record) { noteRecord(*each, launch, record); });
  if (launched && !launched->variant->description->results.empty())
    readback.assign(launched->hostResults(),
                    launched->hostResults() + launched->variant->description->workspace.readbackBytes);
  for (std::optional<Scratch> &each : scratch)
    if (each)
      if (qdc::Status printed = collectPrints(*each); !printed)
        return printed;
  return {};
}

//===----------------------------------------------------------------------===//
// Streams that are being captured
//===----------------------------------------------------------------------===//

qdc::Status Instance::checkCapture(const qdrt_argument *given) const {
  const qdc::Kernel &description = kernel.description();
  auto refuse = [](std::string what) { return qdc::Error{qdc::ErrorCode::unsupported, std::move(what)}; };
  const std::string name = "kernel '" + description.name + "' can't be captured: ";
  for (size_t index = 0; index < description.arguments.size(); ++index)
    if (description.arguments[index].kind == qdc::ArgumentKind::array && given[index].memory == QDRT_MEMORY_HOST)
      return refuse(name + "argument '" + description.arguments[index].name +
                    "' is in host memory; a captured launch takes arrays in device memory");
  for (const Variant &variant : kernel.allVariants()) {
    if (!variant.isOnlyTasks)
      return refuse(name + "the host decides about its loops and branches");
    if (!variant.printSlots.empty())
      return refuse(name + "it prints, and nobody waits for a captured launch");
  }
  if (!description.results.empty())
    return refuse(name + "it returns values, and nobody waits for a captured launch; an array takes them");
  return {};
}

qdc::Status Instance::capture(const qdrt_argument *given, const qdrt_launch_options &options) {
  counters = {};
  qdc::Status status = checkCapture(given);
  if (status)
    status = bindArguments(given);
  if (status)
    status = bindGlobals();
  if (!status)
    return status;
  const Variant &variant = kernel.allVariants()[variantOfArguments()];
  qdc::Result<Scratch> made = makeScratch(variant, stream.device().backend(), stream.work());
  if (!made)
    return made.error();
  auto own = std::make_shared<Scratch>(std::move(*made));
  status = evaluateSizes(*own);
  if (!status)
    return status;
  for (size_t slot = 0; slot < own->slots.size(); ++slot)
    own->slots[slot] = slotValue(*own, variant.slots[slot]);
  uint64_t ordinal = kernel.nextOrdinal();
  for (uint32_t slot : variant.seedSlots)
    own->slots[slot] = options.seed;
  for (uint32_t slot : variant.ordinalSlots)
    own->slots[slot] = options.set_ordinal ? options.ordinal : ordinal;
  const bool asserts = own->errorRecord.address();
  if (asserts)
    captured.push_back({own, stream.nextLaunch()});
  status = stream.work().capture(planNodes(*own, asserts ? &own->hostReport()->record : nullptr), own);
  return status ? status : within("kernel '" + kernel.description().name + "' can't be captured", status.error());
}

void Instance::collectCaptured() {
  std::erase_if(captured, [](const CapturedLaunch &launch) { return launch.scratch.expired(); });
  for (const CapturedLaunch &launch : captured)
    if (std::shared_ptr<Scratch> own = launch.scratch.lock()) {
      // A replay that fails later is another failure.
      noteRecord(*own, launch.number, std::exchange(own->hostReport()->record, {}));
    }
}
