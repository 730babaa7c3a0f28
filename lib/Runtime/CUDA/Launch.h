//===- Launch.h - A task as the driver launches it --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef QDRT_CUDA_LAUNCH_H
#define QDRT_CUDA_LAUNCH_H

#include "Runtime/CUDA/Image.h"
#include "Runtime/Core/GridShape.h"
#include "Runtime/DeviceCode/Publish.h"
#include "Runtime/DeviceCode/Sizes.h"

#include <array>

namespace qdrt::loader::cuda {

class Device;
/// The task of a node; NULL for one of another kind.
inline const TaskLaunch *taskOf(const GraphNode &node) { return std::get_if<TaskLaunch>(&node.work); }

inline Entry &entryOf(const TaskLaunch &task) { return static_cast<Entry &>(*task.entry); }
inline const qdc::LaunchShape &shapeOf(const TaskLaunch &task) { return entryOf(task).shape; }

/// True if the task reads its slots from device memory.
inline bool takesSlotsInMemory(const TaskLaunch &task) { return shapeOf(task).slotPassing == qdc::SlotPassing::memory; }

inline CUdeviceptr deviceAddress(const void *address) {
  return static_cast<CUdeviceptr>(reinterpret_cast<uintptr_t>(address));
}
inline CUdeviceptr deviceAddress(const MemoryReference &memory) { return deviceAddress(memory.address()); }

/// Blocks for a task, as GridShape.h has it. The task's context is current; the code is a failure to ask the driver.
CUresult gridOf(const Device &device, const TaskLaunch &task, uint32_t &blocks);

inline bool hasInternalBarrier(const TaskLaunch &task) { return loader::hasInternalBarrier(shapeOf(task)); }
/// Whether its blocks are launched together.
inline bool isCooperative(const TaskLaunch &task) { return shapeOf(task).grid == qdc::GridSize::cooperative; }

inline bool mayStartEarly(const TaskLaunch &task) { return loader::mayStartEarly(shapeOf(task)); }

/// Whether a task runs in a graph. One without iterations need not, unless its code is what keeps the nodes after it
/// after those before it.
inline bool runsInGraph(const TaskLaunch &task) { return task.extent != 0 || shapeOf(task).waitsForDependencies; }

/// Whether a node may be launched before another one, on which it depends, has ended: both are tasks whose code waits.
inline bool mayStartBefore(const GraphNode &node, const GraphNode &earlier) {
  auto may = [](const TaskLaunch *task) { return task && mayStartEarly(*task); };
  return may(taskOf(node)) && may(taskOf(earlier));
}

/// What a graph tells code that decides about one of its loops.
struct LoopOfGraph {
  CUgraphConditionalHandle handle = 0; // of the conditional node
  CUdeviceptr state = 0; // a qd_loop_state
};

/// The parameters of a kernel, which point at the task's slots. Valid as long as those.
class KernelParameters {
public:
  /// `slotMemory` is where the slots lie on the device if the task takes them there. `loop` is what takes the place of
  /// the slots for that, and is pointed at too; NULL: the task has none.
  KernelParameters(const TaskLaunch &task, const MemoryReference &slotMemory, const LoopOfGraph *loop = nullptr);
  KernelParameters(const KernelParameters &) = delete;
  KernelParameters &operator=(const KernelParameters &) = delete;

  void **get() { return pointers; }

private:
  CUdeviceptr memory;
  void *pointers[QDC_GPU_MAXIMUM_PARAMETERS];
};

/// The launch of the kernel of Publish.h, with its slots.
struct PublishLaunch {
  PublishLaunch(BackendEntry *publisher, const GraphPublish &outcome);
  PublishLaunch(const PublishLaunch &) = delete;
  PublishLaunch &operator=(const PublishLaunch &) = delete;

  std::array<qd_slot, QDRT_PUBLISH_SLOTS> slots;
  TaskLaunch launch;
};

/// The launch of the kernel of Sizes.h, with the slots of the check.
inline TaskLaunch sizeCheckLaunch(BackendEntry *checker, const GraphSizeCheck &check) {
  return {checker, check.slots.data(), static_cast<uint32_t>(check.slots.size()), 0, 1};
}

/// How a kernel is launched on a stream; what `config` points at is in here.
struct StreamLaunch {
  /// `startsEarly`: before what it waits for has ended.
  StreamLaunch(const TaskLaunch &task, uint32_t blocks, CUstream stream, bool startsEarly);
  StreamLaunch(const StreamLaunch &) = delete;
  StreamLaunch &operator=(const StreamLaunch &) = delete;

  CUlaunchAttribute attribute = {}; // at most one
  CUlaunchConfig config = {};
};

/// That of a cooperative launch.
CUlaunchAttributeValue cooperativeLaunch();

/// The same as a node of a graph.
CUDA_KERNEL_NODE_PARAMS kernelNode(const TaskLaunch &task, uint32_t blocks, KernelParameters &parameters);
CUDA_MEMSET_NODE_PARAMS memsetNode(const GraphFill &fill);

} // namespace qdrt::loader::cuda

#endif // QDRT_CUDA_LAUNCH_H
