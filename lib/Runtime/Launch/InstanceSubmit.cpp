//===- InstanceSubmit.cpp - Launches that a stream is given ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Instance.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/HostExecutor.h"
#include "Runtime/Launch/Stream.h"

#include <algorithm>

using namespace qdrt::loader;

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

bool Instance::allowsGraphMode() const {
  const qdc::GraphMode wanted = current->variant->description->graphMode;
  return !current->variant->program.hasControl || wanted != qdc::GraphMode::always ||
         stream.device().graphMode(wanted) != qdc::GraphMode::always || !stream.work().hasGraphs();
}

qdc::Error Instance::refusedGraphMode() const {
  return within(partOfKernel("attribute", "graph", kernel.description().name),
                {qdc::ErrorCode::unsupported, "\"always\" is not possible where the host decides about loops and "
                                              "branches; the kernel takes \"auto\" or \"never\""});
}

void Instance::start(uint64_t number) {
  lastNumber = number;
  if (lastFailure.status != QDRT_OK)
    lastFailure = {};
  launched = nullptr;
  underWay = true;
}

qdc::Status Instance::submit(const qdrt_launch_options &options) {
  if (!allowsGraphMode())
    return refusedGraphMode();
  uint64_t number = stream.nextLaunch();
  qd_error_record *record = nullptr;
  if (current->errorRecord.address()) {
    qdc::Result<qd_error_record *> taken = takeRecord(number);
    if (!taken)
      return taken.error();
    record = *taken;
  }
  start(number);
  qdc::Status status = submitAll(options, record);
  if (launched)
    publish();
  repeatable = launched && isRepeatable();
  if (status && hostArrays.anyIsWritten())
    return stream.finish();
  return status;
}

qdc::Status Instance::submitAll(const qdrt_launch_options &options, qd_error_record *record) {
  OpenLaunch open(stream.work());
  if (hostArrays.anyIsCopied())
    if (qdc::Status copied = hostArrays.copyIn(arguments, stream.work(), counters.bytesCopied); !copied)
      return copied;
  if (qdc::Status submitted = submitTasks(options, record); !submitted)
    return submitted;
  launched = current;
  if (!hostArrays.anyIsWritten())
    return {};
  return hostArrays.copyOut(arguments, stream.work(), counters.bytesCopied);
}

qdc::GraphMode Instance::graphMode() const {
  if (!stream.work().hasGraphs())
    return qdc::GraphMode::never;
  return stream.device().graphMode(current->variant->description->graphMode);
}

qdc::Status Instance::submitTasks(const qdrt_launch_options &options, qd_error_record *record) {
  std::fill(current->loopIterations.begin(), current->loopIterations.end(), 0);
  const Program &program = current->variant->program;
  const qdc::GraphMode mode = graphMode();
  qdc::Status status;
  // A device that runs the whole program at once refuses it as a whole.
  if (!program.hasControl && mode != qdc::GraphMode::never && !program.stretches.empty() &&
      program.stretches[0].tasks != 0 && current->graphs.wants(0, mode)) {
    status = current->graphs.run(0, *current, record, stream.work(), counters);
  } else {
    HostExecutor executor({kernel.package(), *current, arguments, stream.work(), record, options.maximum_iterations,
                           program.hasControl ? mode : qdc::GraphMode::never},
                          counters);
    current->state.restart();
    if (!executor.run(current->state))
      lastFailure = executor.failure();
  }
  count();
  return status;
}

bool Instance::isRepeatable() const {
  // A kernel that asserts has another record for each launch, which patches a node.
  return !current->variant->program.hasControl && current->graphs.find(0) && !counters.built &&
         counters.patchedSlots == 0 && counters.patchedNodes == 0 && !hostArrays.anyIsCopied() &&
         current->variant->seedSlots.empty() && !kernel.readsOrdinal();
}

qdc::Status Instance::repeat() {
  start(stream.nextLaunch());
  if (qdc::Status given = current->graphs.launchAgain(0, *current); !given)
    return given;
  launched = current;
  if (kernel.isLast(repeats))
    repeats.add();
  else
    publish();
  return {};
}
