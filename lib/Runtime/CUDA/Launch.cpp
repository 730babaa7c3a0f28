//===- Launch.cpp - A task as the driver launches it ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CUDA/Launch.h"

#include "Runtime/CUDA/Device.h"
#include "Runtime/CUDA/Image.h"

#include <algorithm>

using namespace qdrt::loader;
using namespace qdrt::loader::cuda;

/// The answer is kept.
static CUresult askResidentBlocks(const Device &device, Entry &entry, uint32_t &blocks) {
  blocks = entry.residentBlocks.load(std::memory_order_relaxed);
  if (blocks != 0)
    return CUDA_SUCCESS;
  int most = 0;
  CUresult code = device.context()->driver().occupancyMaxActiveBlocksPerMultiprocessor(
      &most, entry.function, static_cast<int>(entry.shape.blockThreads), 0);
  if (code != CUDA_SUCCESS)
    return code;
  blocks = residentBlocks(entry.shape, static_cast<uint32_t>(std::max(most, 1)), device.features().grid);
  entry.residentBlocks.store(blocks, std::memory_order_relaxed);
  return CUDA_SUCCESS;
}

CUresult qdrt::loader::cuda::gridOf(const Device &device, const TaskLaunch &task, uint32_t &blocks) {
  const qdc::LaunchShape &shape = shapeOf(task);
  uint32_t resident = 0;
  if (needsResidentBlocks(shape, task.extent))
    if (CUresult code = askResidentBlocks(device, entryOf(task), resident); code != CUDA_SUCCESS)
      return code;
  blocks = loader::gridOf(shape, task.extent, task.atMost, resident, device.features().grid);
  return CUDA_SUCCESS;
}

KernelParameters::KernelParameters(const TaskLaunch &task, const MemoryReference &slotMemory, const LoopOfGraph *loop)
    : memory(deviceAddress(slotMemory)) {
  if (takesSlotsInMemory(task)) {
    pointers[0] = &memory;
    return;
  }
  // The driver reads what they point at, and does not write it.
  qd_slot *slots = const_cast<qd_slot *>(task.slots);
  for (uint32_t slot = 0, count = task.slotCount; slot < count; ++slot)
    pointers[slot] = slots + slot;
  if (!loop)
    return;
  auto *own = const_cast<LoopOfGraph *>(loop);
  const Entry &entry = entryOf(task);
  if (entry.handleSlot != kNoSlot)
    pointers[entry.handleSlot] = &own->handle;
  if (entry.stateSlot != kNoSlot)
    pointers[entry.stateSlot] = &own->state;
}

PublishLaunch::PublishLaunch(BackendEntry *publisher, const GraphPublish &outcome)
    : launch{publisher, slots.data(), QDRT_PUBLISH_SLOTS, 0, 1} {
  slots[QDRT_PUBLISH_REPORT] = deviceAddress(outcome.report);
  slots[QDRT_PUBLISH_NUMBER] = deviceAddress(outcome.number);
  slots[QDRT_PUBLISH_RECORD] = deviceAddress(outcome.record);
  slots[QDRT_PUBLISH_PRINTS] = deviceAddress(outcome.prints);
  slots[QDRT_PUBLISH_RESULTS] = deviceAddress(outcome.results);
  slots[QDRT_PUBLISH_RESULT_WORDS] = outcome.resultWords;
}

CUlaunchAttributeValue qdrt::loader::cuda::cooperativeLaunch() {
  CUlaunchAttributeValue value = {};
  value.cooperative = 1;
  return value;
}

StreamLaunch::StreamLaunch(const TaskLaunch &task, uint32_t blocks, CUstream stream, bool startsEarly) {
  config.gridDimX = blocks;
  config.blockDimX = shapeOf(task).blockThreads;
  config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
  config.hStream = stream;
  if (isCooperative(task)) {
    attribute.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    attribute.value = cooperativeLaunch();
  } else if (startsEarly) {
    attribute.id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    attribute.value.programmaticStreamSerializationAllowed = 1;
  } else {
    return;
  }
  config.attrs = &attribute;
  config.numAttrs = 1;
}

CUDA_KERNEL_NODE_PARAMS qdrt::loader::cuda::kernelNode(const TaskLaunch &task, uint32_t blocks,
                                                       KernelParameters &parameters) {
  CUDA_KERNEL_NODE_PARAMS node = {};
  node.func = entryOf(task).function;
  node.gridDimX = blocks;
  node.blockDimX = shapeOf(task).blockThreads;
  node.gridDimY = node.gridDimZ = node.blockDimY = node.blockDimZ = 1;
  node.kernelParams = parameters.get();
  return node;
}

CUDA_MEMSET_NODE_PARAMS qdrt::loader::cuda::memsetNode(const GraphFill &fill) {
  CUDA_MEMSET_NODE_PARAMS node = {};
  node.dst = deviceAddress(fill.to);
  node.elementSize = 1;
  node.width = fill.bytes;
  node.height = 1;
  return node;
}
