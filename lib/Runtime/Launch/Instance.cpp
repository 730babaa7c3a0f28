//===- Instance.cpp - A kernel made ready for a stream --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Instance.h"

#include "Runtime/Graph/GraphUse.h"
#include "Runtime/Graph/Print.h"
#include "Runtime/Launch/Launch.h"

#include <utility>

using namespace qdrt::loader;

Instance::Instance(Kernel &kernel, Stream &stream, LaunchingThreads &threads)
    : kernel(kernel), stream(stream), binding(kernel, stream.device()), states(kernel.allVariants().size()),
      outcome(kernel, stream, threads) {}

qdc::Status Instance::waitForLaunches() { return outcome.isUnderWay() ? stream.finish() : qdc::Status(); }

qdc::Status Instance::bind(const qdrt_argument *given, uint32_t first) {
  qdc::Result<ArgumentBinding::Changes> changes = binding.bind(given, first, [this] { return waitForLaunches(); });
  if (!changes)
    return changes.error();
  if (current) {
    // Slots of other variants are filled when these are selected.
    for (uint32_t index : changes->arguments)
      outcome.counters.patchedSlots +=
          current->fillSlots(current->variant().slotsOfArgument[index], kernel.module(), binding.arguments());
    if (changes->globals)
      outcome.counters.patchedSlots +=
          current->fillSlots(current->variant().slotsOf(qdc::SlotKind::global), kernel.module(), binding.arguments());
  }
  if (!changes->sizes)
    return {};
  isSelected = false;
  for (std::optional<VariantState> &each : states)
    if (each)
      each->noteOtherSizes();
  return {};
}

qdc::Status Instance::makeStateOf(const Variant &variant, std::optional<VariantState> &made) {
  qdc::Result<VariantState> own = VariantState::make(variant, stream.device().backend(), stream.work());
  if (!own)
    return own.error();
  const BackendDevice &device = stream.device().backend();
  if (!variant.slotsOf(qdc::SlotKind::stopWord).empty() ||
      (!variant.program.loops.empty() && (!device.noDecisionsReason() || device.capabilities().replaysLoops))) {
    qdc::Result<std::shared_ptr<const SignalMemory>> word = stream.stop.word();
    if (!word)
      return word.error();
    own->reports.setStopWord(std::move(*word));
  }
  if (own->reports.hasHostReport()) {
    qdc::Result<std::shared_ptr<const DeviceMemory>> number = stream.launchNumber();
    if (!number)
      return number.error();
    own->reports.setLaunchNumber(std::move(*number));
  }
  own->bindWorkspace(bound);
  made = std::move(*own);
  outcome.counters.built = true;
  return {};
}

qdc::Status Instance::select() {
  const Variant &variant = variantFor(kernel, binding.arguments());
  std::optional<VariantState> &wanted = states[static_cast<size_t>(&variant - kernel.allVariants().data())];
  isSelected = wanted && &*wanted == current;
  if (isSelected)
    return {};
  if (!wanted)
    if (qdc::Status made = makeStateOf(variant, wanted); !made)
      return made;
  current = &*wanted;
  isSelected = true;
  outcome.counters.patchedSlots += current->fillAllSlots(kernel.module(), binding.arguments());
  return {};
}

qdc::Status Instance::prepare(const qdrt_argument *given, uint32_t first) {
  if (!binding.isCurrent(first))
    if (qdc::Status bound = bind(given, first); !bound)
      return bound;
  if (!isSelected)
    if (qdc::Status selected = select(); !selected)
      return selected;
  if (current->stage() != VariantState::Stage::unsized)
    return {};
  if (qdc::Status resized = current->resize(binding.arguments(), stream.device().backend(), stream.work(),
                                            [this] { return waitForLaunches(); });
      !resized)
    return resized;
  if (current->takeMoved())
    fillWorkspaceSlots();
  return {};
}

qdc::Status Instance::bindWorkspace(const BoundWorkspace &workspace) {
  if (qdc::Status waited = waitForLaunches(); !waited)
    return waited;
  canBeRepeated = false;
  bound = workspace;
  for (std::optional<VariantState> &each : states)
    if (each)
      each->bindWorkspace(bound);
  return {};
}

qdc::Status Instance::chooseProgram(const LoopRequest &request) {
  const std::function<qdc::Status()> wait = [this] { return waitForLaunches(); };
  qdc::Status chosen = current->chooseProgram(kernel.module(), stream.device(), request, wait);
  if (chosen && request.checksSizes && !request.waitsForSizes)
    chosen = current->makeRoomForSizes(nullptr, stream.device().backend(), wait);
  if (chosen && current->takeMoved())
    fillWorkspaceSlots();
  return chosen;
}

