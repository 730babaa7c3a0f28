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
  const DeviceMemory &record = launch.scratch.errorRecord;
  return record.address() ? launch.stream.work().clear(record, sizeof(qd_error_record)) : qdc::Status();
}

/// Throws away what a launch that ran out of host memory left.
static qdc::Status cleanScratch(const Launch &launch) {
  Scratch &scratch = launch.scratch;
  if (scratch.clean)
    return {};
  if (scratch.kept)
    (void)scratch.kept->takeUse();
  qdc::Status status = clearErrorRecord(launch);
  if (status && scratch.printBuffer.address())
    status = discardPrints(launch.stream.work(), scratch.printBuffer);
  scratch.clean = status.ok();
  return status;
}

/// Empties error record and print buffer, and reads the results.
static qdc::Status readBack(const Launch &launch, bool finished) {
  Scratch &scratch = launch.scratch;
  BackendStream &work = launch.stream.work();
  std::vector<std::byte> &results = launch.outcome.results();
  qdc::Status status = finished ? qdc::Status() : clearErrorRecord(launch);
  if (status && !results.empty())
    status = work.read(results.data(), scratch.words().at(scratch.variant->description->workspace.readbackOffset),
                       results.size());
  if (status && scratch.printBuffer.address()) {
    qdc::Result<uint64_t> dropped =
        flushPrintBuffer(launch.kernel.module().description(), launch.stream.device(), work, scratch.printBuffer);
    if (!dropped)
      return dropped.error();
    launch.outcome.counters.droppedPrints = *dropped;
  }
  scratch.clean = status.ok();
  return status;
}

qdc::Status qdrt::loader::runLaunch(const Launch &launch) {
  Scratch &scratch = launch.scratch;
  LaunchOutcome &outcome = launch.outcome;
  if (qdc::Status cleaned = cleanScratch(launch); !cleaned)
    return cleaned;
  std::fill(scratch.loopIterations.begin(), scratch.loopIterations.end(), 0);
  // Until the end this is no launch whose results could be asked for: something may throw.
  outcome.start();
  scratch.clean = false;
  HostExecutor executor({launch.kernel.module(), scratch, launch.binding.arguments(), launch.stream.device().backend(),
                         launch.stream.work(), launch.options.maximum_iterations, qdc::GraphMode::never,
                         launch.stream.stop.check()},
                        outcome.counters);
  scratch.prepared->state.restart();
  bool finished = false;
  {
    OpenLaunch open(launch.stream.work());
    finished = executor.run(scratch.prepared->state);
  }
  if (!finished)
    outcome.fail(executor.failure());
  qdc::Status status = readBack(launch, finished);
  outcome.noteLaunched(scratch);
  outcome.publish(scratch);
  if (status && !scratch.loopRuns.empty())
    outcome.noteResults();
  return status;
}
