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

/// Blocks as large as can be are made where a task is better off with few of them, or where the source asks for them.
/// One keeps a multiprocessor busy if each of its threads has several iterations under way.
static bool isBestAlone(const qdc::LaunchShape &shape) {
  return shape.grid == qdc::GridSize::resident && shape.blockThreads == QDC_GPU_MAXIMUM_BLOCK &&
         shape.iterationsPerThread > 1;
}

/// How many blocks of an entry are to run at once on the device; the answer is kept.
static CUresult residentBlocks(const Device &device, const TaskLaunch &task, uint32_t &blocks) {
  Entry &entry = entryOf(task);
  uint32_t perMultiprocessor = entry.blocksPerMultiprocessor.load(std::memory_order_relaxed);
  if (perMultiprocessor == 0) {
    int asked = 0;
    CUresult code = device.context()->driver().occupancyMaxActiveBlocksPerMultiprocessor(
        &asked, entry.function, static_cast<int>(shapeOf(task).blockThreads), 0);
    if (code != CUDA_SUCCESS)
      return code;
    perMultiprocessor = isBestAlone(shapeOf(task)) ? 1 : static_cast<uint32_t>(std::max(asked, 1));
    entry.blocksPerMultiprocessor.store(perMultiprocessor, std::memory_order_relaxed);
  }
  blocks = std::min(perMultiprocessor * device.features().multiprocessors, device.features().maximumGrid);
  return CUDA_SUCCESS;
}

/// Blocks that wait for each other do so sooner the fewer they are: one for each multiprocessor until each thread has
/// several iterations, which was best on an H200 from 2^18 iterations on.
static CUresult cooperativeGrid(const Device &device, const TaskLaunch &task, uint32_t &blocks) {
  constexpr uint32_t kIterationsOfThread = 4;
  uint32_t atOnce = 0;
  if (CUresult code = residentBlocks(device, task, atOnce); code != CUDA_SUCCESS)
    return code;
  blocks = atOnce;
  if (task.extent == kUnknownExtent)
    return CUDA_SUCCESS;
  const uint32_t wanted = gridBlocks(std::max<int64_t>(task.extent, 1), shapeOf(task), device.features());
  blocks = std::min({atOnce, wanted, std::max(device.features().multiprocessors, wanted / kIterationsOfThread)});
  return CUDA_SUCCESS;
}

CUresult qdrt::loader::cuda::gridOf(const Device &device, const TaskLaunch &task, uint32_t &blocks) {
  const qdc::LaunchShape &shape = shapeOf(task);
  blocks = 1;
  if (shape.grid == qdc::GridSize::single)
    return CUDA_SUCCESS;
  if (isCooperative(task))
    return cooperativeGrid(device, task, blocks);
  const bool isKnown = task.extent != kUnknownExtent, isResident = shape.grid == qdc::GridSize::resident;
  uint32_t atOnce = 0;
  if (!isKnown || isResident || shape.iterationsPerThread > 1)
    if (CUresult code = residentBlocks(device, task, atOnce); code != CUDA_SUCCESS)
      return code;
  blocks = gridBlocks(std::max<int64_t>(isKnown ? task.extent : task.atMost, 1), shape, device.features());
  if (!isKnown) {
    blocks = std::min(blocks, atOnce);
    return CUDA_SUCCESS;
  }
  if (shape.iterationsPerThread > 1 && blocks > atOnce)
    blocks = (blocks - 1) / shape.iterationsPerThread + 1;
  if (isResident)
    blocks = std::min(blocks, atOnce);
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
