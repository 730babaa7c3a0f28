//===- SubmitLaunch.cpp - Launches that a stream is given -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/GraphUse.h"
#include "Runtime/Graph/HostExecutor.h"
#include "Runtime/Launch/Launch.h"

#include <algorithm>

using namespace qdrt::loader;

/// How the device is to run segments: never as graphs where it has none. unsupported for a kernel that is to be a
/// graph always, where the host leads it.
static qdc::Result<qdc::GraphMode> graphModeOf(const Launch &launch) {
  const Variant &variant = launch.state.variant();
  const DeviceTraits &device = launch.stream.device().backend();
  const qdc::GraphMode mode = launch.stream.device().graphMode(variant.description->graphMode);
  const Program &program = launch.state.programs.prepared().program;
  if (qdc::Status checked = checkAlways(program, variant, device, mode); !checked)
    return checked.error();
  return modeOn(device, mode);
}

/// What an earlier launch left that did not come to report.
static qdc::Status cleanRecord(const Launch &launch) {
  VariantState &state = launch.state;
  if (qdc::Status restored = launch.stream.restoreNumber(); !restored)
    return restored;
  if (!state.reports.isEmpty() && state.reports.hasErrorRecord())
    if (qdc::Status cleared = launch.stream.work().clear(state.reports.errorRecord(), sizeof(qd_error_record));
        !cleared)
      return cleared;
  state.reports.noteEmpty();
  return {};
}

/// All but the copies of host arrays.
static qdc::Status submitProgram(const Launch &launch, qdc::GraphMode mode) {
  VariantState &state = launch.state;
  const Program &program = state.programs.prepared().program;
  SegmentGraphs &graphs = state.programs.prepared().graphs;
  BackendStream &work = launch.stream.work();
  state.loops.restartCounts();
  if (qdc::Status cleaned = cleanRecord(launch); !cleaned)
    return cleaned;
  // What the device runs at once is refused as a whole.
  if (!program.hasControl && graphs.wants(0, mode)) {
    qdc::Status ran = graphs.run(0, state, work, launch.outcome.counters);
    if (ran && program.publishes)
      launch.outcome.noteNumber(launch.stream.countLaunch());
    return ran;
  }
  if (!program.hasControl && !program.segments.empty())
    graphs.noteDirectRun(0);
  HostExecutor executor({launch.kernel.module(), state, launch.binding.arguments(), launch.stream.device().backend(),
                         work, launch.options.maximum_iterations, program.hasControl ? mode : qdc::GraphMode::never,
                         launch.stream.stop.check()},
                        launch.outcome.counters);
  state.programs.prepared().progress.restart();
  state.reports.noteRun();
  if (!executor.run(state.programs.prepared().progress)) {
    launch.outcome.fail(executor.failure());
    launch.stream.noteLostLaunches();
  }
  state.reports.noteEmpty(executor.timesPublished() != 0);
  for (uint32_t time = 0; time < executor.timesPublished(); ++time)
    launch.outcome.noteNumber(launch.stream.countLaunch());
  return {};
}

static qdc::Status submitAll(const Launch &launch, qdc::GraphMode mode) {
  const HostArrays &hostArrays = launch.binding.hostArrays();
  std::span<const BoundArgument> arguments = launch.binding.arguments();
  BackendStream &work = launch.stream.work();
  uint64_t &bytesCopied = launch.outcome.counters.bytesCopied;
  OpenLaunch open(work);
  if (hostArrays.anyIsCopied())
    if (qdc::Status copied = hostArrays.copyIn(arguments, work, bytesCopied); !copied)
      return copied;
  if (qdc::Status submitted = submitProgram(launch, mode); !submitted)
    return submitted;
  launch.outcome.noteLaunched(launch.state);
  if (hostArrays.anyIsWritten())
    if (qdc::Status copied = hostArrays.copyOut(arguments, work, bytesCopied); !copied)
      return copied;
  qdc::Status ended = open.end();
  if (!ended)
    launch.outcome.noteLost();
  return ended;
}

qdc::Status qdrt::loader::submitLaunch(const Launch &launch) {
  qdc::Result<qdc::GraphMode> mode = graphModeOf(launch);
  if (!mode)
    return mode.error();
  launch.outcome.startUnderWay();
  qdc::Status status = submitAll(launch, *mode);
  if (!status) { // some of it may not run, such as what was to clean up
    launch.state.reports.noteRun();
    launch.stream.noteLostLaunches();
  }
  if (launch.outcome.wasLaunched())
    launch.outcome.publish(launch.state);
  if (status && launch.binding.hostArrays().anyIsWritten())
    return launch.stream.finish();
  return status;
}

bool qdrt::loader::isRepeatable(const Launch &launch) {
  const Variant &variant = launch.state.variant();
  const LaunchCounters &counters = launch.outcome.counters;
  return launch.state.programs.wholeGraph() && !counters.built && counters.patchedSlots == 0 &&
         counters.patchedNodes == 0 && !launch.binding.hostArrays().anyIsCopied() &&
         variant.slotsOf(qdc::SlotKind::seed).empty() && !launch.kernel.readsOrdinal();
}

qdc::Status qdrt::loader::repeatLaunch(VariantState &state, Stream &stream, LaunchOutcome &outcome) {
  outcome.startUnderWay();
  if (qdc::Status restored = stream.restoreNumber(); !restored)
    return restored;
  if (qdc::Status launched = state.programs.prepared().graphs.launchAgain(0, state); !launched)
    return launched;
  if (state.programs.prepared().program.publishes)
    outcome.noteNumber(stream.countLaunch());
  outcome.noteLaunched(state);
  outcome.publishAgain(state);
  return {};
}
