//===- InstanceSubmit.cpp - Launches that a stream is given ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Instance.h"

#include "Runtime/Core/Error.h"
#include "Runtime/Graph/GraphPlan.h"
#include "Runtime/Graph/GraphWalk.h"
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
  return current->variant->isOnlyTasks || wanted != qdc::GraphMode::always ||
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

bool Instance::wantsGraph() const {
  if (!current->variant->isOnlyTasks || current->variant->graph.empty() || !stream.work().hasGraphs())
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

qdc::Error Instance::refusedGraph(const qdc::Error &error) const {
  qdc::Error refusal = within(ofKernel("graph", kernel.description().name), error);
  if (error.code != qdc::ErrorCode::deviceLost && error.code != qdc::ErrorCode::outOfMemory)
    refusal.message += "; with QDRT_GRAPH=0, or graph = \"never\" in the kernel, its tasks run one by one";
  return refusal;
}

qdc::Status Instance::submitTasks(const qdrt_launch_options &options, qd_error_record *record) {
  std::fill(current->loopIterations.begin(), current->loopIterations.end(), 0);
  if (!current->graph) {
    if (!wantsGraph())
      return submitWalk(options, record);
    qdc::Result<std::unique_ptr<TaskGraph>> made = TaskGraph::build(*current, record, stream.work());
    if (!made)
      return refusedGraph(made.error());
    current->graph = std::move(*made);
    current->patched = false;
    built = true;
  }
  return submitGraph(record);
}

qdc::Status Instance::submitGraph(qd_error_record *record) {
  TaskGraph &graph = *current->graph;
  if (qdc::Status updated = graph.update(*current, record, counters.patchedNodes); !updated)
    return refusedGraph(updated.error());
  current->patched = false;
  counters.bytesCopied += graph.bytesCopied();
  count(current->variant->graph.size(), current->variant->sourceLoopCount, graph.nodes().size());
  if (qdc::Status given = graph.launch(); !given)
    return refusedGraph(given.error());
  return {};
}

bool Instance::isRepeatable() const {
  // A kernel that asserts has another record for each launch, which patches a node.
  return current->graph && !built && counters.patchedSlots == 0 && counters.patchedNodes == 0 &&
         !hostArrays.anyIsCopied() && current->variant->slotsOf(qdc::SlotKind::seed).empty() && !kernel.readsOrdinal();
}

qdc::Status Instance::repeat() {
  start(stream.nextLaunch());
  if (qdc::Status given = current->graph->launch(); !given)
    return refusedGraph(given.error());
  launched = current;
  if (kernel.isLast(repeats))
    repeats.add();
  else
    publish();
  return {};
}

qdc::Status Instance::submitWalk(const qdrt_launch_options &options, qd_error_record *record) {
  BackendStream &work = stream.work();
  qdc::Status status = clearErrorRecord();
  if (!status)
    return status;
  GraphWalk walk(kernel.module(), *current, arguments, work, options.maximum_iterations);
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