void Instance::fillWorkspaceSlots() {
  outcome.counters.patchedSlots +=
      current->fillSlots(current->variant().slotsOf(qdc::SlotKind::workspace), kernel.module(), binding.arguments());
}

LoopRequest Instance::requestOf(const qdrt_launch_options &options, LoopStrategyRequest loops) const {
  LoopRequest request = {loops, options.maximum_iterations != 0};
  if (current)
    addRequestOf(stream.device().backend(), current->variant(),
                 stream.device().graphMode(current->variant().description->graphMode), static_cast<bool>(bound),
                 request);
  return request;
}

qdc::Status Instance::launch(const qdrt_argument *given, const qdrt_launch_options &options,
                             LoopStrategyRequest loops) {
  const uint32_t first = binding.firstChanged(given);
  if (canBeRepeated && binding.isCurrent(first) && current->hasProgramFor(requestOf(options, loops)) &&
      options.maximum_iterations == maximumIterations)
    return repeatLaunch(*current, stream, outcome);
  canBeRepeated = false;
  outcome.counters = {};
  if (qdc::Status prepared = prepare(given, first); !prepared)
    return prepared;
  if (const LoopRequest request = requestOf(options, loops); !current->hasProgramFor(request))
    if (qdc::Status chosen = chooseProgram(request); !chosen)
      return chosen;
  if (current->checks.areStale() && current->programs.prepared().program.sizeChecks != 0)
    current->fillSizeChecks(binding.arguments(), stream.work());
  if (current->programs.prepared().program.decides)
    if (qdc::Status found = current->evaluateLoops(kernel.module(), binding.arguments(), stream.work()); !found)
      return found;
  maximumIterations = options.maximum_iterations;
  outcome.results().resize(current->variant().description->workspace.readbackBytes);
  const uint64_t ordinal = kernel.nextOrdinal();
  outcome.counters.patchedSlots += current->setLaunchSlots(
      options.seed, options.set_ordinal ? options.ordinal : ordinal, options.maximum_iterations);
  current->noteChangedSlots();
  const Launch launch = {kernel, stream, binding, *current, options, outcome};
  if (!stream.isAsynchronous())
    return runLaunch(launch);
  qdc::Status submitted = submitLaunch(launch);
  canBeRepeated = outcome.wasLaunched() && isRepeatable(launch);
  return submitted;
}

qdc::Status Instance::capture(const qdrt_argument *given, const qdrt_launch_options &options,
                              LoopStrategyRequest loops) {
  canBeRepeated = false;
  outcome.counters = {};
  if (qdc::Status allowed = checkCapture(kernel, given); !allowed)
    return allowed;
  if (qdc::Status bound = bind(given, binding.firstChanged(given)); !bound)
    return bound;
  const Variant &variant = variantFor(kernel, binding.arguments());
  const std::optional<VariantState> &like = states[static_cast<size_t>(&variant - kernel.allVariants().data())];
  return captured.add(kernel, variant, binding.arguments(), stream, bound, like ? &*like : nullptr, options, loops);
}

qdc::Status Instance::collectPrints(VariantState &of) {
  if (!of.reports.hasPrintBuffer() || of.reports.hostReport()->published.printed == 0)
    return {};
  of.reports.hostReport()->published.printed = 0;
  qdc::Result<uint64_t> dropped =
      flushPrintBuffer(kernel.module().description(), stream.device(), stream.work(), of.reports.printBuffer());
  if (!dropped)
    return dropped.error();
  kernel.noteDroppedPrints(*dropped);
  // The buffer is being emptied, and may be freed.
  return stream.work().synchronize();
}

qdc::Status Instance::collect() {
  captured.collect(outcome);
  if (!outcome.isUnderWay())
    return {};
  outcome.noteWaited();
  for (const std::optional<VariantState> &each : states)
    if (each)
      outcome.takeFailures(*each);
  if (outcome.wasLaunched() && outcome.lastState().programs.launched()->program.readsBack) {
    outcome.results().assign(outcome.lastState().reports.hostResults(),
                             outcome.lastState().reports.hostResults() +
                                 outcome.lastState().variant().description->workspace.readbackBytes);
    if (!outcome.lastState().loops.isEmpty())
      outcome.noteResults();
  }
  for (std::optional<VariantState> &each : states)
    if (each)
      if (qdc::Status printed = collectPrints(*each); !printed)
        return printed;
  return {};
}
