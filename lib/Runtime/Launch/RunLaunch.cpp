//===- RunLaunch.cpp - Launches that run to their end ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Graph/HostExecutor.h"
#include "Runtime/Graph/Print.h"
#include "Runtime/Launch/Launch.h"

#include <algorithm>

using namespace qdrt::loader;

static qdc::Status clearErrorRecord(const Launch &launch) {
  const DeviceMemory &record = launch.state.reports.errorRecord();
  return record.address() ? launch.stream.work().clear(record, sizeof(qd_error_record)) : qdc::Status();
}

/// Throws away what a launch that ran out of host memory left.
static qdc::Status cleanState(const Launch &launch) {
  VariantState &state = launch.state;
  if (state.reports.isEmpty())
    return {};
  if (state.inputs().instance())
    (void)state.inputs().instance()->takeUse();
  qdc::Status status = clearErrorRecord(launch);
  if (status && state.reports.hasPrintBuffer())
    status = discardPrints(launch.stream.work(), state.reports.printBuffer());
  state.reports.noteEmpty(status.ok());
  return status;
}

/// Empties error record and print buffer, and reads the results.
static qdc::Status readBack(const Launch &launch, bool finished) {
  VariantState &state = launch.state;
  BackendStream &work = launch.stream.work();
  std::vector<std::byte> &results = launch.outcome.results();
  qdc::Status status = finished ? qdc::Status() : clearErrorRecord(launch);
  if (status && !results.empty())
    status = work.read(results.data(), state.words().at(state.variant().description->workspace.readbackOffset),
                       results.size());
  if (status && state.reports.hasPrintBuffer()) {
    qdc::Result<uint64_t> dropped = flushPrintBuffer(launch.kernel.module().description(), launch.stream.device(), work,
                                                     state.reports.printBuffer());
    if (!dropped)
      return dropped.error();
    launch.outcome.counters.droppedPrints = *dropped;
  }
  state.reports.noteEmpty(status.ok());
  return status;
}

qdc::Status qdrt::loader::runLaunch(const Launch &launch) {
  VariantState &state = launch.state;
  LaunchOutcome &outcome = launch.outcome;
  if (qdc::Status cleaned = cleanState(launch); !cleaned)
    return cleaned;
  state.loops.restartCounts();
  // Until the end this is no launch whose results could be asked for: something may throw.
  outcome.start();
  state.reports.noteRun();
  HostExecutor executor({launch.kernel.module(), state, launch.binding.arguments(), launch.stream.device().backend(),
                         launch.stream.work(), launch.options.maximum_iterations, qdc::GraphMode::never,
                         launch.stream.stop.check()},
                        outcome.counters);
  state.programs.prepared().progress.restart();
  bool finished = false;
  {
    OpenLaunch open(launch.stream.work());
    finished = executor.run(state.programs.prepared().progress);
  }
  if (!finished)
    outcome.fail(executor.failure());
  qdc::Status status = readBack(launch, finished);
  outcome.noteLaunched(state);
  outcome.publish(state);
  if (status && !state.loops.isEmpty())
    outcome.noteResults();
  return status;
}
