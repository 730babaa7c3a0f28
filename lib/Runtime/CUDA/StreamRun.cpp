//===- StreamRun.cpp - Launches on a stream of CUDA -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Stream.h"

#include "Runtime/CUDA/Device.h"
#include "Runtime/CUDA/Image.h"
#include "Runtime/CUDA/Launch.h"

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

void Stream::beginLaunch() { launching.emplace(*shared); }

qdc::Status Stream::endLaunch() {
  launching.reset();
  return {};
}

bool Stream::isCapturing() const {
  // Nobody else has the handle of the others.
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  return isAdopted && shared->tryTo([&](const Driver &driver) { return driver.streamIsCapturing(handle, &status); }) &&
         status != CU_STREAM_CAPTURE_STATUS_NONE;
}

void Stream::noteTasks(uint64_t count, const std::string *last) {
  tasksUnderWay += count;
  lastTask = last;
}

qdc::Status Stream::runTask(const TaskLaunch &task) {
  MemoryReference slotMemory;
  if (takesSlotsInMemory(task)) {
    uint64_t bytes = uint64_t{task.slotCount} * sizeof(qd_slot);
    qdc::Result<MemoryReference> block = memory.slots(bytes);
    if (!block)
      return block.error();
    slotMemory = *block;
    qdc::Status written = write(*block, task.slots, bytes);
    if (!written)
      return written;
  }
  KernelParameters parameters(task, slotMemory);
  const Entry &entry = entryOf(task);
  CurrentContext current = makeCurrent();
  CUresult code = current.code();
  uint32_t blocks = 0;
  if (code == CUDA_SUCCESS)
    code = gridOf(owner, task, blocks);
  if (code == CUDA_SUCCESS) {
    StreamLaunch launch(task, blocks, handle, mayStartEarly(task) && !lastHasInternalBarrier);
    lastHasInternalBarrier = hasInternalBarrier(task);
    code = shared->driver().launchKernelEx(&launch.config, entry.function, parameters.get(), nullptr);
  }
  if (code != CUDA_SUCCESS)
    return withTasks(shared->failed(code, qdc::formatText("launch task '{}'", *entry.name)));
  noteTasks(1, entry.name);
  return {};
}

qdc::Status Stream::publish(const GraphPublish &outcome) {
  qdc::Result<BackendEntry *> publisher = owner.own(OwnKernel::publish);
  if (!publisher)
    return publisher.error();
  const PublishLaunch published(*publisher, outcome);
  KernelParameters parameters(published.launch, {});
  StreamLaunch launch(published.launch, 1, handle, /*startsEarly=*/false);
  // It starts after the work before it has ended, and its threads don't wait for each other: the next task may start
  // early.
  lastHasInternalBarrier = false;
  return withTasks(call("publish the outcome of a launch", [&](const Driver &driver) {
    return driver.launchKernelEx(&launch.config, entryOf(published.launch).function, parameters.get(), nullptr);
  }));
}

qdc::Status Stream::checkSizes(const GraphSizeCheck &check) {
  qdc::Result<BackendEntry *> checker = owner.own(OwnKernel::sizes);
  return checker ? runTask(sizeCheckLaunch(*checker, check)) : checker.error();
}
