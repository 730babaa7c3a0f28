//===- InstanceRun.cpp - Launches that run to their end -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Launch/Instance.h"

#include "Runtime/Graph/GraphWalk.h"
#include "Runtime/Graph/Print.h"
#include "Runtime/Launch/Stream.h"

#include <algorithm>

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
  for (const DeviceMemory &region : current->regions)
    counters.workspaceBytes += region.size();
  counters.specialized = !current->variant->description->specializedValues.empty();
}

void Instance::publish() {
  if (!built && counters == published && kernel.isLast(repeats) && kernel.general().loops.empty())
    return repeats.add();
  published = counters;
  kernel.publish(repeats, *current->variant, counters, current->loopIterations, built);
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
    status = work.read(readback.data(), static_cast<std::byte *>(current->words().address()) + workspace.readbackOffset,
                       readback.size());
  if (status && current->printBuffer.address()) {
    qdc::Result<uint64_t> dropped =
        flushPrintBuffer(kernel.module().description(), stream.device(), work, current->printBuffer.address());
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
  GraphWalk walk(kernel.module(), *current, arguments, stream.work(), options.maximum_iterations);
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
